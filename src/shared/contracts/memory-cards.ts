import { z } from 'zod';
import { strayWord } from './summaries.ts';
import { chosenId, id, optionalText, requiredText, timestamp, versionRead } from './values.ts';

const memoryCardLimits = {
  /** Words of one thing he says. */
  words: { least: 3, most: 60 },
  says: 600,
  ask: 200,
  asks: 20,
  about: 80,
  names: 12,
} as const;

/**
 * What a card is for. `self`: what holds of him at any point of the story, in words of every day, said only where it is asked for. `now`: where he is when the section ends, said when asked what he is doing; `end`: what he says to
 * somebody who has finished the book. The others answer a question.
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

/** The kinds that answer a question; `now` and `end` are said without one. */
export const askedKind = memoryCardKind.exclude(['now', 'end']);

/** Words an answer had better not exceed: it is spoken. */
export const spokenWords = 45;

/** What is asked of a language model: cards of a section, words of an answer, ways of asking. */
export const cardWriting = {
  least: 4,
  most: 30,
  words: { least: 12, most: spokenWords },
  asks: { least: 3, most: 6 },
} as const;

const fields = {
  /** The section the card opens with; `null`: before the first, open to everybody. */
  sectionId: id.nullable(),
  kind: memoryCardKind,
  /** Names the card is about, as readers write them; of `end`: what it answers (poi, seguito, adesso, mancanza, saluti, nomi). */
  about: z.array(requiredText('Un nome', memoryCardLimits.about)).max(memoryCardLimits.names),
  /** Ways in which readers ask for it; none for `now` and `end`. */
  asks: z.array(requiredText('Una domanda', memoryCardLimits.ask)).max(memoryCardLimits.asks),
  /** What he answers, in his own spoken words. */
  says: requiredText('La risposta', memoryCardLimits.says),
  /** What he adds when the reader asks on. */
  more: optionalText('Il seguito', memoryCardLimits.says),
  /** A question he gives back. */
  back: optionalText('La domanda di ritorno', memoryCardLimits.ask),
  /** The last level at which he would still say it. */
  until: z
    .number()
    .int()
    .min(0)
    .nullish()
    .transform((level) => level ?? undefined),
  /** A question that may be suggested to the reader; it finds this card. */
  chip: optionalText('La domanda suggerita', memoryCardLimits.ask),
  /** His mood, for `now`. */
  mood: optionalText('L’umore', memoryCardLimits.about),
};

/** Who wrote a card: the author, or the provider's model of that name. */
const provenance = z.object({
  by: z.string(),
  of: z.string(),
  /** Written before passages of its text were marked as unwitnessed: it is not said until the author saves it. */
  unread: z.boolean().optional(),
});

/** Something the character remembers of a section and how he says it: the unit he answers with. */
export const memoryCard = z.object({
  id,
  ...fields,
  more: z.string().optional(),
  back: z.string().optional(),
  until: z.number().int().optional(),
  chip: z.string().optional(),
  mood: z.string().optional(),
  /** The place among the cards of its section, from 0. */
  position: z.number().int().min(0),
  /** Absent: the author's own. `by`: the model; `of`: the fingerprint of the text it was written from. */
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

/** Stands for «before the first section» where an address needs the id of one. */
export const beforeTheFirst = 'inizio';

/** The cards of a section, by its id or {@link beforeTheFirst}. */
export const sectionOfCards = z.object({ id });

/** A card as the author sees it. */
export const listedCard = memoryCard.extend({
  /** The section's text has changed since the card was written. */
  stale: z.boolean(),
  /** Names it uses that its reader meets in a later section. */
  later: z.array(strayWord),
});
export type ListedCard = z.infer<typeof listedCard>;

/** The order the author wants: the ids of all cards of the section; `from`: the order that she saw before. */
export const orderMemoryCards = sectionOfCards.extend({ ids: z.array(id), from: z.array(id).optional() });

/** A YAML file's cards, added to the section's or in their place. */
export const importMemoryCards = sectionOfCards.extend({
  yaml: requiredText('Il file', 500_000),
  replace: z.boolean().default(false),
});

/** The section's cards as a YAML file. */
export const memoryCardsFile = z.object({ name: z.string(), yaml: z.string() });

/** A question that readers of the section are likely to ask and no card answers, with the sentence it was found in. */
export const likelyQuestion = z.object({
  question: z.string(),
  kind: memoryCardKind,
  about: z.array(z.string()),
  evidence: z.string(),
});
export type LikelyQuestion = z.infer<typeof likelyQuestion>;

const count = z.number().int().min(0);

/** What writing costs, in tokens as estimated and in money when the price list has the model. */
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

/** `section`: this one, absent when it is too short or comes before the first; `all`: every one without fresh cards. */
export const cardsCost = z.object({ section: writingCost.optional(), all: writingCost });
export type CardsCost = z.infer<typeof cardsCost>;

/** The cards a language model is writing: how far it is. */
export const cardsWriting = z.object({
  /** The model's name; absent without a provider. */
  model: z.string().optional(),
  /** `waiting`: the provider asked to wait until `until`; `failed`: what is left waits for the author. */
  state: z.enum(['idle', 'running', 'waiting', 'failed']),
  /** Sections that were asked for and are not written yet. */
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
  /** The section finished last since the server started: cards kept, and written but not fit to keep. */
  last: z.object({ sectionId: id, sectionNumber: z.number().int(), cards: count, dropped: count }).optional(),
});
export type CardsWriting = z.infer<typeof cardsWriting>;
