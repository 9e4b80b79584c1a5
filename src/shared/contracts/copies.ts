import { z } from 'zod';
import { timestamp } from './values.ts';

const count = z.number().int().min(0);

/** Why a copy of the whole site was made: because a day began, because the author asked, before an act of hers that replaces
 * much, or because another version of the site starts. */
export const copyReason = z.enum(['daily', 'asked', 'import', 'package', 'restore', 'update']);
export type CopyReason = z.infer<typeof copyReason>;

/** `waiting`: not tried since the start; `skipped`: not enough disk space; `failing`: the disk refused the write. */
export const dailyCopyState = z.enum(['waiting', 'ok', 'skipped', 'failing']);

export type DailyCopyState = z.infer<typeof dailyCopyState>;

/** A day's copy is named by its day, any other by its moment. */
const copyName = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\d(?:T\d{6}\.\d{3}Z)?$/,
    'Il nome di una copia è come 2003-12-21 o 2003-12-21T120300.000Z.',
  );

export const copies = z.object({
  /** Of the daily copies. */
  state: dailyCopyState,
  folder: z.string(),
  problem: z.string().optional(),
  /** Newest first. */
  copies: z.array(
    z.object({ name: copyName, at: timestamp, reason: copyReason, databaseBytes: count, files: count }),
  ),
});
export type CopiesStatus = z.infer<typeof copies>;

export const chooseCopy = z.object({ name: copyName });
