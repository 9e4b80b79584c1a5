import { z } from 'zod';
import { timestamp } from './values.ts';

const count = z.number().int().min(0);

/** `waiting`: none was tried since the start; `skipped`: the disk has no room for it; `failing`: the disk refused. */
export const dailyCopyState = z.enum(['waiting', 'ok', 'skipped', 'failing']);

export type DailyCopyState = z.infer<typeof dailyCopyState>;

/** The copies that the site makes of itself once a day on its own disk, newest first. */
export const dailyCopies = z.object({
  state: dailyCopyState,
  /** Where they are. */
  folder: z.string(),
  /** Why there is none of today, in Italian. */
  problem: z.string().optional(),
  copies: z.array(z.object({ day: z.string(), at: timestamp, databaseBytes: count, files: count })),
});
export type DailyCopies = z.infer<typeof dailyCopies>;

export const copyOfDay = z.object({
  day: z.string().regex(/^\d{4}-\d\d-\d\d$/, 'Il giorno va scritto come 2003-12-21.'),
});
