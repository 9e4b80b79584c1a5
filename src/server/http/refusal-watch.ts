import { createHmac, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Entrance } from '#shared/contracts/auth.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { RefusalCounts } from '#shared/contracts/health.ts';

/** What the log calls the refusals by which somebody who tries shows. */
const watched: Partial<Record<ErrorCode, { count?: keyof RefusalCounts; line: string }>> = {
  WRONG_PASSWORD: { count: 'wrongPasswords', line: 'sign-in refused' },
  INVALID_CODE: { count: 'wrongCodes', line: 'code refused' },
  UNAUTHENTICATED: { count: 'forbidden', line: 'call refused: not signed in' },
  FORBIDDEN_ORIGIN: { count: 'forbidden', line: 'call refused: asked for by another site' },
  TOO_MANY_REQUESTS: { count: 'tooMany', line: 'too many requests' },
  INVALID: { line: 'input refused' },
  TOO_LARGE: { line: 'input refused: too large' },
  WRONG_TYPE: { line: 'input refused: of another type' },
};

/**
 * Lines a minute of each kind: whoever tries a thousand times a second must neither fill the disk nor hide one kind of attempt
 * behind another.
 */
const linesAMinute = 60;
/** Of a path that somebody chose. */
const longestPath = 100;

export type RefusalWatch = ReturnType<typeof createRefusalWatch>;

/**
 * Counts and logs refusals and sign-ins. Of who it was the log has a hash with a key that ends with the process: lines of one
 * sender are recognised as such, and lead back to nobody.
 */
export function createRefusalWatch(log: Logger, now: () => number = Date.now) {
  const key = randomBytes(32);
  const counts: RefusalCounts = { wrongPasswords: 0, wrongCodes: 0, forbidden: 0, tooMany: 0, signIns: 0 };
  let minute = 0;
  const lines = new Map<string, number>();
  const who = (address: string) => createHmac('sha256', key).update(address).digest('base64url').slice(0, 8);

  return {
    refused(code: ErrorCode, address: string, path: string): void {
      const kind = watched[code];
      if (!kind) return;
      if (kind.count) counts[kind.count] += 1;
      const current = Math.floor(now() / 60_000);
      if (current !== minute) {
        for (const [line, count] of lines) {
          if (count > linesAMinute)
            log.warn({ line, omitted: count - linesAMinute }, 'more refusals than lines');
        }
        minute = current;
        lines.clear();
      }
      const count = (lines.get(kind.line) ?? 0) + 1;
      lines.set(kind.line, count);
      if (count <= linesAMinute) log.warn({ who: who(address), path: path.slice(0, longestPath) }, kind.line);
    },
    signedIn(address: string, by: Entrance): void {
      counts.signIns += 1;
      log.info({ who: who(address), by }, 'signed in');
    },
    /** Since the start. */
    counts: (): RefusalCounts => ({ ...counts }),
  };
}
