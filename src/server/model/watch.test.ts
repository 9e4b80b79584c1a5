import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { orInterrupted, watchIdle } from './watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Pieces that come after so many milliseconds each; a last wait of `Infinity` never ends. */
async function* source(waits: readonly number[], ended: () => void) {
  try {
    for (const [index, ms] of waits.entries()) {
      await (ms === Infinity ? new Promise(() => undefined) : wait(ms));
      yield index;
    }
  } finally {
    ended();
  }
}

async function collect(pieces: AsyncIterable<number>) {
  const seen: number[] = [];
  try {
    for await (const piece of pieces) seen.push(piece);
  } catch (error) {
    return { seen, error };
  }
  return { seen, error: undefined };
}

test('a source that never pauses for long is given whole, however long it takes together', async () => {
  const [abandon, ended] = [vi.fn(), vi.fn()];
  const collected = collect(watchIdle(source([90, 90, 90, 90], ended), 100, abandon));
  await vi.advanceTimersByTimeAsync(400);
  expect(await collected).toEqual({ seen: [0, 1, 2, 3], error: undefined });
  expect(abandon).not.toHaveBeenCalled();
  expect(ended).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('one that stands still is abandoned, and not waited for', async () => {
  const abandon = vi.fn();
  const collected = collect(watchIdle(source([10, Infinity], vi.fn()), 100, abandon));
  await vi.advanceTimersByTimeAsync(200);
  expect(await collected).toMatchObject({ seen: [0], error: { failure: 'interrupted' } });
  expect(abandon).toHaveBeenCalledTimes(1);
});

test('its own failure comes through, and it is abandoned too', async () => {
  const abandon = vi.fn();
  const failing = (async function* () {
    yield 0;
    await wait(1);
    throw new TypeError('broken');
  })();
  const collected = collect(watchIdle(failing, 100, abandon));
  await vi.advanceTimersByTimeAsync(10);
  expect(await collected).toMatchObject({ seen: [0], error: { message: 'broken' } });
  expect(abandon).toHaveBeenCalledTimes(1);
});

test('a reader who leaves ends the source', async () => {
  const [abandon, ended] = [vi.fn(), vi.fn()];
  const pieces = watchIdle(source([1, 1, 1], ended), 100, abandon);
  const first = pieces.next();
  await vi.advanceTimersByTimeAsync(1);
  expect(await first).toEqual({ done: false, value: 0 });
  await pieces.return();
  expect([abandon.mock.calls.length, ended.mock.calls.length]).toEqual([1, 1]);
});

test('one answer is waited for as long as one piece', async () => {
  const late = expect(orInterrupted(new Promise(() => undefined), 100)).rejects.toMatchObject({
    failure: 'interrupted',
    message: 'no answer for 100 ms',
  });
  await vi.advanceTimersByTimeAsync(100);
  await late;
  expect(await orInterrupted(Promise.resolve('sì'), 100)).toBe('sì');
});
