import { z } from 'zod';

/** Absent: unchanged; empty: none. */
const text = (max: number) => z.string().trim().max(max).optional();
const address = text(500).refine(
  (value) => value === undefined || value === '' || isWebAddress(value),
  'L’indirizzo deve cominciare con http:// o https://, come http://127.0.0.1:11434/v1.',
);

/** Sent in an HTTP header, which allows only these characters. */
const key = text(500).refine(
  (value) => value === undefined || /^[\x21-\x7e]*$/.test(value),
  'La chiave contiene spazi o segni che una chiave non ha: copiala di nuovo.',
);

/** Values of the form; a stored key is never sent to the browser. */
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

/** Spending limits; absent: none. Money in dollars. */
const modelLimits = z.object({
  tokensPerMinute: limit(1e9),
  dayTokens: limit(1e12),
  monthTokens: limit(1e12),
  dayMoney: limit(1e6),
  monthMoney: limit(1e6),
  /** Share of the daily tokens that one reader may use, in percent. */
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
/** `cached`: prompt tokens that the provider had cached. */
const spent = z.object({
  prompt: z.number(),
  completion: z.number(),
  money: z.number(),
  cached: z.number(),
});

/** Stored settings, values fixed by the environment (which win), and today's usage. */
export const modelSettings = z.object({
  address: z.string(),
  model: z.string(),
  hasKey: z.boolean(),
  fixed: z.object({ connection: z.boolean(), model: z.boolean(), limits: z.array(z.string()) }),
  limits: shownLimits,
  inUse: z.string().optional(),
  today: spent,
  thisMonth: spent,
  /** Without a known price, money counts as zero. */
  isPriced: z.boolean(),
  /** Today's replies of the model, and of the embedded character with the reason in Italian. */
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

export const modelTrial = z.object({
  answer: z.string(),
  model: z.string(),
  milliseconds: z.number(),
  tokens: z.number(),
  /** In dollars. */
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
