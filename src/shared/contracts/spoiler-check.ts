import { z } from 'zod';
import { strayWord } from './summaries.ts';
import { id, timestamp } from './values.ts';

/** Entities with a dialog that a finding can link to. */
const checkedEntity = z.enum(['sections', 'unlockCodes', 'musicCodes', 'gallery', 'articles']);
export type CheckedEntity = z.infer<typeof checkedEntity>;

/** A text that mentions something its reader may not have read. */
const finding = z.object({
  kind: z.enum(['summary', 'card', 'title', 'label', 'gallery', 'track', 'site', 'published', 'reply']),
  where: z.string(),
  text: z.string(),
  words: z.array(strayWord),
  /** Level that its readers have certainly reached. */
  level: z.number().int(),
  /** Dialog to edit it; without one `file` names the place. */
  place: z.object({ entity: checkedEntity, id }).optional(),
  file: z.string().optional(),
});
export type Finding = z.infer<typeof finding>;

const tally = z.object({ asked: z.number().int(), wrong: z.number().int() });

const spoilerReport = z.object({
  at: timestamp,
  levels: z.number().int(),
  texts: z.number().int(),
  /** Prompts that change when the locked sections are removed: none may. */
  prompts: tally,
  /** Replies to hostile questions, by models that repeat all they know, with something locked left in them. */
  replies: tally,
  findings: z.array(finding),
  unchecked: z.array(z.object({ where: z.string(), why: z.string() })),
});
export type Unchecked = SpoilerReport['unchecked'][number];
export type SpoilerReport = z.infer<typeof spoilerReport>;

export const spoilerCheck = z.object({
  state: z.enum(['idle', 'running', 'failed']),
  /** Steps done, of `total`, and the current step in Italian. */
  done: z.number().int(),
  total: z.number().int(),
  step: z.string(),
  problem: z.string().optional(),
  /** The last report finished since the start. */
  report: spoilerReport.optional(),
  outdated: z.boolean(),
});
export type SpoilerCheck = z.infer<typeof spoilerCheck>;
