import { z } from 'zod';
import { timestamp } from './values.ts';

/** Value of a draft: hidden until the author publishes it. */
export const never = 'never';

/**
 * When readers see a record: absent, always; a time (ISO 8601, UTC), from then on; {@link never}, a draft. Until then
 * it does not exist for them.
 */
export const visibleFrom = z.union([timestamp, z.literal(never)]).optional();

/** Form field: a time with its zone, stored in UTC; `null` and empty text mean always. */
export const visibleFromField = z
  .string('La visibilità deve essere una data con l’ora.')
  .trim()
  .nullish()
  .transform((text, context) => {
    if (!text) return undefined;
    if (text === never) return never;
    if (z.iso.datetime({ offset: true }).safeParse(text).success) return new Date(text).toISOString();
    context.addIssue({ code: 'custom', message: 'La visibilità deve essere una data con l’ora.' });
    return z.NEVER;
  })
  .optional();

export interface Scheduled {
  visibleFrom?: string | undefined;
}

/** Whether readers see it at `now` (milliseconds since the epoch). An invalid time hides it: fail closed. */
export function isVisible({ visibleFrom: from }: Scheduled, now: number): boolean {
  return from === undefined || Date.parse(from) <= now;
}
