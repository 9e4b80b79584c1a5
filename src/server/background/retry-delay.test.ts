import { describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { ModelError, type ModelFailure } from '#server/model/types.ts';
import { retryDelay } from './retry-delay.ts';

const model = (failure: ModelFailure, retryAfterMs?: number) =>
  new ModelError(failure, 'no', { retryAfterMs });

describe('before the next attempt', () => {
  it.each<[string, unknown, number, number | undefined]>([
    ['a limit is waited for as the service says', model('rate-limited', 7_000), 1, 7_000],
    ['never less than a second', model('rate-limited', 5), 1, 1_000],
    ['longer each time when it says nothing', model('rate-limited'), 1, 10_000],
    ['twice as long the second time', model('rate-limited'), 2, 20_000],
    ['up to a minute', model('rate-limited'), 6, 60_000],
    ['but not more than six times', model('rate-limited'), 7, undefined],
    ['and not for longer than three minutes', model('rate-limited', 180_001), 1, undefined],
    ['three minutes are still waited for', model('rate-limited', 180_000), 1, 180_000],
    ['a broken line is tried again', model('interrupted'), 1, 2_000],
    ['and once more, later', model('unreachable'), 2, 8_000],
    ['and then no more', model('unreachable'), 3, undefined],
    ['the database being replaced is over in a moment', new AppError('UNAVAILABLE'), 3, 2_000],
    ['a full disk is not', new AppError('UNAVAILABLE'), 4, undefined],
    ['another refusal is no accident', new AppError('NOT_FOUND'), 1, undefined],
    ['nor is a mistake of ours', new TypeError('x'), 1, undefined],
  ])('%s', (_, error, failures, delay) => {
    expect(retryDelay(error, failures)).toBe(delay);
  });

  it.each(['too-large', 'exhausted', 'retired', 'bad-key', 'refused', 'withheld'] as const)(
    '%s is for the author to mend, or for nobody',
    (failure) => expect(retryDelay(model(failure), 1)).toBeUndefined(),
  );
});
