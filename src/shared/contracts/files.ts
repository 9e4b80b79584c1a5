import { z } from 'zod';
import { timestamp } from './values.ts';

/** An upload that nothing on the site uses, with what was made of it. */
const unusedFile = z.object({
  name: z.string(),
  url: z.string(),
  bytes: z.number().int(),
  modifiedAt: timestamp,
  /** Uploaded less than an hour ago: a dialog that uses it may be open, so it is not deleted. */
  recent: z.boolean(),
  /** Put there by hand, not by the panel: something out of the panel's sight may use it. */
  byHand: z.boolean(),
});

export type UnusedFile = z.infer<typeof unusedFile>;

export const filesOverview = z.object({
  count: z.number().int(),
  bytes: z.number().int(),
  unused: z.array(unusedFile),
});

/** `released`: the author has just let go of them, so an hour need not pass. */
export const deleteFiles = z.object({
  names: z.array(z.string().min(1).max(400)).min(1, 'Nessun file scelto.').max(1_000),
  released: z.boolean().optional(),
});

/** Uploads that a draft in a browser speaks of, or speaks of no more: meanwhile they are not swept away. */
export const holdFiles = z.object({ names: z.array(z.string().min(1).max(400)).max(100), held: z.boolean() });

/** The names that were deleted, and those that stayed because something uses them or they are recent. */
export const deletedFiles = z.object({ deleted: z.array(z.string()), kept: z.array(z.string()) });
