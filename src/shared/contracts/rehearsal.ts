import { z } from 'zod';
import { chatLimits } from './chat-limits.ts';
import { chatReply } from './chat.ts';
import { requiredText, wholeNumber } from './values.ts';

/** A test question at any level; nothing is stored. */
export const rehearse = z.object({
  level: wholeNumber('Il livello', 0),
  question: requiredText('La domanda', chatLimits.message),
});

/** `merged`: several sections in one line; `passage`: paragraphs that match the question; `card`: a memory card. */
const memorySize = z.enum(['line', '30', '70', 'full', 'merged', 'passage', 'card']);
export type MemorySize = z.infer<typeof memorySize>;

const count = z.number().int().min(0);

const entry = z.object({
  sections: z.array(z.number().int()),
  title: z.string(),
  size: memorySize,
  tokens: count,
});

const price = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('free') }),
  z.object({ kind: z.literal('unknown') }),
  z.object({
    kind: z.literal('listed'),
    currency: z.string(),
    input: z.number(),
    output: z.number(),
    /** Of this answer, from estimated tokens. */
    cost: z.number(),
    source: z.string(),
    date: z.string(),
  }),
]);

/** The reply and its whole prompt. Tokens are estimates, a little above the provider's count. */
export const rehearsal = chatReply.extend({
  /** The model's name, `guard` when the guard withheld the replies, `help` for a reader in danger. */
  model: z.string(),
  failure: z.string().optional(),
  level: z.number().int(),
  /** Memory cards open at the level; those in the prompt are among the entries. */
  cards: count,
  tokens: z.object({
    /** Maximum tokens of prompt and answer together. */
    budget: count,
    /** Entries, persona, rules and question. */
    prompt: count,
    frame: count,
    reserved: count,
    response: count,
  }),
  /** Each unlocked section once, the same for every reader of the level. */
  stable: z.array(entry),
  /** Entries added for this question. */
  forQuestion: z.array(entry),
  locked: z.array(z.number().int()),
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
  price,
});
export type Rehearsal = z.infer<typeof rehearsal>;
