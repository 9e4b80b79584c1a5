import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { ActText } from '#shared/contracts/talk-acts.ts';
import type { Visible } from '#shared/gate.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import type { TextKind } from '../encoder/types.ts';
import { foldChatSpelling } from '../text/chat-spelling.ts';
import { gramsOf, type Grams, type Rarity } from './grams.ts';
import { contentStems, plainWords } from './words.ts';

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
  /** What a card says, with its vector. */
  says?: Trigger | undefined;
  /** Share of the triggers that ask. */
  asking: number;
  /** The words of each trigger, to recognise the same said again. */
  asked: ReadonlySet<string>;
}

/** A unit vector as whole numbers; each times `scale` is the number it stands for. */
export interface Vector {
  values: Int8Array;
  scale: number;
}

interface Trigger {
  text: string;
  kind: TextKind;
  grams: Grams;
  /** Absent while it is not encoded. */
  vector: Vector | undefined;
}

/** The vectors of the repository's and the author's texts. */
export type VectorOf = (kind: TextKind, text: string) => Int8Array | undefined;

export function scaleVector(values: Int8Array | undefined): Vector | undefined {
  return values && { values, scale: 1 / (Math.hypot(...values) || 1) };
}

/** The cosine of a message and a text. */
export function cosine(message: Float32Array, { values, scale }: Vector): number {
  let sum = 0;
  for (let at = 0; at < message.length; at += 1) sum += (message[at] ?? 0) * (values[at] ?? 0);
  return sum * scale;
}

export interface EntryMaker {
  ofAct(act: ActText): Entry;
  ofWish(wish: string, ways: readonly string[]): Entry;
  ofCard(card: Card): Entry;
  /** Whether all their ways of asking have a vector; those that have come since are taken up. */
  areEncoded(entries: readonly Entry[]): boolean;
}

/** What may stand before what asks: «ma tu, scusa, che ne pensi». */
const before =
  '(?:(?:e|ma|tu|lui|lei|allora|quindi|adesso|ora|invece|scusa|senti|ciao|ok|comunque|cmq|boh|raga|oh|dai|poi|secondo te|prima|ah|eh|no|si|ti ricordi|sai|dimmi|per caso|\\w{3,12}) )?';
const questionWord =
  '(?:chi|che cosa|cosa|cos|come|com|dove|dov|quando|quant[oaie]?|qual[ei]?|perche|che (?!bell|brutt|noia|peccat|schif|figat|fort|trist)\\w+|(?:di|a|da|in|con|su|per|fra|tra) (?:che|chi|cosa|quale|quant\\w|dove)|ogni quant\\w|parlami|raccontami|dimmi|descrivi\\w*|spiega\\w*|who|what|where|when|why|how|which|do you|are you|can you|is)';
const opening = new RegExp(`^${before}${before}${before}${questionWord}\\b`);
const unmarked =
  /^(?:(?:e|ma|tu|ciao|scusa|senti) )*(?:ti (?:piac|manca|capita|ricordi|va |senti)|hai (?:mai|un|paura|freddo|fame|fratelli|sorelle|amici)|sai (?:chi|cos|che|come|dov|quando|quant|perche)|conosci |preferisci |credi |puoi |vuoi )/;

/** «Vogliono sapere quanto pesa», «mi chiedevo se». */
const indirect =
  /\b(?:sapere|chied\w+|domand\w+|capire|dirmi|spiegarmi) (?:se|chi|che|cosa|cos|come|com|dove|dov|quando|quant\w*|qual\w*|perche)\b/;

/** Whether a message asks: by its mark, by how it begins, or within another sentence. */
export function looksAsking(text: string): boolean {
  if (text.includes('?')) return true;
  const folded = foldChatSpelling(text);
  return opening.test(folded) || unmarked.test(folded) || indirect.test(folded);
}

export function createEntryMaker(rarity: Rarity, vectorOf: VectorOf): EntryMaker {
  function make(id: string, texts: readonly (readonly [TextKind, string])[], ownTexts: readonly string[]) {
    const triggers = [...new Map(texts.map((text) => [text[1], text])).values()].map(
      ([kind, text]): Trigger => ({ text, kind, grams: gramsOf(text, rarity), vector: undefined }),
    );
    const own = new Set(ownTexts.flatMap((text) => [...gramsOf(text, rarity).hashes]));
    const all = new Set([...own, ...triggers.flatMap(({ grams }) => [...grams.hashes])]);
    const stems = new Set([...texts.map(([, text]) => text), ...ownTexts].flatMap(contentStems));
    const asking = triggers.filter(({ text }) => looksAsking(text)).length / Math.max(1, triggers.length);
    const asked = new Set(triggers.map(({ text }) => plainWords(text)));
    return { id, triggers, own, all, stems, asking, asked };
  }
  const queries = (texts: readonly string[]) => texts.map((text) => ['query', text] as const);
  const encoded = new WeakSet<Entry>();
  return {
    ofAct(act) {
      const foreign = Object.values(act.lingue).flatMap(({ examples }) => examples);
      return { ...make(act.id, queries([...act.examples, ...foreign]), []), act };
    },
    ofWish: (wish, ways) => ({ ...make(wish, queries(ways), []), wish }),
    ofCard: memoizeByObject((card: Card): Entry => {
      const { asks, chip, says, more = '', about } = card;
      const ways = queries([...asks, ...(chip === undefined ? [] : [chip])]);
      const entry = make(card.id, [...ways, ['passage', says]], [says, more, ...about]);
      return { ...entry, card, says: entry.triggers.find(({ text }) => text === says) };
    }),
    areEncoded(entries) {
      let areAll = true;
      for (const entry of entries) {
        if (encoded.has(entry)) continue;
        for (const trigger of entry.triggers)
          trigger.vector ??= scaleVector(vectorOf(trigger.kind, trigger.text));
        if (entry.triggers.every(({ vector }) => vector)) encoded.add(entry);
        else areAll = false;
      }
      return areAll;
    },
  };
}
