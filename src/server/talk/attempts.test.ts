import { describe, expect, it } from 'vitest';
import type { ModelFailure } from '../model/types.ts';
import { nextAttempt, pauseBefore, type Attempt } from './attempts.ts';

const failures = [
  'too-large',
  'rate-limited',
  'exhausted',
  'retired',
  'bad-key',
  'refused',
  'interrupted',
  'unreachable',
  'withheld',
  'malformed',
  'capped',
] as const satisfies ModelFailure[];

type Row = [attempt: Attempt, failure: ModelFailure, released: boolean, next: Attempt | undefined];

describe('with another model to fall back on', () => {
  const rows: Row[] = [
    ['first', 'too-large', false, 'halved'],
    ['first', 'rate-limited', false, 'fallback'],
    ['first', 'exhausted', false, 'fallback'],
    ['first', 'retired', false, 'fallback'],
    ['first', 'bad-key', false, 'fallback'],
    ['first', 'refused', false, 'fallback'],
    ['first', 'interrupted', false, 'repeat'],
    ['first', 'unreachable', false, 'repeat'],
    ['first', 'withheld', false, 'repeat'],
    ['first', 'malformed', true, 'repeat'],
    ['repeat', 'malformed', false, 'fallback'],
    ['first', 'capped', false, 'fallback'],
    // What the reader saw half of is not asked for again, unless the guard took it back.
    ['first', 'interrupted', true, 'fallback'],
    ['first', 'unreachable', true, 'fallback'],
    ['first', 'withheld', true, 'repeat'],
    ['repeat', 'interrupted', false, 'fallback'],
    ['repeat', 'too-large', false, 'fallback'],
    ['repeat', 'withheld', true, undefined],
    ['halved', 'too-large', false, 'fallback'],
    ['halved', 'unreachable', false, 'fallback'],
    ['halved', 'withheld', false, undefined],
    ['fallback', 'interrupted', false, undefined],
    ['fallback', 'too-large', false, undefined],
    ['fallback', 'withheld', true, undefined],
  ];
  it.each(rows)('after %s failed as %s (released: %s) comes %s', (attempt, failure, released, next) => {
    expect(nextAttempt({ attempt, failure, released }, true)).toBe(next);
  });
});

describe('with one model only', () => {
  it.each(failures.map((failure) => [failure, failure === 'withheld' ? 'repeat' : undefined] as const))(
    'after %s comes %s',
    (failure, next) => {
      expect(nextAttempt({ attempt: 'first', failure, released: false }, false)).toBe(next);
      expect(nextAttempt({ attempt: 'repeat', failure, released: false }, false)).toBeUndefined();
    },
  );
});

it('asks three times at most, whatever fails', () => {
  for (const first of failures)
    for (const second of failures)
      for (const third of failures)
        for (const hasFallback of [true, false]) {
          let attempt: Attempt | undefined = 'first';
          for (const failure of [first, second, third])
            if (attempt) attempt = nextAttempt({ attempt, failure, released: true }, hasFallback);
          expect(attempt).toBeUndefined();
        }
});

it.each<[retryAfterMs: number | undefined, next: Attempt]>([
  [3_000, 'repeat'],
  [8_000, 'repeat'],
  [8_001, 'fallback'],
  [undefined, 'fallback'],
])('waits once for a service that asks for %s ms: %s', (retryAfterMs, next) => {
  const failed = { failure: 'rate-limited', released: false, retryAfterMs } as const;
  expect(nextAttempt({ ...failed, attempt: 'first' }, true, 8_000)).toBe(next);
  expect(nextAttempt({ ...failed, attempt: 'repeat' }, true, 8_000)).toBe('fallback');
});

it('asks nobody again who has kept the reader waiting long enough', () => {
  const failed = { attempt: 'first', failure: 'interrupted', released: false, isLate: true } as const;
  expect(nextAttempt(failed, true)).toBe('fallback');
});

it.each<[Attempt, ModelFailure, number]>([
  ['repeat', 'unreachable', 400],
  ['repeat', 'rate-limited', 3_000],
  ['repeat', 'withheld', 0],
  ['repeat', 'malformed', 0],
  ['halved', 'too-large', 400],
  ['fallback', 'unreachable', 0],
])('before %s after %s it pauses %i ms', (attempt, failure, ms) => {
  expect(pauseBefore(attempt, { failure, retryAfterMs: 3_000 }, 400)).toBe(ms);
});
