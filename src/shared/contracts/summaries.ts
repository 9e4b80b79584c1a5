import { z } from 'zod';
import { id, timestamp } from './values.ts';

/** The shorter forms of a section: 70 % and 30 % of its words, and one sentence. */
export const summaryForms = ['reduced70', 'reduced30', 'line'] as const;
const summaryForm = z.enum(summaryForms, 'La forma richiesta non esiste.');
export type SummaryForm = z.infer<typeof summaryForm>;

/** The field of a section that holds each form. */
export const summaryFields = {
  reduced70: 'contentReduced70',
  reduced30: 'contentReduced30',
  line: 'contentLine',
} as const satisfies Record<SummaryForm, string>;

/** Shares of the section's words a form may take, and the one a generator aims at. */
export const summaryShares = {
  reduced70: { least: 0.6, most: 0.75, target: 0.68 },
  reduced30: { least: 0.25, most: 0.35, target: 0.31 },
} as const;

/** A text of fewer words is its own summary. */
export const fewestWords = 60;

/**
 * How a form came about, for those that were generated; one without this is the author's and is never overwritten.
 * `by`: the model's name, or `inHouse`. `of`: the fingerprint of the text it was made from.
 */
export const generatedForm = z.object({ by: z.string(), of: z.string() });
export type GeneratedForm = z.infer<typeof generatedForm>;

/** What stands for our own summariser in `by`. */
export const inHouse = 'inHouse';

/** A word of a form that its own section does not have. `first`: the later section that has it first; none if no section has. */
export const strayWord = z.object({ word: z.string(), first: z.number().int().optional() });
export type StrayWord = z.infer<typeof strayWord>;

/** The whole book's summaries: how far they are, and what is wrong with them. */
export const summariesProgress = z.object({
  /**
   * `idle`: nothing to do; `running`; `waiting`: the provider asked to wait until `until`; `cancelled` and `failed`: something
   * is missing, and waits for the author.
   */
  state: z.enum(['idle', 'running', 'waiting', 'cancelled', 'failed']),
  /** Sections whose forms are all there and fresh, of those that are long enough to have any. */
  done: z.number().int(),
  total: z.number().int(),
  /** Who makes them: the model's name, or `inHouse`. */
  maker: z.string(),
  current: z
    .object({ sectionNumber: z.number().int(), title: z.string(), form: summaryForm, by: z.string() })
    .optional(),
  until: timestamp.optional(),
  /** Why it stopped, in one Italian sentence. */
  failure: z.string().optional(),
  /** Forms that use a name or a term of a later section, or one that their own section does not have. */
  flags: z.array(z.object({ sectionId: id, form: summaryForm, words: z.array(strayWord) })),
  /** Generated forms whose section was changed afterwards. */
  stale: z.array(z.object({ sectionId: id, form: summaryForm })),
});
export type SummariesProgress = z.infer<typeof summariesProgress>;

/** `withoutModel`: with our own summariser, for this run, although there is a provider. */
export const retrySummaries = z.object({ withoutModel: z.boolean().default(false) });
export const regenerateSummary = z.object({ id, form: summaryForm });
