import { z } from 'zod';
import { id, timestamp } from './values.ts';

/** How long what was deleted stays in the bin. */
export const binDays = 30;

/** The collections whose deleted records lie in the bin. */
export const binKinds = ['sections', 'unlockCodes', 'musicCodes', 'galleryImages', 'memoryCards'] as const;
export const binKind = z.enum(binKinds);
export type BinKind = z.infer<typeof binKind>;

/** What one deletion took away. `count`: how many records of its kind; with a section its cards come along. */
export const binEntry = z.object({
  id,
  kind: binKind,
  /** In Italian, as a list names it: «Sezione 7, Il mercato». */
  name: z.string(),
  count: z.number().int().min(1),
  deletedAt: timestamp,
  /** When the server takes it away for good. */
  until: timestamp,
});
export type BinEntry = z.infer<typeof binEntry>;

/** How many records came back; `refused` says of the others why not, in Italian: they stay in the bin. */
export const binRestored = z.object({ restored: z.number().int().min(1), refused: z.array(z.string()) });
export type BinRestored = z.infer<typeof binRestored>;
