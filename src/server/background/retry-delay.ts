import { AppError } from '#shared/errors.ts';
import { ModelError } from '#server/model/types.ts';

/** Milliseconds until the next attempt after so many failures in a row, or `undefined` to give up. */
export type RetryDelay = (error: unknown, failures: number) => number | undefined;

const minute = 60_000;
/** A service that asks for a longer wait is not waited for: the author is told. */
const longestWait = 3 * minute;

/**
 * A spent rate limit is waited for as long as the service says, a broken connection is tried again twice, what only the
 * author can mend is not tried again.
 */
export const retryDelay: RetryDelay = (error, failures) => {
  // The database is being replaced, or the disk is full: the first is over in a moment.
  if (error instanceof AppError && error.code === 'UNAVAILABLE') return failures > 3 ? undefined : 2_000;
  if (!(error instanceof ModelError)) return undefined;
  switch (error.failure) {
    case 'rate-limited': {
      const wait = Math.max(1_000, error.retryAfterMs ?? Math.min(minute, 10_000 * 2 ** (failures - 1)));
      return failures > 6 || wait > longestWait ? undefined : wait;
    }
    case 'interrupted':
    case 'unreachable':
      return failures > 2 ? undefined : 2_000 * 4 ** (failures - 1);
    default:
      return undefined;
  }
};
