import { z } from 'zod';
import { change } from './backup.ts';
import { bookContent, bookDraft } from './book.ts';
import { galleryImage } from './gallery.ts';
import { memoryCard } from './memory-cards.ts';
import { musicCode } from './music-codes.ts';
import { section } from './sections.ts';
import { unlockCode } from './unlock-codes.ts';
import { id, timestamp } from './values.ts';

/** Format identifier of a package, and the newest version that can be read (docs/decisions/025). */
export const packageFormat = 'libro';
export const packageVersion = 1;

const count = z.number().int().min(0);
const many = <Record extends z.ZodType>(record: Record, max: number) => z.array(record).max(max);

/** Upload that replaces a recording of the book, with its slot. */
export const packedRecording = z.object({
  id,
  name: z.string().max(400),
  type: z.string().max(100),
  bytes: count,
  seconds: z.number().optional(),
  fileName: z.string().max(300).optional(),
  since: timestamp,
});

/** The file `libro.json` of a package: all texts of a book. */
export const packageTexts = z.object({
  /** `published`: what readers see, `null` if never published; `draft`: only where it differs. */
  book: z.object({ published: bookContent.nullable(), draft: bookDraft.nullable() }),
  sections: many(section, 5_000),
  memoryCards: many(memoryCard, 200_000),
  /** Without `code` the importing site generates one. Use counts are not exported. */
  unlockCodes: many(
    unlockCode.omit({ usedCount: true, lastUsedAt: true }).extend({ code: z.string().max(128).optional() }),
    200_000,
  ),
  musicCodes: many(musicCode.extend({ code: z.string().max(128).optional() }), 200_000),
  galleryImages: many(galleryImage, 10_000),
  recordings: many(packedRecording, 1_000),
});
export type PackageTexts = z.infer<typeof packageTexts>;

const packedFile = z.object({
  name: z.string().max(400),
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type PackedFile = z.infer<typeof packedFile>;

/** The file `pacchetto.json` of a package: its format and its other files with checksums. */
export const packageManifest = z.object({
  format: z.literal(packageFormat),
  version: z.literal(packageVersion),
  texts: packedFile.omit({ name: true }),
  files: many(packedFile, 20_000),
});
export type PackageManifest = z.infer<typeof packageManifest>;

/** Collections that an import replaces completely. */
export const packageCollections = [
  'sections',
  'unlockCodes',
  'musicCodes',
  'galleryImages',
  'memoryCards',
] as const;

/** `none`: codes are exported without values, so that the package unlocks nothing. */
export const exportPackage = z.object({ codes: z.enum(['none', 'values']).default('none') });

/** What an import would change; nothing is written yet. */
export const packagePlan = z.object({
  id,
  /** `isOtherBook`: readers would see a different book. */
  title: z.string(),
  author: z.string(),
  isOtherBook: z.boolean(),
  collections: z.record(z.enum(packageCollections), change),
  /** Codes without a value that this site lacks: new values are generated. */
  newCodes: count,
  files: z.object({ added: count, bytes: count }),
  missingFiles: z.array(z.string()),
  /** Records that the panel would refuse today, each with the reason. */
  doubtful: z.array(z.string()),
  isSame: z.boolean(),
});
export type PackagePlan = z.infer<typeof packagePlan>;
