import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { ActText } from '#shared/contracts/talk-acts.ts';
import type { Visible } from '#shared/gate.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { foldChatSpelling } from '../text/chat-spelling.ts';
import { gramsOf, type Grams, type Rarity } from './grams.ts';
import { contentStems } from './words.ts';

export type Card = Visible<MemoryCard>;

/** What a message may call for, with the ways in which readers ask for it. */
export interface Entry {
  id: string;
  card?: Card;
  act?: ActText;
  /** A wish («leggimi un pezzo») or a question about the talk («come mi chiamo?»): what answers is made on the spot. */
  wish?: string;
  triggers: readonly Trigger[];
  /** n-grams of the card's own words, and of these with its ways of asking. */
  own: ReadonlySet<number>;
  all: ReadonlySet<number>;
  /** The stems of all its words. */
  stems: ReadonlySet<string>;
  /** Vector of what a card says. */
  says?: Vector | undefined;
  /** Of unit length: the middle of its triggers. */
  centre: Float32Array | undefined;
  /** Share of the triggers that ask. */
  asking: number;
}

export type Vector = Float32Array | Int8Array;

interface Trigger {
  text: string;
  grams: Grams;
  /** Of unit length; absent while it is not encoded. */
  vector: Vector | undefined;
}

/** Vectors of fixed texts and of the author's, scaled to unit length. */
export type VectorOf = (text: string) => Vector | undefined;

export interface EntryMaker {
  ofAct(act: ActText, more: readonly string[]): Entry;
  ofWish(wish: string, examples: readonly string[]): Entry;
  ofCard(card: Card): Entry;
}

/** What may stand before what asks: «ma tu, scusa, che ne pensi». */
const before =
  '(?:(?:e|ma|tu|lui|lei|allora|quindi|adesso|ora|invece|scusa|senti|ciao|ok|comunque|cmq|boh|raga|oh|dai|poi|secondo te|prima|ah|eh|no|si|ti ricordi|sai|dimmi|per caso|\\w{3,12}) )?';
const questionWord =
  '(?:chi|che cosa|cosa|cos|come|com|dove|dov|quando|quant[oaie]?|qual[ei]?|perche|che (?!bell|brutt|noia|peccat|schif|figat|fort|trist)\\w+|(?:di|a|da|in|con|su|per|fra|tra) (?:che|chi|cosa|quale|quant\\w|dove)|ogni quant\\w|parlami|raccontami|dimmi|descrivi\\w*|spiega\\w*|who|what|where|when|why|how|which|do you|are you|can you|is)';
const opening = new RegExp(`^${before}${before}${before}${questionWord}\\b`);
const unmarked = /^(?:(?:e|ma|tu|ciao|scusa|senti) )*(?:ti (?:piac|manca|capita|ricordi|va |senti)|hai (?:mai|un|paura|freddo|fame|fratelli|sorelle|amici)|sai (?:chi|cos|che|come|dov|quando|quant|perche)|conosci |preferisci |credi |puoi |vuoi )/;

/** Whether a message asks: by its mark, or by how it begins. */
export function looksAsking(text: string): boolean {
  if (text.includes('?')) return true;
  const folded = foldChatSpelling(text);
  return opening.test(folded) || unmarked.test(folded);
}

function centreOf(triggers: readonly Trigger[]): Float32Array | undefined {
  const vectors = triggers.flatMap(({ vector }) => vector ?? []);
  const [first] = vectors;
  if (!first) return undefined;
  const sum = new Float32Array(first.length);
  for (const vector of vectors) for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0);
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

export function createEntryMaker(rarity: Rarity, vectorOf: VectorOf): EntryMaker {
  function make(id: string, texts: readonly string[], ownTexts: readonly string[]) {
    const triggers = [...new Set(texts)].map((text) => ({
      text,
      grams: gramsOf(text, rarity),
      vector: vectorOf(text),
    }));
    const own = new Set(ownTexts.flatMap((text) => [...gramsOf(text, rarity).hashes]));
    const all = new Set([...own, ...triggers.flatMap(({ grams }) => [...grams.hashes])]);
    const stems = new Set([...texts, ...ownTexts].flatMap(contentStems));
    const asking = triggers.filter(({ text }) => looksAsking(text)).length / Math.max(1, triggers.length);
    return { id, triggers, own, all, stems, centre: centreOf(triggers), asking };
  }
  return {
    ofAct(act, more) {
      const foreign = Object.values(act.lingue).flatMap(({ examples }) => examples);
      return { ...make(act.id, [...act.examples, ...more, ...foreign], []), act };
    },
    ofWish: (wish, examples) => ({ ...make(wish, examples, []), wish }),
    ofCard: memoizeByObject((card: Card): Entry => {
      const { asks: ways, chip, says, more = '', about } = card;
      const made = make(card.id, [...ways, ...(chip === undefined ? [] : [chip]), says, ...(process.env.MORE && more ? [more] : [])], [says, more, ...about]);
      return { ...made, card, says: vectorOf(says) };
    }),
  };
}
