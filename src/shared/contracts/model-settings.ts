import { z } from 'zod';

/** Absent: as it is; empty: none. */
const text = (max: number) => z.string().trim().max(max).optional();
const address = text(500).refine(
  (value) => value === undefined || value === '' || isWebAddress(value),
  'L’indirizzo deve cominciare con http:// o https://, come http://127.0.0.1:11434/v1.',
);

/** It travels in a header, which takes no other signs. */
const key = text(500).refine(
  (value) => value === undefined || /^[\x21-\x7e]*$/.test(value),
  'La chiave contiene spazi o segni che una chiave non ha: copiala di nuovo.',
);

/** Where the language model is, as it stands in the form: of a key what was just typed, never the one that is kept. */
const connection = { address, key, model: text(200) };
export const modelDraft = z.object(connection);
export type ModelDraft = z.infer<typeof modelDraft>;

const limit = (max: number) =>
  z
    .number('Il tetto deve essere un numero.')
    .min(0, 'Il tetto non può essere negativo.')
    .max(max, 'Il tetto è troppo alto.')
    .nullish()
    .transform((value) => value ?? undefined);

/** The most that the model may cost; absent: no limit. Money in dollars. */
const modelLimits = z.object({
  tokensPerMinute: limit(1e9),
  dayTokens: limit(1e12),
  monthTokens: limit(1e12),
  dayMoney: limit(1e6),
  monthMoney: limit(1e6),
  /** The part of a day's tokens that one reader may take, in percent. */
  readerShare: limit(100),
});
export type ModelLimits = Partial<z.infer<typeof modelLimits>>;

export const saveModelSettings = z.object({ ...connection, limits: modelLimits.optional() });

const shownLimits = z.object({
  tokensPerMinute: z.number().optional(),
  dayTokens: z.number().optional(),
  monthTokens: z.number().optional(),
  dayMoney: z.number().optional(),
  monthMoney: z.number().optional(),
  readerShare: z.number().optional(),
});
/** `cached`: of the prompts, tokens that the service had kept. */
const spent = z.object({
  prompt: z.number(),
  completion: z.number(),
  money: z.number(),
  cached: z.number(),
});

/** What is set, what of it the environment says (that wins), and how the model has done today. */
export const modelSettings = z.object({
  address: z.string(),
  model: z.string(),
  hasKey: z.boolean(),
  /** Set by the environment: the panel cannot change it. */
  fixed: z.object({ connection: z.boolean(), model: z.boolean(), limits: z.array(z.string()) }),
  limits: shownLimits,
  /** Who answers now; absent: the embedded character. */
  inUse: z.string().optional(),
  today: spent,
  thisMonth: spent,
  /** Whether the model's price is known: without it money counts as nothing. */
  isPriced: z.boolean(),
  /** Replies of today: the model's, and the embedded character's with the reason in one Italian sentence. */
  replies: z.object({
    model: z.number(),
    embedded: z.array(z.object({ reason: z.string(), count: z.number() })),
  }),
  notices: z.array(z.string()),
});
export type ModelSettings = z.infer<typeof modelSettings>;

export const listedModels = z.object({
  models: z.array(
    z.object({ id: z.string(), price: z.object({ input: z.number(), output: z.number() }).optional() }),
  ),
});

/** One real call: what the model said, how long it took, and what it cost where that is known. */
export const modelTrial = z.object({
  answer: z.string(),
  model: z.string(),
  milliseconds: z.number(),
  tokens: z.number(),
  /** Dollars. */
  cost: z.number().optional(),
});

export type ModelTrial = z.infer<typeof modelTrial>;

function isWebAddress(value: string): boolean {
  try {
    return /^https?:$/.test(new URL(value).protocol);
  } catch {
    return false;
  }
}
