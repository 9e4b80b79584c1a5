import { expect, test, vi } from 'vitest';
import { BucketError } from '../bucket/types.ts';
import { PartHealth } from './part-health.ts';

const away = new BucketError('unreachable', 'Il bucket libro non risponde.');

test('a trouble is told when it begins and when it ends, not in between', () => {
  const onEvent = vi.fn();
  const health = new PartHealth(onEvent);
  for (let turn = 0; turn < 3; turn++) health.note('database', away, true);
  health.note('files', away, true);
  expect(health.isFailing).toBe(true);
  health.note('database', undefined, true);
  health.note('database', undefined, true);
  expect(health.isFailing).toBe(true);
  health.note('files', undefined, true);
  expect(health.isFailing).toBe(false);
  expect(onEvent.mock.calls.map(([{ part }, message]) => `${part as string}: ${message as string}`)).toEqual([
    'database: the mirror is in trouble',
    'files: the mirror is in trouble',
    'database: the mirror is well again',
    'files: the mirror is well again',
  ]);
});

test('a turn that had no permission to write is neither a success nor a trouble', () => {
  const onEvent = vi.fn();
  const health = new PartHealth(onEvent);
  health.note('database', undefined, false);
  expect([health.lastSuccess, health.isFailing, onEvent.mock.calls]).toEqual([undefined, false, []]);
  health.note('database', undefined, true);
  expect(health.lastSuccess).toBeInstanceOf(Date);
});

test('the author reads the bucket’s sentence, and nothing of an error of ours', () => {
  const health = new PartHealth(() => undefined);
  expect(health.lastError).toBeUndefined();
  health.note('files', new TypeError('undefined is not a function'), true);
  expect(health.lastError).toMatch(/il registro del sito dice perché/);
  health.note('files', away, true);
  expect(health.lastError).toBe('Il bucket libro non risponde.');
});
