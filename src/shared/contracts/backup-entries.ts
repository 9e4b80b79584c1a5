import { z } from 'zod';
import { restorePlan } from './backup.ts';
import { binKind } from './bin.ts';
import { bookDraft } from './book.ts';
import { id, timestamp, versionRead } from './values.ts';

export const listedEntries = 100;

/**
 * `missing`: only in the backup; `gone`: only on the site, a full restore would delete it; `changed`, `same`: in both.
 */
const entryState = z.enum(['missing', 'changed', 'same', 'gone']);
export type EntryState = z.infer<typeof entryState>;

const entry = z.object({
  kind: binKind,
  id,
  /** Italian label, such as «Sezione 7, Il mercato». */
  name: z.string(),
  state: entryState,
});

export const backupEntries = z.object({
  entries: z.array(entry),
  total: z.number().int(),
});
export type BackupEntries = z.infer<typeof backupEntries>;

/** Every word must match; `all` includes unchanged entries. */
export const findEntries = z.object({
  id,
  search: z.string().max(200, 'Cerca con meno parole.').default(''),
  all: z.literal('1').optional(),
});

export const entryAddress = z.object({ id, kind: binKind, entry: id });
/** `updatedAt`: of the current record, as the author saw it. */
export const takeEntry = entryAddress.extend({ updatedAt: versionRead });

/** A backup entry compared with the site, field by field. */
export const backupEntry = entry.extend({
  updatedAt: timestamp.optional(),
  obstacle: z.string().optional(),
  note: z.string().optional(),
  /** `field`: name in the contract; `then` and `now` as stored, times in ISO 8601. */
  fields: z.array(z.object({ field: z.string(), label: z.string(), then: z.string(), now: z.string() })),
});
export type BackupEntry = z.infer<typeof backupEntry>;

/** `replaced`: where the previous record is now. */
export const entryTaken = z.object({
  name: z.string(),
  replaced: z.enum(['versions', 'bin', 'nothing']),
  /** Remaining changes of the backup; absent when the plan has expired. */
  plan: restorePlan.optional(),
});

/** `draft`: of now, with parts of the backup's. */
export const takeBook = z.object({ id, draft: bookDraft });
export const bookTaken = entryTaken.pick({ plan: true });
