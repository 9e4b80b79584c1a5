import { z } from 'zod';
import { restorePlan } from './backup.ts';
import { binKind } from './bin.ts';
import { id, timestamp, versionRead } from './values.ts';

/** How many are listed at once: more are found by more words. */
export const listedEntries = 100;

/**
 * How something in a waiting backup stands beside the site: only the backup has it (`missing`), both have it otherwise (`changed`)
 * or alike (`same`), only the site has it (`gone`: a whole restore would take it away).
 */
const entryState = z.enum(['missing', 'changed', 'same', 'gone']);
export type EntryState = z.infer<typeof entryState>;

const entry = z.object({
  kind: binKind,
  id,
  /** In Italian, as a list names it: «Sezione 7, Il mercato». */
  name: z.string(),
  state: entryState,
});

export const backupEntries = z.object({
  /** The first {@link listedEntries} that were found. */
  entries: z.array(entry),
  /** How many were found. */
  total: z.number().int(),
});
export type BackupEntries = z.infer<typeof backupEntries>;

/** Every word must be somewhere in what is looked for; `all`: also what is alike here and there. */
export const findEntries = z.object({
  id,
  search: z.string().max(200, 'Cerca con meno parole.').default(''),
  all: z.literal('1').optional(),
});

export const entryAddress = z.object({ id, kind: binKind, entry: id });
/** `updatedAt` of what is there now, as the author saw it. */
export const takeEntry = entryAddress.extend({ updatedAt: versionRead });

/** One thing of a backup beside what is there now, field by field where they differ. */
export const backupEntry = entry.extend({
  /** Of what is there now. */
  updatedAt: timestamp.optional(),
  /** Why it cannot be taken now, in Italian. */
  obstacle: z.string().optional(),
  /** What else the author should know before. */
  note: z.string().optional(),
  /** `field`: of the contract; `then` and `now` as they are stored, moments in ISO 8601. */
  fields: z.array(z.object({ field: z.string(), label: z.string(), then: z.string(), now: z.string() })),
});
export type BackupEntry = z.infer<typeof backupEntry>;

/** Where what was replaced is now. */
export const entryTaken = z.object({
  name: z.string(),
  replaced: z.enum(['versions', 'bin', 'nothing']),
  /** What the rest of the backup would change now; absent when the plan went away meanwhile. */
  plan: restorePlan.optional(),
});
