import { z } from 'zod';
import { id, timestamp } from './values.ts';

/** Days that a deleted record stays in the bin. */
export const binDays = 30;

export const binKinds = [
  'sections',
  'unlockCodes',
  'musicCodes',
  'galleryImages',
  'memoryCards',
  'articles',
] as const;
export const binKind = z.enum(binKinds);
export type BinKind = z.infer<typeof binKind>;

/** As the database has it: packed, so that it costs half and nothing that reads records finds its words. */
export const storedBinEntry = z.object({
  id,
  kind: binKind,
  name: z.string(),
  count: z.number().int().min(1),
  deletedAt: timestamp,
  /** The sections in it: their versions stay as long as they do. */
  sectionIds: z.array(z.string()).optional(),
  /** The uploads it speaks of: as long as it can come back they are in use. */
  addresses: z.array(z.string()),
  packed: z.string(),
});
export type StoredBinEntry = z.infer<typeof storedBinEntry>;

/** One deletion. `count`: records of its kind; a section takes its cards along. */
export const binEntry = z.object({
  id,
  kind: binKind,
  name: z.string(),
  count: z.number().int().min(1),
  deletedAt: timestamp,
  until: timestamp,
});
export type BinEntry = z.infer<typeof binEntry>;

/** `restored`: number of records; `refused`: why the others stay in the bin, in Italian. */
export const binRestored = z.object({ restored: z.number().int().min(1), refused: z.array(z.string()) });
export type BinRestored = z.infer<typeof binRestored>;
