import { expect, test } from 'vitest';
import type { LogItem } from './conversation.ts';
import { splitByDay } from './log-days.ts';

const item = (key: string, at: string): LogItem => ({ key, at, speaker: 'user', text: key });
const day = (date: number, hour = 12) => new Date(2026, 10, date, hour).toISOString();

test('a log is cut where the reader’s day changes, and keeps its order', () => {
  const items = [item('a', day(1, 0)), item('b', day(1, 23)), item('c', day(2, 0)), item('d', day(4))];
  const days = splitByDay(items);
  expect(days.map(({ start, items: own }) => [start, own.map(({ key }) => key)])).toEqual([
    [0, ['a', 'b']],
    [2, ['c']],
    [3, ['d']],
  ]);
  expect(splitByDay([])).toEqual([]);
});

test('what comes above leaves a day its key, and a clock that was put back makes no key twice', () => {
  const today = [item('c', day(2)), item('d', day(2))];
  const [alone] = splitByDay(today);
  expect(splitByDay([item('a', day(1)), item('b', day(2, 1)), ...today])[1]?.key).toBe(alone?.key);
  const keys = splitByDay([item('a', day(2)), item('b', day(1)), item('c', day(2))]).map(({ key }) => key);
  expect(new Set(keys).size).toBe(3);
});
