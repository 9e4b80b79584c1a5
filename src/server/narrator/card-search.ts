import type { MemoryCard, MemoryCardKind } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import { perRecord } from '#shared/per-record.ts';
import { foldChatSpelling } from '../text/chat-spelling.ts';
import { isAsking } from '../text/italian.ts';
import { createVocabulary, variantsOf, type Vocabulary } from '../text/word-variants.ts';
import { scoreProse, sentencesOf, type ProseScores } from './prose-search.ts';
import { isContent, perList, post, termsIn } from './terms.ts';

type Card = Visible<MemoryCard>;

/** A card and how well it answers. */
export interface CardMatch {
  card: Card;
  /** 0 to about 1.2. */
  score: number;
  /** How alike the question and the closest way of asking are, 0 to 1. */
  ask: number;
  counts: CardCounts;
}

/** Of each thing counted for a card. Fitted by bench/cards.ts, which says what was then set by hand. */
export const cardWeights = {
  /** The closest way of asking and the second closest: a card that is asked for in several such ways is about it. */
  ask: 0.3,
  second: 0.2,
  cover: 0.44,
  akin: 0.18,
  prose: 0.11,
  kind: 0.13,
  number: 0.1,
  about: 0.075,
  size: -0.05,
};
/** What is counted for a card, by the names of its weights. */
export type CardCounts = Readonly<Record<keyof typeof cardWeights, number>>;

const fieldWorth = { about: 1, asks: 0.9, says: 0.9, more: 0.55 } as const;
const plainness = { asking: 0.45, common: 0.7 } as const;
/** How much of a likeness is divided by the question's length, the rest by that of the way of asking. */
const questionShare = 0.4;
const kinPower = 1.5;

interface CardTerms {
  asks: readonly ReadonlySet<string>[];
  /** Terms of anything in the card, with how much they say that it is about them. */
  all: ReadonlyMap<string, number>;
  /** Terms of the names it is about. */
  names: ReadonlySet<string>;
}

const termsOf = perRecord((card: Card): CardTerms => {
  const asks = [...card.asks, ...(card.chip ? [card.chip] : [])].map((ask) => new Set(termsIn(ask).keys()));
  const all = new Map<string, number>();
  const add = (terms: Iterable<string>, worth: number) => {
    for (const term of terms) all.set(term, Math.max(all.get(term) ?? 0, worth));
  };
  for (const name of card.about) add(termsIn(name).keys(), fieldWorth.about);
  for (const ask of asks) add(ask, fieldWorth.asks);
  add(termsIn(card.says).keys(), fieldWorth.says);
  add(termsIn(card.more ?? '').keys(), fieldWorth.more);
  const names = card.about.flatMap((name) => name.match(/(?<!\p{L})\p{Lu}[\p{L}\p{N}]*/gu) ?? []);
  return { asks, all, names: new Set(names.flatMap((name) => [...termsIn(name).keys()])) };
});

/** Where terms stand among the open cards; every number in it is counted in those alone. */
interface CardIndex {
  cards: readonly Card[];
  vocabulary: Vocabulary;
  names: ReadonlySet<string>;
  /** The last card asked for with exactly these terms. */
  byAsk: ReadonlyMap<string, Card>;
  weight: (term: string) => number;
  /** The ways of asking (numbered through all cards) with a term, and the cards with it anywhere. */
  inAsks: ReadonlyMap<string, readonly number[]>;
  inCards: ReadonlyMap<string, readonly number[]>;
  cardOfAsk: readonly number[];
  askWeights: readonly number[];
  /** What else the cards with a term speak of. */
  companions: (term: string) => ReadonlyMap<string, number>;
}

const indexOf = perList((cards: readonly Card[]): CardIndex => {
  const inAsks = new Map<string, number[]>();
  const inCards = new Map<string, number[]>();
  const cardOfAsk: number[] = [];
  const names = new Set<string>();
  const byAsk = new Map<string, Card>();
  for (const [at, card] of cards.entries()) {
    const { asks, all, names: own } = termsOf(card);
    for (const ask of asks) {
      for (const term of ask) post(inAsks, term, cardOfAsk.length);
      byAsk.set(keyOf(ask), card);
      cardOfAsk.push(at);
    }
    for (const term of all.keys()) post(inCards, term, at);
    for (const name of own) names.add(name);
  }
  const weight = (term: string) => {
    const rarity = Math.log(1 + cards.length / (1 + (inCards.get(term)?.length ?? 0)));
    return rarity * (!isContent(term) ? plainness.asking : isAsking(term) ? plainness.common : 1);
  };
  const askWeights = cards.flatMap((card) =>
    termsOf(card).asks.map((ask) => [...ask].reduce((sum, term) => sum + weight(term), 0)),
  );
  const companionsOf = new Map<string, ReadonlyMap<string, number>>();
  const companions = (term: string) => {
    const kept = companionsOf.get(term) ?? findCompanions(term, cards, inCards);
    companionsOf.set(term, kept);
    return kept;
  };
  const vocabulary = createVocabulary(inCards.keys());
  return { cards, vocabulary, names, byAsk, weight, inAsks, inCards, cardOfAsk, askWeights, companions };
});

const keyOf = (terms: Iterable<string>) => [...terms].sort().join(' ');

/** The card that readers ask for in these very words, of several the last: what was told later holds. */
export function cardAsked(question: string, cards: readonly Card[]): Card | undefined {
  return indexOf(cards)?.byAsk.get(keyOf(termsIn(question).keys()));
}

/** A term in more cards than this goes with too much to say anything. */
const mostPlaces = 60;

/** The terms that a term goes with more often than chance would have it (pointwise mutual information), the eight strongest. */
function findCompanions(
  term: string,
  cards: readonly Card[],
  inCards: ReadonlyMap<string, readonly number[]>,
): ReadonlyMap<string, number> {
  const places = inCards.get(term) ?? [];
  if (places.length > mostPlaces) return new Map();
  const counts = new Map<string, number>();
  for (const at of places) {
    const card = cards[at];
    if (!card) continue;
    for (const other of termsOf(card).all.keys())
      if (other !== term && isContent(other)) counts.set(other, (counts.get(other) ?? 0) + 1);
  }
  const found: [string, number][] = [];
  for (const [other, count] of counts) {
    if (count < 2) continue;
    const chance = (places.length * (inCards.get(other)?.length ?? 1)) / cards.length;
    const information = Math.log(count / chance);
    if (information > 1.5) found.push([other, (count / places.length) * Math.min(1, information / 4)]);
  }
  return new Map(found.sort(([, one], [, other]) => other - one).slice(0, 8));
}

/** What a question asks for, by its words (folded). The first that matches counts. */
const kindsAsked: readonly (readonly [RegExp, readonly MemoryCardKind[]])[] = [
  [/\b(se|immagina|mettiamo)\b.*\b(\w+ss[ie]\b|\w+(resti|rebbe|rei)\b)/, ['whatif']],
  [/\bperche\b|\bcome mai\b/, ['why']],
  [
    /\b(cosa|che) hai (provato|sentito)\b|\bcome ti (sei|senti)\b|\bpaura\b|\bti (manca|dispiace|penti)/,
    ['feeling'],
  ],
  [/\b(secondo te|pensi|credi|preferi\w+|ti piac\w+|rifaresti)\b/, ['opinion', 'feeling']],
  [/\bchi\b|\bcome si chiama\b|\bche tipo e\b/, ['who']],
  [/\bdove\b|\bdov e\b|\bin che posto\b/, ['place', 'fact']],
  [/\b(cos|cosa|che) e\b|\ba (che|cosa) serv/, ['thing', 'fact']],
  [/\bquant[oaie]\b|\bquando\b|\ba che\b|\bche (ora|numero|anno|data)\b/, ['fact', 'thing', 'place']],
];

const numberAsked = /\bquant[oaie]\b|\bche (ora|numero|anno|data|giorno|eta)\b/;
const number =
  /\d|(?<!\p{L})(due|tre|quattro|cinque|sei|sette|otto|nove|dieci|\p{L}*(dici|dicia\p{L}+|vent|trent|quarant|cinquant|sessant|settant|ottant|novant|cent|mill|mila)\p{L}*)(?!\p{L})/iu;
/** Terms of a card of usual length: a longer one has more by chance. */
const usualSize = 30;

/** A term of the question: what it weighs and what else may stand for it. */
interface Wanted {
  weight: number;
  variants: ReadonlyMap<string, number>;
}

function wantedIn(question: string, { vocabulary, weight }: CardIndex): Wanted[] {
  return [...termsIn(question)].map(([term, word]) => {
    if (!isContent(term)) return { weight: weight(term), variants: new Map([[term, 1]]) };
    const variants = variantsOf(term, word, vocabulary);
    const isItself = variants.has(term) || variants.size === 0;
    const heaviest = isItself ? weight(term) : Math.max(...[...variants.keys()].map(weight));
    return { weight: heaviest, variants };
  });
}

/** For each place of the lists: the best variant of every wanted term, weighed and summed. */
function collect(
  wanted: readonly Wanted[],
  places: ReadonlyMap<string, readonly number[]>,
  size: number,
  worthAt: (at: number, term: string) => number = () => 1,
): Float64Array {
  const sums = new Float64Array(size);
  const best = new Float64Array(size);
  for (const { weight, variants } of wanted) {
    const touched = new Set<number>();
    for (const [term, likeness] of variants)
      for (const at of places.get(term) ?? []) {
        const worth = likeness ** kinPower * worthAt(at, term);
        touched.add(at);
        if (worth > (best[at] ?? 0)) best[at] = worth;
      }
    for (const at of touched) {
      sums[at] = (sums[at] ?? 0) + weight * (best[at] ?? 0);
      best[at] = 0;
    }
  }
  return sums;
}

/**
 * The open cards that may answer a question, best first. Every statistic is taken from `cards` and `sections` alone.
 *
 * @param cards the open cards that answer a question
 * @param sections the open sections, whose text leads from words of the book to the card that tells of it
 */
export function findCards(
  question: string,
  cards: readonly Card[],
  sections: readonly Visible<Section>[],
  prose = scoreProse(question, sections),
): CardMatch[] {
  const index = indexOf(cards);
  if (!index) return [];
  const wanted = wantedIn(question, index);
  const total = wanted.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const asks = collect(wanted, index.inAsks, index.cardOfAsk.length);
  const held = collect(wanted, index.inCards, cards.length, (at, term) => {
    const card = cards[at];
    return (card && termsOf(card).all.get(term)) ?? 0;
  });
  const akin = collect(withCompanions(wanted, index), index.inCards, cards.length);
  const { closest, second } = likenesses(asks, total, index);
  const folded = foldChatSpelling(question);
  const kinds = kindsAsked.find(([asked]) => asked.test(folded))?.[1] ?? [];
  const named = wanted.flatMap(({ variants }) =>
    [...variants].flatMap(([term, worth]) => (worth >= 0.8 && index.names.has(term) ? [term] : [])),
  );
  const startOf = new Map(prose?.index.sections.map(({ id }, at) => [id, at]));
  const asksNumber = numberAsked.test(folded);
  const matches: CardMatch[] = [];
  for (const [at, card] of cards.entries()) {
    if (!held[at] && !akin[at]) continue;
    const { all, names } = termsOf(card);
    const place = card.sectionId === null ? undefined : startOf.get(card.sectionId);
    const counts: CardCounts = {
      ask: Math.min(1, closest[at] ?? 0),
      second: second[at] ?? 0,
      cover: (held[at] ?? 0) / total,
      akin: (akin[at] ?? 0) / total,
      prose: prose && place !== undefined ? tellsOf(card, place, prose) : 0,
      kind: kinds.includes(card.kind) ? 1 : 0,
      number: asksNumber && number.test(card.says) ? 1 : 0,
      about: named.some((name) => names.has(name)) ? 1 : 0,
      size: Math.log(all.size / usualSize),
    };
    matches.push({ card, ask: counts.ask, counts, score: weigh(counts) });
  }
  return matches.sort((one, other) => other.score - one.score);
}

function weigh(counts: CardCounts): number {
  let score = 0;
  for (const name in cardWeights)
    score += cardWeights[name as keyof CardCounts] * counts[name as keyof CardCounts];
  return score;
}

/** How alike the question and the two closest ways of asking of each card are. */
function likenesses(asks: Float64Array, total: number, { cards, cardOfAsk, askWeights }: CardIndex) {
  const closest = new Float64Array(cards.length);
  const second = new Float64Array(cards.length);
  for (const [at, card] of cardOfAsk.entries()) {
    const shared = asks[at] ?? 0;
    if (shared === 0) continue;
    const alike = shared / (total ** questionShare * (askWeights[at] ?? 1) ** (1 - questionShare));
    second[card] = Math.max(second[card] ?? 0, Math.min(alike, closest[card] ?? 0));
    closest[card] = Math.max(closest[card] ?? 0, alike);
  }
  return { closest, second };
}

function withCompanions(wanted: readonly Wanted[], { companions }: CardIndex): Wanted[] {
  return wanted.map(({ weight, variants }) => {
    const found = new Map<string, number>();
    for (const [term, worth] of variants)
      for (const [other, closeness] of companions(term))
        found.set(other, Math.max(found.get(other) ?? 0, (closeness * worth ** kinPower) ** (1 / kinPower)));
    return { weight, variants: found };
  });
}

/** How likely the sentences that tell what the card tells are to answer. */
function tellsOf(card: Card, place: number, { index, scores }: ProseScores): number {
  const section = index.sections[place];
  const start = index.starts[place] ?? 0;
  if (!section) return 0;
  return Math.max(0, ...sourcesOf(card, section).map(({ at, share }) => share * (scores[start + at] ?? 0)));
}

const sourcesBySection = perRecord<Visible<Section>, WeakMap<Card, readonly Source[]>>(() => new WeakMap());

/** The place of the sentence that tells most nearly what a card tells. */
export function sourceOf(card: Card, section: Visible<Section>): number | undefined {
  return sourcesOf(card, section)[0]?.at;
}

/** The names of a text that open cards are about, as terms. */
export function namesIn(text: string, cards: readonly Card[]): Set<string> {
  const names = indexOf(cards)?.names ?? new Set();
  return new Set([...termsIn(text).keys()].filter((term) => names.has(term)));
}

/** The words of the open cards. */
export function cardVocabulary(cards: readonly Card[]): Vocabulary | undefined {
  return indexOf(cards)?.vocabulary;
}

interface Source {
  /** The place of the sentence in its section. */
  at: number;
  /** How closely it tells the same, beside the closest one. */
  share: number;
}

/** The four sentences of its section that are most like a card (cosine over rare words). */
function sourcesOf(card: Card, section: Visible<Section>): readonly Source[] {
  const kept = sourcesBySection(section).get(card);
  if (kept) return kept;
  const all = sentencesOf(section);
  const holders = new Map<string, number>();
  for (const { terms } of all) for (const term of terms) holders.set(term, (holders.get(term) ?? 0) + 1);
  const rarity = (term: string) => Math.log(1 + all.length / (holders.get(term) ?? 1));
  const own = new Map([...termsOf(card).all].filter(([term]) => isContent(term) && holders.has(term)));
  const alike = all.map(({ terms }, at) => {
    let shared = 0;
    let length = 0;
    for (const term of terms) {
      length += rarity(term) ** 2;
      shared += rarity(term) ** 2 * (own.get(term) ?? 0);
    }
    return { at, share: length === 0 ? 0 : shared / Math.sqrt(length) };
  });
  const closest = alike.sort((one, other) => other.share - one.share).slice(0, 4);
  const most = closest[0]?.share ?? 0;
  const made = most === 0 ? [] : closest.map(({ at, share }) => ({ at, share: share / most }));
  sourcesBySection(section).set(card, made);
  return made;
}
