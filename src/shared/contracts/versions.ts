import { z } from 'zod';
import { section } from './sections.ts';
import { id, timestamp, versionRead } from './values.ts';

/** How many texts of before are kept of each section, and how much of all of them together as they are stored. */
export const versionLimits = { perSection: 30, bytes: 20 * 1024 * 1024 } as const;

/** A text that a section had: since `writtenAt`, until `replacedAt`. */
export const sectionVersion = z.object({
  id,
  title: z.string(),
  words: z.number().int().min(0),
  writtenAt: timestamp,
  replacedAt: timestamp,
});
export type SectionVersion = z.infer<typeof sectionVersion>;

const texts = section.pick({
  title: true,
  content: true,
  contentReduced70: true,
  contentReduced30: true,
  contentLine: true,
});

/** One of them with its words. */
export const sectionVersionText = sectionVersion.extend(texts.shape);
export type SectionVersionText = z.infer<typeof sectionVersionText>;

/** One version of one section. */
export const versionAddress = z.object({ id, version: id });
/** `updatedAt` of the section that it takes the place of. */
export const takeBackVersion = versionAddress.extend({ updatedAt: versionRead });
