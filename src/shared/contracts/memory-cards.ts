import { z } from 'zod';
import { strayWord } from './summaries.ts';
import { chosenId, id, optionalText, requiredText, timestamp, versionRead } from './values.ts';

const memoryCardLimits = {
  /** Words per answer. */
  words: { least: 3, most: 60 },
  says: 600,
  ask: 200,
  asks: 20,
  about: 80,
  names: 12,
} as const;

/**
 * `self`: true at any point of the story, said only when asked. `now`: where he is when the section ends. `end`: for
 * readers who have finished the book. The others answer a question.
 */
export const memoryCardKinds = [
  'fact',
  'who',
  'place',
  'thing',
  'why',
  'feeling',
  'opinion',
  'whatif',
  'self',
  'now',
  'end',
] as const;
const memoryCardKind = z.enum(memoryCardKinds, 'Il tipo di ricordo non esiste.');
export type MemoryCardKind = z.infer<typeof memoryCardKind>;

/** Kinds that answer a question; `now` and `end` need none. */
export const askedKind = memoryCardKind.exclude(['now', 'end']);

/** Recommended maximum words of a spoken answer. */
export const spokenWords = 45;

/** Limits in the prompt: cards per section, words per answer, questions per card. */
export const cardWriting = {
  least: 4,
  most: 30,
  words: { least: 12, most: spokenWords },
  asks: { least: 3, most: 6 },
} as const;

const fields = {
  /** Section that unlocks the card; `null`: before the first, always open. */
  sectionId: id.nullable(),
  kind: memoryCardKind,
  /**
   * Names the card is about, as readers write them; for `end` its topics (poi, seguito, adesso, mancanza, saluti,
   * nomi).
   */
  about: z.array(requiredText('Un nome', memoryCardLimits.about)).max(memoryCardLimits.names),
  /** Questions of readers; none for `now` and `end`. */
  asks: z.array(requiredText('Una domanda', memoryCardLimits.ask)).max(memoryCardLimits.asks),
  says: requiredText('La risposta', memoryCardLimits.says),
  more: optionalText('Il seguito', memoryCardLimits.says),
  back: optionalText('La domanda di ritorno', memoryCardLimits.ask),
  /** Last level at which the card is used. */
  until: z
    .number()
    .int()
    .min(0)
    .nullish()
    .transform((level) => level ?? undefined),
  /** Suggested question; it must match this card. */
  chip: optionalText('La domanda suggerita', memoryCardLimits.ask),
  mood: optionalText('L’umore', memoryCardLimits.about),
};

const provenance = z.object({
  by: z.string(),
  of: z.string(),
  /** Generated before passages of its text were marked as unwitnessed: not used until the author saves it. */
  unread: z.boolean().optional(),
});

/** What the character remembers of a section and how he says it: the unit of an answer. */
export const memoryCard = z.object({
  id,
  ...fields,
  more: z.string().optional(),
  back: z.string().optional(),
  until: z.number().int().optional(),
  chip: z.string().optional(),
  mood: z.string().optional(),
  position: z.number().int().min(0),
  /** Absent for the author's cards. `by`: the model; `of`: fingerprint of the source text. */
  generated: provenance.optional(),
  /** Fingerprint of the section's text when the author last saved the card. */
  seen: z.string().optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const createMemoryCard = z.object({ id: chosenId, ...fields });
export const updateMemoryCard = z.object(fields).partial().extend({ id, updatedAt: versionRead });

export type MemoryCard = z.infer<typeof memoryCard>;
export type CreateMemoryCard = z.infer<typeof createMemoryCard>;
export type UpdateMemoryCard = z.infer<typeof updateMemoryCard>;

/** Stands for «before the first section» where an address needs a section id. */
export const beforeTheFirst = 'inizio';

export const sectionOfCards = z.object({ id });

export const listedCard = memoryCard.extend({
  stale: z.boolean(),
  /** Names that readers first meet in a later section. */
  later: z.array(strayWord),
});
export type ListedCard = z.infer<typeof listedCard>;

/** `ids`: all cards of the section in the new order; `from`: the order the author saw. */
export const orderMemoryCards = sectionOfCards.extend({ ids: z.array(id), from: z.array(id).optional() });

export const importMemoryCards = sectionOfCards.extend({
  yaml: requiredText('Il file', 500_000),
  replace: z.boolean().default(false),
});

export const memoryCardsFile = z.object({ name: z.string(), yaml: z.string() });

/** A likely question of readers that no card answers, with its source sentence. */
export const likelyQuestion = z.object({
  question: z.string(),
  kind: memoryCardKind,
  about: z.array(z.string()),
  evidence: z.string(),
});
export type LikelyQuestion = z.infer<typeof likelyQuestion>;

const count = z.number().int().min(0);

/** Estimated tokens, and money when the model's price is known. */
const writingCost = z.object({
  sections: count,
  requests: count,
  input: count,
  output: count,
  price: z
    .object({ cost: z.number(), currency: z.string(), source: z.string(), date: z.string() })
    .optional(),
});
export type WritingCost = z.infer<typeof writingCost>;

/** `section`: absent when it is too short or before the first; `all`: every section without fresh cards. */
export const cardsCost = z.object({ section: writingCost.optional(), all: writingCost });
export type CardsCost = z.infer<typeof cardsCost>;

export const cardsWriting = z.object({
  model: z.string().optional(),
  /** `waiting`: the provider asked to wait until `until`; `failed`: the rest waits for the author. */
  state: z.enum(['idle', 'running', 'waiting', 'failed']),
  requested: z.array(id),
  current: z
    .object({
      sectionId: id,
      sectionNumber: z.number().int(),
      title: z.string(),
      cards: count,
      wanted: count,
    })
    .optional(),
  until: timestamp.optional(),
  /** Why it stopped, in one Italian sentence. */
  failure: z.string().optional(),
  /** The last finished section since the start: cards kept, and cards discarded. */
  last: z.object({ sectionId: id, sectionNumber: z.number().int(), cards: count, dropped: count }).optional(),
});
export type CardsWriting = z.infer<typeof cardsWriting>;
