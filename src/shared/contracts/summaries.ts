import { z } from 'zod';
import { id, timestamp } from './values.ts';

/** Shorter forms of a section: 70 % and 30 % of its words, and one sentence. */
export const summaryForms = ['reduced70', 'reduced30', 'line'] as const;
const summaryForm = z.enum(summaryForms, 'La forma richiesta non esiste.');
export type SummaryForm = z.infer<typeof summaryForm>;

export const summaryFields = {
  reduced70: 'contentReduced70',
  reduced30: 'contentReduced30',
  line: 'contentLine',
} as const satisfies Record<SummaryForm, string>;

/** Allowed share of the section's words, and the share a generator aims at. */
export const summaryShares = {
  reduced70: { least: 0.6, most: 0.75, target: 0.68 },
  reduced30: { least: 0.25, most: 0.35, target: 0.31 },
} as const;

/** A text of fewer words is its own summary. */
export const fewestWords = 60;

/**
 * Origin of a generated form; a form without one is the author's and never overwritten. `by`: the model's name or
 * `inHouse`. `of`: fingerprint of the source text.
 */
export const generatedForm = z.object({ by: z.string(), of: z.string() });
export type GeneratedForm = z.infer<typeof generatedForm>;

/** `by` of the built-in summariser. */
export const inHouse = 'inHouse';

/** A word of a form that its section lacks. `first`: the later section that introduces it; absent if none does. */
export const strayWord = z.object({ word: z.string(), first: z.number().int().optional() });
export type StrayWord = z.infer<typeof strayWord>;

export const summariesProgress = z.object({
  /** `waiting`: the provider asked to wait until `until`; `cancelled`, `failed`: the rest waits for the author. */
  state: z.enum(['idle', 'running', 'waiting', 'cancelled', 'failed']),
  /** Sections with complete, fresh forms, of those long enough to have any. */
  done: z.number().int(),
  total: z.number().int(),
  maker: z.string(),
  current: z
    .object({ sectionNumber: z.number().int(), title: z.string(), form: summaryForm, by: z.string() })
    .optional(),
  until: timestamp.optional(),
  failure: z.string().optional(),
  /** Forms with a name or term of a later section, or one missing in their own. */
  flags: z.array(z.object({ sectionId: id, form: summaryForm, words: z.array(strayWord) })),
  stale: z.array(z.object({ sectionId: id, form: summaryForm })),
});
export type SummariesProgress = z.infer<typeof summariesProgress>;

/** `withoutModel`: use the built-in summariser for this run, even with a provider. */
export const retrySummaries = z.object({ withoutModel: z.boolean().default(false) });
export const regenerateSummary = z.object({ id, form: summaryForm });
