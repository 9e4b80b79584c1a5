import { z } from 'zod';
import { timestamp } from './values.ts';

const count = z.number().int().min(0);

/** Record counts now and after the restore, and how many would be added, removed and changed. */
export const change = z.object({ now: count, then: count, added: count, removed: count, changed: count });

export type Change = z.infer<typeof change>;

/** What a restore would change; nothing is written yet. */
export const restorePlan = z.object({
  id: z.string(),
  /** Schema versions of the file and of this program, to which the file is migrated. */
  schema: z.object({ file: count, here: count }),
  collections: z.object({
    sections: change,
    unlockCodes: change,
    musicCodes: change,
    galleryImages: change,
    users: change,
    chatMessages: change,
    memoryCards: change,
    articles: change,
    /** Draft and versions of «Il libro». */
    book: change,
    /** Uploads that stand in for the book's recordings. */
    recordings: change,
    /** Entries of the bin and older texts of sections: none of now goes. */
    past: change,
  }),
  /** Fields of «Il libro» that would differ, such as `landing.hero.line`: as readers see it, and as the draft has it. */
  book: z.object({ published: z.array(z.string()), draft: z.array(z.string()) }),
  /** Readers whose level would drop, and readers above level 0 who would be deleted. */
  readers: z.object({ lowered: count, forgotten: count }),
  /** Only with a file archive; without one the files stay as they are. */
  files: change.extend({ bytes: count }).optional(),
  /** Records of an old or altered backup that fail today's contracts, each with the reason. */
  doubtful: z.array(z.string()),
  /** Titles of gallery images and labels of recordings whose file would be missing. */
  missingFiles: z.array(z.string()),
});

export type RestorePlan = z.infer<typeof restorePlan>;

/** Daily check of the uploads: each is compared with the checksum in its name, or with its copy's. */
const filesCheck = z.object({
  at: timestamp,
  /** Files that are intact or have no known checksum. */
  checked: count,
  damaged: z.array(z.string()),
  mended: z.array(z.string()),
});

export type FilesCheck = z.infer<typeof filesCheck>;

export const backupStatus = z.object({
  database: z.object({ bytes: count, downloadedAt: timestamp.optional() }),
  files: z.object({ count, bytes: count, downloadedAt: timestamp.optional() }),
  filesCheck: filesCheck.optional(),
});

export type BackupStatus = z.infer<typeof backupStatus>;
