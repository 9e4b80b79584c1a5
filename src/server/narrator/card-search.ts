import type { MemoryCard, MemoryCardKind } from '#shared/contracts/memory-cards.ts';
import type { Visible } from '#shared/gate.ts';
import { foldChatSpelling } from '../text/chat-spelling.ts';
import { variantsOf, type Vocabulary } from '../text/word-variants.ts';
import { asksOfAnother } from './message.ts';
import { asksWho, somebody } from './answers.ts';
import {
  cardsByAsk,
  hasSign,
  indexOf,
  keyOf,
  namesAmong,
  nounOf,
  questionShare,
  subjectsAmong,
  termsOf,
  type CardIndex,
} from './card-index.ts';
import { contentWords, isContent, termsIn } from './terms.ts';

type Card = Visible<MemoryCard>;

/** A card and how well it answers. */
export interface CardMatch {
  card: Card;
  /** 0 to about 1.2. */
  score: number;
  /** How alike the question and the closest way of asking are, 0 to 1. */
  ask: number;
  counts: CardCounts;
  /** How many content words the question has: the same for every card. */
  words: number;
  /** How much of the question's content the open cards have no word for, 0 to its number of words: the same for every card. */
  strange: number;
}

/** Of each thing counted for a card: halfway between what was fitted to ways of asking left out and what was set by hand. */
const cardWeights = {
  /** The three closest ways of asking: a card that is asked for in several such ways is about it. */
  ask: 0.28,
  second: 0.216,
  third: 0.165,
  /** What the whole card has of the question. */
  cover: 0.58,
  kind: 0.075,
  number: 0.135,
  about: 0.04,
  /** It has none of whom or what the question names. */
  unnamed: -0.12,
  size: 0.05,
  /** Told as a yes or a no to a question that wants more. */
  amiss: -0.105,
  /** What his own words have of the question. */
  says: 0.04,
  /** His words have somebody, asked who. */
  person: 0.085,
};
/** What is counted for a card, by the names of its weights. */
type CardCounts = Readonly<Record<keyof typeof cardWeights, number>>;

/**
 * What makes it likely that the best card answers: its score, how many cards are nearly as good, what it has of the question, how
 * many words the question has and how many of them no open card has, how alike it is asked. Fitted above
 * all on the cards' own ways of asking, put to a reader who is a section short of the card.
 */
const doubts = {
  none: -5.85,
  score: 1.12,
  rivals: -1.44,
  cover: 5.41,
  words: 0.48,
  strange: -0.74,
  ask: 0.81,
} as const;
/** A card so little behind the best is nearly as good. */
const nearly = 0.08;
const mostWords = 6;

/** What is counted of some matches, best first, in the order of {@link doubts}; the first is one. */
function doubtsIn(matches: readonly CardMatch[]): number[] {
  const [best] = matches;
  if (!best) return [];
  const { score, counts, words, strange, ask } = best;
  const rivals = matches.filter((match) => match !== best && match.score > score - nearly).length;
  return [1, score, Math.log(1 + rivals), counts.cover, Math.min(words, mostWords), strange, ask];
}

/** How likely the first of some matches, best first, is to answer: 0 to 1. */
export function confidenceIn(matches: readonly CardMatch[]): number {
  if (matches.length === 0) return 0;
  const weights = Object.values(doubts);
  const sum = doubtsIn(matches).reduce((total, value, at) => total + value * (weights[at] ?? 0), 0);
  return 1 / (1 + Math.exp(-sum));
}

const kinPower = 1.5;

/** The card that readers ask for in these very words, of several the last: what was told later holds. */
export function cardAsked(question: string, cards: readonly Card[]): Card | undefined {
  return cardsByAsk(cards)?.get(keyOf(termsIn(question).keys()));
}

/** The words of a text, folded, that name what open cards are about. */
export function namesIn(text: string, cards: readonly Card[]): Set<string> {
  const names = namesAmong(cards) ?? new Set();
  return new Set([...termsIn(text).values()].filter((word) => names.has(word)));
}

/** The words of a text, folded, for whatever open cards are about: «relè», «Irja», «viadotto». */
export function subjectsIn(text: string, cards: readonly Card[]): Set<string> {
  const subjects = subjectsAmong(cards) ?? new Set();
  return new Set(contentWords(text).filter((word) => subjects.has(nounOf(word))));
}

/** The words of the open cards. */
export function cardVocabulary(cards: readonly Card[]): Vocabulary | undefined {
  return indexOf(cards)?.vocabulary;
}

/** What a question asks for, by its words (folded). The first that matches counts. */
const kindsAsked: readonly (readonly [RegExp, readonly MemoryCardKind[]])[] = [
  [/\b(se|immagina|mettiamo)\b.*\b(\w+ss[ie]\b|\w+(resti|rebbe|rei)\b)/, ['whatif']],
  [/\bperche\b|\bcome mai\b/, ['why']],
  [
    /\b(parlami|raccontami|dimmi|mi (dici|racconti|parli)|sai)( \w+)? (di|del|dell|della|dei|delle)\b|^(di|del|della) .*\bmi (dici|racconti)\b/,
    ['who', 'thing', 'place'],
  ],
  [
    /\b(cosa|che) hai (provato|sentito)\b|\bcome ti (sei|senti)\b|\bpaura\b|\bti (manca|dispiace|penti)/,
    ['feeling'],
  ],
  [/\b(secondo te|pensi|credi|preferi\w+|ti piac\w+|rifaresti)\b/, ['opinion', 'feeling']],
  [/\bchi\b|\bcome si chiama\b|\bche tipo e\b/, ['who']],
  [asksOfAnother, ['who', 'thing', 'place']],
  [/\bdove\b|\bdov e\b|\bin che posto\b/, ['place', 'fact']],
  [/\b(cos|cosa|che) e\b|\ba (che|cosa) serv/, ['thing', 'fact']],
  [/\bquant[oaie]\b|\bquando\b|\ba che\b|\bche (ora|numero|anno|data)\b/, ['fact', 'thing', 'place']],
];

const saysYesOrNo = /^(sì|no|certo|eccome|mai|credo di|non credo|direi)(?!\p{L})/iu;
const openWord = /\b(chi|che|cosa|cos|dove|dov|quando|quant[oaie]|qual[ei]?|perche|come|com)\b/;
const numberAsked = /\bquant[oaie]\b|\bche (ora|numero|anno|data|giorno|eta)\b/;
/** A capital letter that opens no sentence. */
const name = /(?<=[\p{Ll},] )\p{Lu}/u;

/** Terms of a card of usual length: a longer one has more by chance. */
const usualSize = 30;

/** A term of the question: what it weighs and what else may stand for it. */
interface Wanted {
  weight: number;
  variants: ReadonlyMap<string, number>;
  /** It says what is asked about, not only how. */
  content: boolean;
}

/** What the words that a question leans on weigh beside its own. */
const leaning = 0.35;

function wantedIn(question: string, about: readonly string[], { vocabulary, weight }: CardIndex): Wanted[] {
  const wanted = [...termsIn(question)].map(([term, word]) => {
    if (!isContent(term)) return { weight: weight(term), variants: new Map([[term, 1]]), content: false };
    const variants = variantsOf(term, word, vocabulary);
    const isItself = variants.has(term) || variants.size === 0;
    const heaviest = isItself ? weight(term) : Math.max(...[...variants.keys()].map(weight));
    return { weight: heaviest, variants, content: true };
  });
  const own = new Set(wanted.flatMap(({ variants }) => [...variants.keys()]));
  for (const [term] of termsIn(about.join(' ')))
    if (isContent(term) && !own.has(term) && vocabulary.has(term))
      wanted.push({ weight: weight(term) * leaning, variants: new Map([[term, 1]]), content: false });
  // One word of a card stands for one of the question: «annotato il segnale» is not answered by «segno» alone.
  const nearest = new Map<string, number>();
  for (const { variants } of wanted)
    for (const [term, worth] of variants) nearest.set(term, Math.max(nearest.get(term) ?? 0, worth));
  for (const { variants } of wanted)
    for (const [term, worth] of variants) if (worth < (nearest.get(term) ?? 0)) variants.delete(term);
  return wanted;
}

/** All zeros between two uses: a new one for every question would be most of what a question allocates. */
let scratch = new Float64Array(0);

/** What each place of the lists has of the wanted terms: the best variant of every one, weighed and summed. */
function collect(
  wanted: readonly Wanted[],
  places: ReadonlyMap<string, readonly number[]>,
  size: number,
  worths?: ReadonlyMap<string, readonly number[]>,
): Float64Array {
  const sums = new Float64Array(size);
  if (scratch.length < size) scratch = new Float64Array(size);
  const best = scratch;
  for (const one of wanted) {
    const touched: number[] = [];
    for (const [term, likeness] of one.variants) {
      const kinship = likeness ** kinPower;
      const own = worths?.get(term);
      for (const [place, at] of (places.get(term) ?? []).entries()) {
        const before = best[at] ?? 0;
        const worth = kinship * (own?.[place] ?? 1);
        if (before === 0) touched.push(at);
        if (worth > before) best[at] = worth;
      }
    }
    for (const at of touched) {
      sums[at] = (sums[at] ?? 0) + one.weight * (best[at] ?? 0);
      best[at] = 0;
    }
  }
  return sums;
}

/** Cards that are looked at closely: those that are best by words alone. */
const mostLookedAt = 80;

/**
 * The open cards that may answer a question, best first. Every statistic is taken from `cards` alone.
 *
 * @param cards the open cards that answer a question
 * @param about what was spoken of last, where the question leans on it: «e il peso?»
 */
export function findCards(
  question: string,
  cards: readonly Card[],
  about: readonly string[] = [],
): CardMatch[] {
  const index = indexOf(cards);
  if (!index) return [];
  const wanted = wantedIn(question, about, index);
  const total = wanted.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const held = collect(wanted, index.inCards, cards.length, index.worths);
  const asks = likenesses(collect(wanted, index.inAsks, index.cardOfAsk.length), total, index);
  const words = wanted.filter(({ content }) => content).length;
  const strange = wanted.reduce(
    (sum, { content, variants }) => sum + (content ? 1 - Math.max(0, ...variants.values()) : 0),
    0,
  );
  const folded = foldChatSpelling(question);
  const kinds = kindsAsked.find(([asked]) => asked.test(folded))?.[1] ?? [];
  const asksNumber = numberAsked.test(folded);
  const wantsMore = openWord.test(folded);
  const named = wanted.flatMap(({ variants }) =>
    [...variants].flatMap(([term, worth]) => (worth >= 0.8 ? [term] : [])),
  );
  const own = namesIn(question, cards);
  const names = [...termsIn(question)].flatMap(([term, word]) => (own.has(word) ? [term] : []));
  const person = asksWho(question);
  const byWords = new Float64Array(cards.length);
  for (let at = 0; at < cards.length; at += 1) byWords[at] = (asks.first[at] ?? 0) + (held[at] ?? 0) / total;
  const places = [...byWords.keys()].filter((at) => (byWords[at] ?? 0) > 0);
  places.sort((one, other) => (byWords[other] ?? 0) - (byWords[one] ?? 0));
  const matches = places.slice(0, mostLookedAt).map((at): CardMatch => {
    const card = cards[at] as Card;
    const { all, about, hasNumber, says } = termsOf(card);
    const counts = {
      ask: Math.min(1, asks.first[at] ?? 0),
      second: asks.second[at] ?? 0,
      third: asks.third[at] ?? 0,
      cover: (held[at] ?? 0) / total,
      kind: kinds.includes(card.kind) ? 1 : 0,
      number: asksNumber && hasNumber ? 1 : 0,
      about: named.some((term) => about.has(term)) ? 1 : 0,
      unnamed: names.length > 0 && !names.some((term) => all.has(term)) ? 1 : 0,
      size: Math.log(all.size / usualSize),
      amiss: wantsMore && saysYesOrNo.test(card.says) ? 1 : 0,
      says: shareIn(wanted, says) / total,
      person: person && (hasSign(card, somebody) || hasSign(card, name)) ? 1 : 0,
    };
    return { card, ask: counts.ask, counts, words, strange, score: weigh(counts) };
  });
  return matches.sort((one, other) => other.score - one.score);
}

/** What a set of terms has of the wanted ones, weighed and summed. */
function shareIn(wanted: readonly Wanted[], terms: ReadonlySet<string>): number {
  let sum = 0;
  for (const { weight, variants, content } of wanted) {
    if (!content) continue;
    let best = 0;
    for (const [term, worth] of variants) if (worth > best && terms.has(term)) best = worth;
    sum += weight * best ** kinPower;
  }
  return sum;
}

function weigh(counts: CardCounts): number {
  let score = 0;
  for (const name in cardWeights)
    score += cardWeights[name as keyof CardCounts] * counts[name as keyof CardCounts];
  return score;
}

/** How alike the question and the three closest ways of asking of each card are. */
function likenesses(shared: Float64Array, total: number, { cards, cardOfAsk, askSizes }: CardIndex) {
  const share = total ** questionShare;
  const first = new Float64Array(cards.length);
  const second = new Float64Array(cards.length);
  const third = new Float64Array(cards.length);
  for (let at = 0; at < shared.length; at += 1) {
    const sum = shared[at] ?? 0;
    const card = cardOfAsk[at] ?? 0;
    if (sum === 0) continue;
    const alike = sum / (share * (askSizes[at] ?? 1));
    const [one = 0, two = 0, three = 0] = [first[card], second[card], third[card]];
    third[card] = Math.max(three, Math.min(alike, two));
    second[card] = Math.max(two, Math.min(alike, one));
    first[card] = Math.max(one, alike);
  }
  return { first, second, third };
}
