import { z } from 'zod';
import { chatLimits } from './chat-limits.ts';
import { chatReply } from './chat.ts';
import { requiredText, wholeNumber } from './values.ts';

/** A question to the character as a reader of any level would ask it; nothing of it is kept. */
export const rehearse = z.object({
  level: wholeNumber('Il livello', 0),
  question: requiredText('La domanda', chatLimits.message),
});

/** `merged`: several sections in one line; `passage`: the paragraphs that match the question; `card`: a memory card. */
const memorySize = z.enum(['line', '30', '70', 'full', 'merged', 'passage', 'card']);
export type MemorySize = z.infer<typeof memorySize>;

const count = z.number().int().min(0);

const entry = z.object({
  sections: z.array(z.number().int()),
  title: z.string(),
  size: memorySize,
  tokens: count,
});

/** A section that entered the prompt otherwise than one level before: at which sizes then, at which now. */
const difference = z.object({
  section: z.number().int(),
  title: z.string(),
  before: z.array(memorySize),
  now: z.array(memorySize),
});

/** `free`: the embedded model; `unknown`: the price list does not have the model. Money in units of `currency`. */
const price = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('free') }),
  z.object({ kind: z.literal('unknown') }),
  z.object({
    kind: z.literal('listed'),
    currency: z.string(),
    input: z.number(),
    output: z.number(),
    /** Of this answer, tokens as estimated. */
    cost: z.number(),
    source: z.string(),
    date: z.string(),
  }),
]);

/** The reply, and all that the model was given for it. Tokens are estimates, a little above the provider's count. */
export const rehearsal = chatReply.extend({
  /** Who answered: the model's name, `guard` when the guard withheld what the models said, `help` to somebody in danger. */
  model: z.string(),
  /** Why another model than the provider's answered, in one Italian sentence. */
  failure: z.string().optional(),
  level: z.number().int(),
  /** Memory cards open at the level; those that enter a provider's prompt stand among the entries. */
  cards: count,
  tokens: z.object({
    /** What prompt and answer may take together. */
    budget: count,
    /** Everything sent: the entries, persona and rules, the question. */
    prompt: count,
    /** Persona, rules and question. */
    frame: count,
    /** Kept free for the answer. */
    reserved: count,
    /** What the reply took. */
    response: count,
  }),
  /** Each unlocked section once, the same for every reader of the level. */
  stable: z.array(entry),
  /** What this question added. */
  forQuestion: z.array(entry),
  /** Sections the gate kept shut. */
  locked: z.array(z.number().int()),
  /** The prompt itself, message by message. */
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
  price,
  /** Against the level before, with the same question; absent at level 0. */
  before: z.object({ level: z.number().int(), tokens: count, differences: z.array(difference) }).optional(),
});
export type Rehearsal = z.infer<typeof rehearsal>;
