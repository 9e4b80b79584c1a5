import { z } from 'zod';
import { strayWord } from './summaries.ts';
import { id, timestamp } from './values.ts';

/** The entities whose dialogs a finding can lead to. */
const checkedEntity = z.enum(['sections', 'unlockCodes', 'musicCodes', 'gallery']);
export type CheckedEntity = z.infer<typeof checkedEntity>;

/** A text that says what its reader may not have met. */
const finding = z.object({
  kind: z.enum(['summary', 'card', 'title', 'label', 'gallery', 'track', 'site', 'published', 'reply']),
  /** Where it stands, in Italian: «Galleria: Campo Solare 6». */
  where: z.string(),
  /** The text, shortened. */
  text: z.string(),
  words: z.array(strayWord),
  /** What its reader has read for certain. */
  level: z.number().int(),
  /** The dialog where it is mended; without one `file` is. */
  place: z.object({ entity: checkedEntity, id }).optional(),
  file: z.string().optional(),
});
export type Finding = z.infer<typeof finding>;

const tally = z.object({ asked: z.number().int(), wrong: z.number().int() });

const spoilerReport = z.object({
  at: timestamp,
  levels: z.number().int(),
  /** Texts that were read. */
  texts: z.number().int(),
  /** Prompts that would change if the locked sections were not there: none may. */
  prompts: tally,
  /** Replies to hostile questions, of models that tell all they are given or know, in which something locked was left. */
  replies: tally,
  findings: z.array(finding),
  /** What could not be looked at, and why, in Italian; the rest was. */
  unchecked: z.array(z.object({ where: z.string(), why: z.string() })),
});
export type Unchecked = SpoilerReport['unchecked'][number];
export type SpoilerReport = z.infer<typeof spoilerReport>;

export const spoilerCheck = z.object({
  state: z.enum(['idle', 'running', 'failed']),
  /** Steps done, of `total`; and what is being looked at, in Italian. */
  done: z.number().int(),
  total: z.number().int(),
  step: z.string(),
  /** What stopped it, in Italian, where it failed. */
  problem: z.string().optional(),
  /** The last one that was finished since the server started. */
  report: spoilerReport.optional(),
  /** The book was changed after the report. */
  outdated: z.boolean(),
});
export type SpoilerCheck = z.infer<typeof spoilerCheck>;
