import { z } from 'zod';
import { timestamp } from './values.ts';

const count = z.number().int().min(0);

/** `waiting`: not tried since the start; `skipped`: not enough disk space; `failing`: the disk refused the write. */
export const dailyCopyState = z.enum(['waiting', 'ok', 'skipped', 'failing']);

export type DailyCopyState = z.infer<typeof dailyCopyState>;

export const dailyCopies = z.object({
  state: dailyCopyState,
  folder: z.string(),
  problem: z.string().optional(),
  copies: z.array(z.object({ day: z.string(), at: timestamp, databaseBytes: count, files: count })),
});
export type DailyCopies = z.infer<typeof dailyCopies>;

export const copyOfDay = z.object({
  day: z.string().regex(/^\d{4}-\d\d-\d\d$/, 'Il giorno va scritto come 2003-12-21.'),
});
