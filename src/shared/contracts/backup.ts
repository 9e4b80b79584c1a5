import { z } from 'zod';
import { timestamp } from './values.ts';

const count = z.number().int().min(0);

/** How many are there, how many would be there, and how many of them would appear, disappear and change. */
export const change = z.object({ now: count, then: count, added: count, removed: count, changed: count });

export type Change = z.infer<typeof change>;

/** What a restore would change; nothing has been changed yet. */
export const restorePlan = z.object({
  id: z.string(),
  /** The schema version of the file, and that of this program, to which it is brought. */
  schema: z.object({ file: count, here: count }),
  collections: z.object({
    sections: change,
    unlockCodes: change,
    musicCodes: change,
    galleryImages: change,
    users: change,
    chatMessages: change,
    memoryCards: change,
  }),
  /** Readers who would be at a lower level, and readers above level 0 who would no longer be known. */
  readers: z.object({ lowered: count, forgotten: count }),
  /** With the archive of the files; without it the files stay as they are. */
  files: change.extend({ bytes: count }).optional(),
  /** Records that could not be written today, each with what is wrong with it: an old or altered backup. */
  doubtful: z.array(z.string()),
  /** Titles of gallery images and labels of recordings whose file would be missing. */
  missingFiles: z.array(z.string()),
});

export type RestorePlan = z.infer<typeof restorePlan>;

/** The state that a restore replaced: it can be put back until `until`. */
const undoable = z.object({
  /** When it was replaced. */
  at: timestamp,
  until: timestamp,
  /** Whether the files were replaced too. */
  files: z.boolean(),
  /** Whether what would be put back is the restored backup, because the restore was undone. */
  undone: z.boolean(),
});

/** What the daily check of the uploads found: each is compared with the checksum in its name, or that of its copy. */
const filesCheck = z.object({
  at: timestamp,
  /** Files that are as they were uploaded, or that nothing tells anything about. */
  checked: count,
  /** Names of files whose content is not what was uploaded. */
  damaged: z.array(z.string()),
  /** Names of those that were brought back whole from the bucket. */
  mended: z.array(z.string()),
});

export type FilesCheck = z.infer<typeof filesCheck>;

export const backupStatus = z.object({
  database: z.object({ bytes: count, downloadedAt: timestamp.optional() }),
  files: z.object({ count, bytes: count, downloadedAt: timestamp.optional() }),
  filesCheck: filesCheck.optional(),
  undo: undoable.optional(),
});

export type BackupStatus = z.infer<typeof backupStatus>;
