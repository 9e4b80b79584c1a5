import { z } from 'zod';
import { timestamp } from './values.ts';

const unusedFile = z.object({
  name: z.string(),
  url: z.string(),
  bytes: z.number().int(),
  modifiedAt: timestamp,
  /** Uploaded less than an hour ago: an open dialog may use it, so it is not deleted. */
  recent: z.boolean(),
  /** Not uploaded by the panel: something unknown to the panel may use it. */
  byHand: z.boolean(),
});

export type UnusedFile = z.infer<typeof unusedFile>;

export const filesOverview = z.object({
  count: z.number().int(),
  bytes: z.number().int(),
  unused: z.array(unusedFile),
});

/** `released`: the author has just stopped using them, which skips the one-hour wait. */
export const deleteFiles = z.object({
  names: z.array(z.string().min(1).max(400)).min(1, 'Nessun file scelto.').max(1_000),
  released: z.boolean().optional(),
});

/** Uploads that a browser draft refers to (`held`) or no longer does; held ones are not swept. */
export const holdFiles = z.object({ names: z.array(z.string().min(1).max(400)).max(100), held: z.boolean() });

/** `kept`: not deleted, because used or recent. */
export const deletedFiles = z.object({ deleted: z.array(z.string()), kept: z.array(z.string()) });
