import { createHmac, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { ErrorCode } from '#shared/errors.ts';
import type { RefusalCounts } from '#shared/contracts/health.ts';

/** What the log calls the refusals by which somebody who tries shows. */
const watched: Partial<Record<ErrorCode, { count: keyof RefusalCounts; line: string }>> = {
  WRONG_PASSWORD: { count: 'wrongPasswords', line: 'sign-in refused' },
  INVALID_CODE: { count: 'wrongCodes', line: 'code refused' },
  UNAUTHENTICATED: { count: 'forbidden', line: 'call refused: not signed in' },
  FORBIDDEN_ORIGIN: { count: 'forbidden', line: 'call refused: asked for by another site' },
  TOO_MANY_REQUESTS: { count: 'tooMany', line: 'too many requests' },
};

/** Lines a minute: whoever tries a thousand times a second must not fill the disk. */
const linesAMinute = 60;

export interface RefusalWatch {
  refused(code: ErrorCode, address: string): void;
  signedIn(address: string): void;
  /** Since the start. */
  counts(): RefusalCounts;
}

/**
 * Counts and logs refusals and sign-ins. Of who it was the log has a hash with a key that ends with the process: lines of one
 * sender are recognised as such, and lead back to nobody.
 */
export function createRefusalWatch(log: Logger, now: () => number = Date.now): RefusalWatch {
  const key = randomBytes(32);
  const counts: RefusalCounts = { wrongPasswords: 0, wrongCodes: 0, forbidden: 0, tooMany: 0, signIns: 0 };
  let minute = 0;
  let lines = 0;
  const who = (address: string) => createHmac('sha256', key).update(address).digest('base64url').slice(0, 8);

  return {
    refused(code, address) {
      const kind = watched[code];
      if (!kind) return;
      counts[kind.count] += 1;
      const current = Math.floor(now() / 60_000);
      if (current !== minute) {
        if (lines > linesAMinute) log.warn({ omitted: lines - linesAMinute }, 'more refusals than lines');
        minute = current;
        lines = 0;
      }
      lines += 1;
      if (lines <= linesAMinute) log.warn({ who: who(address) }, kind.line);
    },
    signedIn(address) {
      counts.signIns += 1;
      log.info({ who: who(address) }, 'signed in');
    },
    counts: () => ({ ...counts }),
  };
}
