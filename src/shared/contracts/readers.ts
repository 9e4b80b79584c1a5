import { z } from 'zod';
import { id, timestamp } from './values.ts';

/** A reader as stored: the level its codes opened. `email` only if the author's own tools wrote one. */
export const user = z.object({
  id,
  maxSection: z.number().int().min(0),
  email: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const progress = z.object({ maxSection: z.number().int().min(0), email: z.string().nullable() });

export type User = z.infer<typeof user>;
export type Progress = z.infer<typeof progress>;
