import { z } from 'zod';
import { id, timestamp, wholeNumber } from './values.ts';

/** A note that the reader had erased: what their messages told up to `before` is not noted again. */
const erasedNote = z.object({ id: z.string().min(1).max(64), before: timestamp });

/**
 * A reader as stored: the level its codes opened, and a lower one when the reader chose it to read again. `email` only if
 * the author's own tools wrote one.
 */
export const user = z.object({
  id,
  maxSection: z.number().int().min(0),
  chosenSection: z.number().int().min(0).optional(),
  email: z.string().nullable(),
  /** The codes that this reader has redeemed, by id: redeeming one again costs it nothing. */
  redeemed: z.array(id).optional(),
  erasedNotes: z.array(erasedNote).optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** `maxSection` is the level in force; `reached` is there only while the reader keeps it below what the codes opened. */
export const progress = z.object({
  maxSection: z.number().int().min(0),
  email: z.string().nullable(),
  reached: z.number().int().min(0).optional(),
});

export const chooseLevel = z.object({ maxSection: wholeNumber('Il livello', 0) });

/** The level that decides what a reader may know: the chosen one, never above what the codes opened. */
export function levelInForce(reader: Pick<User, 'maxSection' | 'chosenSection'> | undefined): number {
  return Math.min(reader?.maxSection ?? 0, reader?.chosenSection ?? Infinity);
}

export type User = z.infer<typeof user>;
export type Progress = z.infer<typeof progress>;
