import { z } from 'zod';
import { section } from './sections.ts';
import { id, timestamp, versionRead } from './values.ts';

/** Versions per section, and stored bytes of all versions together. */
export const versionLimits = { perSection: 30, bytes: 20 * 1024 * 1024 } as const;

export const sectionVersion = z.object({
  id,
  title: z.string(),
  words: z.number().int().min(0),
  writtenAt: timestamp,
  replacedAt: timestamp,
});
export type SectionVersion = z.infer<typeof sectionVersion>;

/** As the database has it, packed; `id` is the section's and the moment of its text. */
export const storedVersion = z.object({
  id: z.string(),
  sectionId: id,
  title: z.string(),
  words: z.number().int(),
  writtenAt: timestamp,
  replacedAt: timestamp,
  /** The uploads it speaks of. */
  addresses: z.array(z.string()),
  packed: z.string(),
});
export type StoredVersion = z.infer<typeof storedVersion>;

const texts = section.pick({
  title: true,
  content: true,
  contentReduced70: true,
  contentReduced30: true,
  contentLine: true,
});

export const sectionVersionText = sectionVersion.extend(texts.shape);
export type SectionVersionText = z.infer<typeof sectionVersionText>;

export const versionAddress = z.object({ id, version: id });
/** `updatedAt`: of the section that it replaces. */
export const takeBackVersion = versionAddress.extend({ updatedAt: versionRead });
