import { z } from 'zod';
import { change } from './backup.ts';
import { bookContent } from './book.ts';
import { galleryImage } from './gallery.ts';
import { memoryCard } from './memory-cards.ts';
import { musicCode } from './music-codes.ts';
import { section } from './sections.ts';
import { unlockCode } from './unlock-codes.ts';
import { id, timestamp } from './values.ts';

/** What a package says it is, and the newest form of it that this program reads (docs/decisions/025). */
export const packageFormat = 'libro';
export const packageVersion = 1;

const count = z.number().int().min(0);
const many = <Record extends z.ZodType>(record: Record, max: number) => z.array(record).max(max);

/** An upload that stands in for a recording of the book, by the place it has there. */
export const packedRecording = z.object({
  id,
  name: z.string().max(400),
  type: z.string().max(100),
  bytes: count,
  seconds: z.number().optional(),
  fileName: z.string().max(300).optional(),
  since: timestamp,
});

/** Everything that a book has in words: the file `libro.json` of a package. */
export const packageTexts = z.object({
  /** `published`: what readers see, `null` where nothing was ever published; `draft`: where it says something else. */
  book: z.object({ published: bookContent.nullable(), draft: bookContent.nullable() }),
  sections: many(section, 5_000),
  memoryCards: many(memoryCard, 200_000),
  /** Without `code`: the site that reads it makes one. What readers have used stays where they are. */
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

/** The file `pacchetto.json` of a package: what it is and what else is in it, each with its checksum. */
export const packageManifest = z.object({
  format: z.literal(packageFormat),
  version: z.literal(packageVersion),
  texts: packedFile.omit({ name: true }),
  files: many(packedFile, 20_000),
});
export type PackageManifest = z.infer<typeof packageManifest>;

/** The collections that a package replaces whole. */
export const packageCollections = [
  'sections',
  'unlockCodes',
  'musicCodes',
  'galleryImages',
  'memoryCards',
] as const;

/** `none`: the codes go along without their values, so that the package opens nothing. */
export const exportPackage = z.object({ codes: z.enum(['none', 'values']).default('none') });

/** What an import would change; nothing has been changed yet. */
export const packagePlan = z.object({
  id,
  /** The book of the package, and whether readers would see another one than now. */
  title: z.string(),
  author: z.string(),
  isOtherBook: z.boolean(),
  collections: z.record(z.enum(packageCollections), change),
  /** Codes that come without a value and that this site does not have: they get new ones. */
  newCodes: count,
  /** Files that would be added; those that are here already are not. */
  files: z.object({ added: count, bytes: count }),
  /** Names of what would have no file to show. */
  missingFiles: z.array(z.string()),
  /** Records that could not be written in the panel today, each with what is wrong with it. */
  doubtful: z.array(z.string()),
  /** Whether the site has all of it already. */
  isSame: z.boolean(),
});
export type PackagePlan = z.infer<typeof packagePlan>;

/** `last`: the import that can be taken back until `until`; `undone`: it was, and can be put in again. */
export const packageStatus = z.object({
  last: z.object({ at: timestamp, until: timestamp, title: z.string(), undone: z.boolean() }).optional(),
});
export type PackageStatus = z.infer<typeof packageStatus>;
