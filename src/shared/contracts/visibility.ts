import { z } from 'zod';
import { timestamp } from './values.ts';

/** What the author keeps for herself until she says otherwise: a draft. */
export const never = 'never';

/**
 * From when readers have a thing: absent since ever, a moment (ISO 8601, UTC) from then on, {@link never} not until the
 * author says so. Before that it is for them as if it were not there.
 */
export const visibleFrom = z.union([timestamp, z.literal(never)]).optional();

/** The same as the author writes it: a moment with its zone, kept in UTC; nothing (`null`, empty text) for since ever. */
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

/** Whether readers have it at a moment, in milliseconds since the epoch. What is no moment hides: in doubt it stays shut. */
export function isVisible({ visibleFrom: from }: Scheduled, now: number): boolean {
  return from === undefined || Date.parse(from) <= now;
}
