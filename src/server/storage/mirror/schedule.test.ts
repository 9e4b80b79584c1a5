import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Job, startJobs } from './schedule.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const onEvent = vi.fn();
const begin = (...jobs: Job[]) => startJobs(jobs, { mayWork: () => mayWork, onEvent });
let mayWork: boolean;

beforeEach(() => {
  mayWork = true;
  onEvent.mockClear();
});

test('each job works at its pace, beside the others, never twice at a time, and no more once stopped', async () => {
  let [running, slow, fast] = [0, 0, 0];
  let finish = () => undefined as void;
  const schedule = begin(
    {
      part: 'files',
      everyMs: 10_000,
      work: async () => {
        slow += 1;
        running += 1;
        expect(running).toBe(1);
        await new Promise((resolve) => (finish = () => resolve(undefined)));
        running -= 1;
      },
    },
    { part: 'journal', everyMs: 1_000, work: () => Promise.resolve(void (fast += 1)) },
  );
  await vi.advanceTimersByTimeAsync(59_900);
  expect([slow, fast]).toEqual([1, 60]);
  finish();
  await vi.advanceTimersByTimeAsync(10_200);
  expect([slow, fast]).toEqual([2, 71]);
  const stopped = schedule.stop().then(() => running);
  await vi.advanceTimersByTimeAsync(200_000);
  finish();
  expect([await stopped, slow, fast]).toEqual([0, 2, 71]);
});

test('a job that fails waits longer and longer, at most a minute, and holds up no other', async () => {
  const turns: number[] = [];
  let isBroken = true;
  let others = 0;
  const schedule = begin(
    {
      part: 'files',
      everyMs: 1_000,
      work: () => {
        turns.push(Date.now());
        return isBroken ? Promise.reject(new Error('503')) : Promise.resolve();
      },
    },
    { part: 'journal', everyMs: 1_000, work: () => Promise.resolve(void (others += 1)) },
  );
  await vi.advanceTimersByTimeAsync(240_000);
  expect(turns.slice(1).map((at, index) => (at - (turns[index] ?? 0)) / 1_000)).toEqual([
    1, 2, 4, 8, 16, 32, 60, 60,
  ]);
  expect(others).toBeGreaterThan(200);
  isBroken = false;
  await vi.advanceTimersByTimeAsync(60_000);
  const { length } = turns;
  await vi.advanceTimersByTimeAsync(2_000);
  expect([turns.length, schedule.errors()]).toEqual([length + 2, []]);
  await schedule.stop();
});

test('a trouble is told when it begins and when it ends, not in between', async () => {
  const errors = {
    files: new Error('lento') as Error | undefined,
    journal: new Error('via') as Error | undefined,
  };
  const work = (part: 'files' | 'journal') => ({
    part,
    everyMs: 1_000,
    work: () => (errors[part] ? Promise.reject(errors[part]) : Promise.resolve()),
  });
  const schedule = begin(work('journal'), work('files'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect([schedule.errors(), schedule.lastSuccess()]).toEqual([[errors.journal, errors.files], undefined]);
  errors.journal = undefined;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(schedule.errors()).toEqual([errors.files]);
  errors.files = undefined;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(schedule.errors()).toEqual([]);
  expect(schedule.lastSuccess()).toBeInstanceOf(Date);
  expect(onEvent.mock.calls.map(([{ part }, message]) => `${part as string}: ${message as string}`)).toEqual([
    'journal: the mirror is in trouble',
    'files: the mirror is in trouble',
    'journal: the mirror is well again',
    'files: the mirror is well again',
  ]);
  await schedule.stop();
});

test('without permission to write only what always works does, and that is neither a success nor a trouble', async () => {
  mayWork = false;
  const [always, other] = [vi.fn(() => Promise.resolve()), vi.fn(() => Promise.resolve())];
  const schedule = begin(
    { part: 'journal', everyMs: 1_000, work: always, always: true },
    { part: 'cleaning', everyMs: 3_600_000, work: other },
  );
  await vi.advanceTimersByTimeAsync(5_500);
  expect([always.mock.calls.length, other.mock.calls.length, schedule.lastSuccess()]).toEqual([
    6,
    0,
    undefined,
  ]);
  mayWork = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(other).toHaveBeenCalledTimes(1);
  expect([schedule.lastSuccess(), onEvent.mock.calls]).toEqual([expect.any(Date), []]);
  await schedule.stop();
});
