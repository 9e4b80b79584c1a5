import { expect, test } from 'vitest';
import { runInSlices, runNow, type Task } from './tasks.ts';

function* count(to: number, log: string[]): Task<number> {
  for (let at = 1; at <= to; at++) {
    log.push(`${at}`);
    yield;
  }
  return to;
}

test('run now or in slices, a task does the same', async () => {
  const now: string[] = [];
  const sliced: string[] = [];
  expect(runNow(count(4, now))).toBe(4);
  expect(await runInSlices(count(4, sliced), undefined, 0)).toBe(4);
  expect(sliced).toEqual(now);
});

test('other work has its turn between two slices, and none within one', async () => {
  const log: string[] = [];
  const done = runInSlices(count(3, log), undefined, 0);
  setTimeout(() => log.push('other'));
  await done;
  expect(log.indexOf('other')).toBeGreaterThan(0);
  expect(log.indexOf('other')).toBeLessThan(3);
  log.length = 0;
  const whole = runInSlices(count(3, log), undefined, 60_000);
  setTimeout(() => log.push('other'));
  await whole;
  expect(log).toEqual(['1', '2', '3']);
});

test('an aborted task goes no further than its slice, and gives the reason', async () => {
  const log: string[] = [];
  const controller = new AbortController();
  const done = runInSlices(count(1_000, log), controller.signal, 0);
  controller.abort(new Error('stopped'));
  await expect(done).rejects.toThrow('stopped');
  expect(log).toEqual(['1']);
});

test('a task that fails rejects with its own error', async () => {
  const failing = (function* (): Task<number> {
    yield;
    throw new Error('broken');
  })();
  await expect(runInSlices(failing)).rejects.toThrow('broken');
});
