import { expect, test } from 'vitest';
import { settleEventLoop } from '#tests/support/latency.ts';
import { runConcurrently } from './run-concurrently.ts';

const items = Array.from({ length: 12 }, (_, index) => index);

test.each([1, 3, 50])('does every item once, at most %i at once', async (atOnce) => {
  const done: number[] = [];
  let running = 0;
  let most = 0;
  await runConcurrently(items, atOnce, async (item) => {
    most = Math.max(most, ++running);
    await settleEventLoop(1);
    running -= 1;
    done.push(item);
  });
  expect(done.toSorted((a, b) => a - b)).toEqual(items);
  expect(most).toBe(Math.min(atOnce, items.length));
});

test('the first failure ends it, when those under way are done', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = runConcurrently(items, 2, async (item) => {
    begun.push(item);
    if (item === 2) throw new Error('refused');
    await settleEventLoop(1);
    ended.push(item);
  });
  await expect(work).rejects.toThrow('refused');
  expect(begun.length).toBeLessThan(5);
  expect(ended).toEqual(begun.filter((item) => item !== 2));
});

test('nothing to do is done at once', async () => {
  await expect(runConcurrently([], 3, () => Promise.reject(new Error('never called')))).resolves.toBe(
    undefined,
  );
});
