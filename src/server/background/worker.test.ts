import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { ModelError, type ModelFailure } from '#server/model/types.ts';
import { createWorker, retryDelay } from './worker.ts';

/** A worker over a list of tasks; `fails` says how often each fails before it succeeds. */
function setUp(
  tasks: string[],
  { fails = {}, delays = [0] }: { fails?: Record<string, number>; delays?: number[] } = {},
) {
  const done: string[] = [];
  const ends: string[] = [];
  const worker = createWorker<string>({
    next: () => tasks[0],
    async work(task, signal) {
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
      const left = fails[task] ?? 0;
      fails[task] = left - 1;
      if (left > 0) throw new Error(task);
      done.push(task);
      tasks.shift();
    },
    delayBefore: (_, failures) => delays[failures - 1],
    onGiveUp: (error, task) => void ends.push(`gave up ${task}: ${String(error)}`),
    onFinished: () => void ends.push('finished'),
    clock: () => 1_000,
  });
  const idle = () => vi.waitFor(() => expect(worker.status().isRunning).toBe(false));
  return { worker, done, ends, tasks, fails, idle };
}

it('works everything off, one task after the other', async () => {
  const { worker, done, ends, idle } = setUp(['a', 'b', 'c']);
  worker.start();
  expect(done).toEqual([]);
  await idle();
  expect(done).toEqual(['a', 'b', 'c']);
  expect(ends).toEqual(['finished']);
});

it('begins once, however often it is started', async () => {
  const { worker, done, idle } = setUp(['a', 'b']);
  worker.start();
  worker.start();
  await idle();
  expect(done).toEqual(['a', 'b']);
});

it('tries a failed task again as long as there is a delay for it, and counts from the start for the next one', async () => {
  const { worker, done, ends, idle } = setUp(['a', 'b'], { fails: { a: 2, b: 2 }, delays: [0, 0] });
  worker.start();
  await idle();
  expect(done).toEqual(['a', 'b']);
  expect(ends).toEqual(['finished']);
});

it('stops at a task that failed for good, and goes on with it when started again', async () => {
  const { worker, done, ends, idle } = setUp(['a', 'b'], { fails: { a: 2 } });
  worker.start();
  await idle();
  expect([done, ends]).toEqual([[], ['gave up a: Error: a']]);
  worker.start();
  await idle();
  expect(done).toEqual(['a', 'b']);
});

it('says what it is doing, and until when it waits', async () => {
  const { worker, idle } = setUp(['a'], { fails: { a: 1 }, delays: [60_000] });
  worker.start();
  await vi.waitFor(() =>
    expect(worker.status()).toEqual({ isRunning: true, current: 'a', waitsUntil: 61_000 }),
  );
  await worker.halt();
  await idle();
  expect(worker.status()).toEqual({ isRunning: false, current: undefined, waitsUntil: undefined });
});

it('halts at once, drops what is under way, and does not begin again by itself', async () => {
  const tasks = ['a', 'b'];
  const ends: string[] = [];
  const worker = createWorker<string>({
    next: () => tasks[0],
    work: (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
    delayBefore: () => 0,
    onGiveUp: () => ends.push('gave up'),
    onFinished: () => ends.push('finished'),
    clock: () => 0,
  });
  worker.start();
  await vi.waitFor(() => expect(worker.status().current).toBe('a'));
  await worker.halt();
  expect(worker.status()).toEqual({ isRunning: false, current: undefined, waitsUntil: undefined });
  expect([ends, tasks]).toEqual([[], ['a', 'b']]);
});

const failed = (failure: ModelFailure, retryAfterMs?: number) =>
  new ModelError(failure, 'no', { retryAfterMs });

describe('before the next attempt', () => {
  it.each<[string, unknown, number, number | undefined]>([
    ['a limit is waited for as the service says', failed('rate-limited', 7_000), 1, 7_000],
    ['never less than a second', failed('rate-limited', 5), 1, 1_000],
    ['longer each time when it says nothing', failed('rate-limited'), 1, 10_000],
    ['twice as long the second time', failed('rate-limited'), 2, 20_000],
    ['up to a minute', failed('rate-limited'), 6, 60_000],
    ['but not more than six times', failed('rate-limited'), 7, undefined],
    ['and not for longer than three minutes', failed('rate-limited', 180_001), 1, undefined],
    ['three minutes are still waited for', failed('rate-limited', 180_000), 1, 180_000],
    ['a broken line is tried again', failed('interrupted'), 1, 2_000],
    ['and once more, later', failed('unreachable'), 2, 8_000],
    ['and then no more', failed('unreachable'), 3, undefined],
    ['the database being replaced is over in a moment', new AppError('UNAVAILABLE'), 3, 2_000],
    ['a full disk is not', new AppError('UNAVAILABLE'), 4, undefined],
    ['another refusal is no accident', new AppError('NOT_FOUND'), 1, undefined],
    ['nor is a mistake of ours', new TypeError('x'), 1, undefined],
  ])('%s', (_, error, failures, delay) => {
    expect(retryDelay(error, failures)).toBe(delay);
  });

  it.each(['too-large', 'exhausted', 'retired', 'bad-key', 'refused', 'withheld'] as const)(
    '%s is for the author to mend, or for nobody',
    (failure) => expect(retryDelay(failed(failure), 1)).toBeUndefined(),
  );
});
