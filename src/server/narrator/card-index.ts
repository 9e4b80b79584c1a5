import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Visible } from '#shared/gate.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { isAsking } from '../text/italian.ts';
import { createVocabulary, type Vocabulary } from '../text/word-variants.ts';
import { contentWords, isContent, perList, post, termsIn } from './terms.ts';

type Card = Visible<MemoryCard>;

const fieldWorth = { about: 1, asks: 0.9, says: 0.9, more: 0.4 } as const;
/** How much of a likeness is divided by the question's length, the rest by that of the way of asking. */
export const questionShare = 0.4;
const plainness = { asking: 0.6, common: 0.7 } as const;

interface CardTerms {
  asks: readonly ReadonlySet<string>[];
  /** Terms of anything in the card, with how much they say that it is about them. */
  all: ReadonlyMap<string, number>;
  /** Terms of what it is about. */
  about: ReadonlySet<string>;
  /** Terms of his own words. */
  says: ReadonlySet<string>;
  hasNumber: boolean;
}

const number =
  /\d|(?<!\p{L})(due|tre|quattro|cinque|sei|sette|otto|nove|dieci|\p{L}*(dici|dicia\p{L}+|vent|trent|quarant|cinquant|sessant|settant|ottant|novant|cent|mill|mila)\p{L}*)(?!\p{L})/iu;

export const termsOf = memoizeByObject((card: Card): CardTerms => {
  const asks = [...card.asks, ...(card.chip ? [card.chip] : [])].map((ask) => new Set(termsIn(ask).keys()));
  const about = new Set(card.about.flatMap((name) => [...termsIn(name).keys()]));
  const all = new Map<string, number>();
  const add = (terms: Iterable<string>, worth: number) => {
    for (const term of terms) all.set(term, Math.max(all.get(term) ?? 0, worth));
  };
  add(about, fieldWorth.about);
  for (const ask of asks) add(ask, fieldWorth.asks);
  const says = new Set(termsIn(card.says).keys());
  add(says, fieldWorth.says);
  add(termsIn(card.more ?? '').keys(), fieldWorth.more);
  return { asks, all, about, says, hasNumber: number.test(card.says) };
});

const signsOfCard = memoizeByObject<Card, Map<RegExp, boolean>>(() => new Map());

/** Whether what a card says has what a pattern looks for; each is looked for once. */
export function hasSign(card: Card, pattern: RegExp): boolean {
  const kept = signsOfCard(card).get(pattern) ?? pattern.test(card.says);
  signsOfCard(card).set(pattern, kept);
  return kept;
}

/** Where terms stand among the open cards; every number in it is counted in those alone. */
export interface CardIndex {
  cards: readonly Card[];
  vocabulary: Vocabulary;
  weight: (term: string) => number;
  /** The ways of asking (numbered through all cards) with a term, and the cards with it anywhere. */
  inAsks: ReadonlyMap<string, readonly number[]>;
  inCards: ReadonlyMap<string, readonly number[]>;
  /** For each place in `inCards`: how much the card says that it is about the term. */
  worths: ReadonlyMap<string, readonly number[]>;
  cardOfAsk: readonly number[];
  /** What a likeness to each way of asking is divided by, beside the question's own share. */
  askSizes: readonly number[];
}

export const indexOf = perList((cards: readonly Card[]): CardIndex => {
  const inAsks = new Map<string, number[]>();
  const inCards = new Map<string, number[]>();
  const worths = new Map<string, number[]>();
  const cardOfAsk: number[] = [];
  for (const [at, card] of cards.entries()) {
    const { asks, all } = termsOf(card);
    for (const ask of asks) {
      for (const term of ask) post(inAsks, term, cardOfAsk.length);
      cardOfAsk.push(at);
    }
    for (const [term, worth] of all) {
      post(inCards, term, at);
      post(worths, term, worth);
    }
  }
  const weight = (term: string) => {
    const rarity = Math.log(1 + cards.length / (1 + (inCards.get(term)?.length ?? 0)));
    return rarity * (!isContent(term) ? plainness.asking : isAsking(term) ? plainness.common : 1);
  };
  const askSizes = cards.flatMap((card) =>
    termsOf(card).asks.map(
      (ask) => [...ask].reduce((sum, term) => sum + weight(term), 0) ** (1 - questionShare),
    ),
  );
  const vocabulary = createVocabulary(inCards.keys());
  return {
    cards,
    vocabulary,
    weight,
    inAsks,
    inCards,
    worths,
    cardOfAsk,
    askSizes,
  };
});

/** «Bisonte» and «bisonti», but not «porta» and «portato», which have the same stem. */
export const nounOf = (word: string) => word.replace(/[aeiou]$/, '');

export const keyOf = (terms: Iterable<string>) => [...terms].sort().join(' ');

/** The last card asked for with exactly these terms. Apart from the rest: more lists are asked for this than searched. */
export const cardsByAsk = perList(
  (cards: readonly Card[]): ReadonlyMap<string, Card> =>
    new Map(cards.flatMap((card) => termsOf(card).asks.map((ask) => [keyOf(ask), card] as const))),
);

/** The words of whatever cards are about, without their last vowel: «bisont». */
export const subjectsAmong = perList(
  (cards: readonly Card[]): ReadonlySet<string> =>
    new Set(cards.flatMap(({ about }) => about.flatMap((name) => contentWords(name).map(nounOf)))),
);

/**
 * The words, folded, of the names that cards are about: capitalised and told of so, «Geppetto», but not those told of in small
 * letters as often: «Campo».
 */
export const namesAmong = perList((cards: readonly Card[]): ReadonlySet<string> => {
  const wordsIn = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const balance = new Map<string, number>();
  for (const { says, more = '' } of cards)
    for (const word of wordsIn(`${says} ${more}`)) {
      const small = word.toLowerCase();
      balance.set(small, (balance.get(small) ?? 0) + (small === word ? -1 : 1));
    }
  const named = cards
    .flatMap(({ about }) => about.flatMap(wordsIn))
    .filter((word) => /^\p{Lu}\p{L}/u.test(word));
  const names = named.filter((word) => (balance.get(word.toLowerCase()) ?? 0) >= 0);
  return new Set(names.flatMap((word) => [...termsIn(word).values()]));
});
