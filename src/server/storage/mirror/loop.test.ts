import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backoff } from '../bucket/retry.ts';
import { Loop } from './loop.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('waits longer after every failure, at most its patience, never less than half of it', () => {
  const waits = [1, 2, 3, 4, 20].map((failures) => backoff(failures, 1_000, 60_000, () => 1));
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 60_000]);
  expect(backoff(20, 1_000, 60_000, () => 0)).toBe(30_000);
});

test('works at its pace, at once when woken, and never twice at a time', async () => {
  const turn = () => new Promise((resolve) => setTimeout(resolve, 500));
  let running = 0;
  let turns = 0;
  const loop = new Loop({
    everyMs: 10_000,
    timeoutMs: 60_000,
    onTurn: () => undefined,
    work: async () => {
      turns += 1;
      running += 1;
      expect(running).toBe(1);
      await turn();
      running -= 1;
    },
  });
  await vi.advanceTimersByTimeAsync(600);
  expect(turns).toBe(1);
  loop.wake();
  await vi.advanceTimersByTimeAsync(100);
  expect(turns).toBe(2);
  loop.wake();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(turns).toBe(3);
  await vi.advanceTimersByTimeAsync(10_600);
  expect(turns).toBe(4);
  await loop.stop();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(turns).toBe(4);
});

test('backs off while it fails, woken or not, and tells every turn', async () => {
  const told: unknown[] = [];
  let broken = true;
  const loop = new Loop({
    everyMs: 1_000,
    timeoutMs: 60_000,
    onTurn: (error) => told.push(error),
    work: () => (broken ? Promise.reject(new Error('503')) : Promise.resolve()),
  });
  for (let second = 0; second < 120; second++) {
    loop.wake();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(told.length).toBeGreaterThan(4);
  expect(told.length).toBeLessThan(12);
  broken = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told.at(-1)).toBeUndefined();
  await loop.stop();
});
