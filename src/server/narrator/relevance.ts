import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import type { Turn } from '../model/types.ts';
import { fold, isAsking } from '../text/italian.ts';
import { membersOf, wordingsOf } from '../text/kinds-of-things.ts';
import { variantsOf } from '../text/word-variants.ts';
import { signsOf } from './answers.ts';
import { passageSize, passagesOf, textOf, type Passage, type PassageIndex } from './passages.ts';
import type { ProseScores } from './prose-search.ts';
import { isContent, termsIn } from './terms.ts';

/** What is looked for: stems, each with its weight (1 for the question itself) and the word it comes from. */
export type Query = ReadonlyMap<string, { weight: number; word: string; isName: boolean }>;

/** A passage of the open sections and how well it may answer (> 0, to be compared within one question). */
export interface RankedPassage extends Passage {
  score: number;
  /** How much of the question's words the passage and those around it have, 0 to about 2. */
  share: number;
}

export interface Ranking {
  passages: readonly RankedPassage[];
  /** The text of sentences of a passage. */
  textOf: (run: Run) => string;
  /** Characters of a run of sentences. */
  sizeOf: (from: number, to: number) => number;
  /** The sentences of a passage most likely to answer, within so many characters; the likeliest alone may be longer. */
  partOf: (run: Run, most: number) => Run;
}

/** Places of the first and the last sentence. */
type Run = Pick<Passage, 'from' | 'to'>;

const lastTurnWeight = 0.25;
const answerWeight = 0.1;

/**
 * What each thing is worth; fitted on Pinocchio's forty questions and a hundred and twenty-four about two long novels
 * (docs/decisions/003): words around a passage and in its section, repetitions, names, words of asking, all words together,
 * BM25, what is of a kind that is asked for and what older books have for a word.
 */
const fit = {
  near: 0.3,
  after: 1.45,
  fading: 0.95,
  reach: 6,
  section: 0.2,
  again: 0.37,
  name: 0.77,
  asking: 0.64,
  rarity: 1.3,
  all: 0.8,
  bm25: 0.32,
  prose: 0.2,
  sign: 0.15,
  length: 0.34,
  kind: 0.6,
  wording: 0.4,
} as const;
/** BM25's saturation and length normalisation. */
const k1 = 1.6;
const b = 0.75;
/** Of a sentence in a passage: what those beside it have, and what the search for an answer found of it. */
const inPassage = { beside: 0.5, prose: 0.3 } as const;
/** Passages below this share of the best are not looked at closely. */
const leastOfBest = 0.35;

/**
 * The question's stems at weight 1; those of the reader's last question and of the last answer at a
 * small weight, so that «e poi?» keeps looking where the conversation was.
 */
export function queryOf(question: string, history: readonly Turn[] = []): Query {
  const query = new Map<string, { weight: number; word: string; isName: boolean }>();
  const add = (text: string | undefined, weight: number) => {
    if (!text) return;
    const folded = fold(text.toLowerCase());
    for (const [term, word] of termsIn(text)) {
      if (!isContent(term)) continue;
      const at = folded.indexOf(word);
      query.set(term, { weight, word, isName: at > 0 && /\p{Lu}/u.test(text.charAt(at)) });
    }
  };
  add(history.findLast((turn) => turn.role === 'assistant')?.content, answerWeight);
  add(history.findLast((turn) => turn.role === 'user')?.content, lastTurnWeight);
  add(question, 1);
  return query;
}

/**
 * The passages of the unlocked sections that may answer, best first: how many of the question's words they and those around them
 * have, weighed by rarity, with kindred words for those nobody wrote, and BM25.
 *
 * Every statistic (how many passages, how long, how rare a stem) is taken from `sections` alone: ranking
 * the whole book and filtering afterwards would let locked text change the order.
 *
 * @param prose what the search for an answer found of each sentence, where it was done anyway
 */
export function rank(
  sections: readonly Visible<Section>[],
  query: Query,
  question = '',
  prose?: ProseScores,
): Ranking {
  const index = passagesOf(sections);
  const none: Ranking = { passages: [], textOf: () => '', sizeOf: () => 0, partOf: (run) => run };
  if (!index || query.size === 0) return none;
  const { passages } = index;
  const share = new Float64Array(passages.length);
  const least = new Float64Array(passages.length).fill(1);
  const bm25 = new Float64Array(passages.length);
  /** What each sentence has of the question by itself. */
  const sentenceWorth = new Float64Array(index.prose.all.length);
  let found = 0;
  let whole = 0;
  for (const [term, { weight, word, isName }] of query) {
    const variants = variantsFor(term, word, isName || weight < 1, index);
    const { value, strength, own } = spread(term, variants, index, bm25, weight);
    const worth =
      strength ** fit.rarity * weight * (isAsking(term) ? fit.asking : 1) * (isName ? fit.name : 1);
    whole += worth;
    if (variants.size === 0) continue;
    for (const [at, had] of own) sentenceWorth[at] = (sentenceWorth[at] ?? 0) + worth * had;
    found += worth;
    const isAsked = weight === 1 && !isAsking(term);
    for (let at = 0; at < passages.length; at += 1) {
      const had = value[at] ?? 0;
      share[at] = (share[at] ?? 0) + worth * had;
      if (isAsked && had < (least[at] ?? 0)) least[at] = had;
    }
  }
  if (found === 0) return none;
  const best = Math.max(...share) / found;
  const bestBm25 = Math.max(1e-9, ...bm25);
  const { strong } = signsOf(question);
  const ranked: RankedPassage[] = [];
  for (const [at, passage] of passages.entries()) {
    const had = (share[at] ?? 0) / found;
    if (had <= 0 || had < best * leastOfBest) continue;
    let score = had + (fit.bm25 * (bm25[at] ?? 0)) / bestBm25;
    if (prose) score += (fit.prose * mostOf(prose.scores, passage)) / prose.best;
    if (strong && isSigned(strong, passage, index)) score *= 1 + fit.sign;
    score *= 1 + fit.all * (least[at] ?? 0);
    score /= 1 - fit.length + fit.length * Math.min(1, passage.characters / passageSize);
    ranked.push({ ...passage, score, share: (had * found) / whole });
  }
  ranked.sort((one, other) => other.score - one.score);
  const likelihood = (at: number) =>
    (sentenceWorth[at] ?? 0) +
    inPassage.beside * Math.max(sentenceWorth[at - 1] ?? 0, sentenceWorth[at + 1] ?? 0) +
    (prose ? (inPassage.prose * found * (prose.scores[at] ?? 0)) / prose.best : 0);
  return {
    passages: ranked,
    textOf: (run) => textOf(index.prose, run),
    sizeOf: (from, to) => sizeOf(index, from, to),
    partOf: (run, most) => likeliestPart(run, most, likelihood, index),
  };
}

function likeliestPart(run: Run, most: number, likelihood: (at: number) => number, index: PassageIndex): Run {
  let best = { from: run.from, to: run.from, value: -1 };
  for (let from = run.from; from <= run.to; from += 1) {
    let value = 0;
    for (let to = from; to <= run.to && (to === from || sizeOf(index, from, to) <= most); to += 1) {
      value += likelihood(to);
      if (value > best.value) best = { from, to, value };
    }
  }
  let { from, to } = best;
  // What answers tends to come after what is asked about.
  while (to < run.to && sizeOf(index, from, to + 1) <= most) to += 1;
  while (from > run.from && sizeOf(index, from - 1, to) <= most) from -= 1;
  return { from, to };
}

/**
 * What may stand for a word: its kin, and what is of its kind; nothing but itself for a name that is written, and for what was
 * said before.
 */
function variantsFor(
  term: string,
  word: string,
  isExact: boolean,
  { prose: { vocabulary, places } }: PassageIndex,
): ReadonlyMap<string, number> {
  if (isExact && places.has(term)) return new Map([[term, 1]]);
  const found = variantsOf(term, word, vocabulary);
  if (isExact) return found;
  const add = (stems: ReadonlySet<string>, worth: number) => {
    for (const one of stems) if (vocabulary.has(one) && (found.get(one) ?? 0) < worth) found.set(one, worth);
  };
  add(membersOf(term), fit.kind);
  add(wordingsOf(term), fit.wording);
  return found;
}

/** What each passage has of a word, by its own sentences and by those around it, and how rare the word is. */
function spread(
  term: string,
  variants: ReadonlyMap<string, number>,
  { prose, passages, firstOf, lastOf, meanTerms }: PassageIndex,
  bm25: Float64Array,
  weight: number,
) {
  const value = new Float64Array(passages.length);
  const own = new Map<number, number>();
  let holders = 0;
  const counts = new Map<number, number>();
  const exact = new Map<number, number>();
  for (const [variant, worth] of variants) {
    const isExact = variant === term || !variants.has(term);
    for (const at of prose.places.get(variant) ?? []) {
      const before = own.get(at) ?? 0;
      if (before === 0 && (worth >= 0.8 || !variants.has(term))) holders += 1;
      if (worth > before) own.set(at, worth);
      for (let place = firstOf[at] ?? 0; isExact && place <= (lastOf[at] ?? -1); place += 1)
        exact.set(place, (exact.get(place) ?? 0) + worth);
    }
  }
  const inSection = new Float64Array(prose.sections.length);
  for (const [at, worth] of own) {
    const place = prose.sectionAt[at] ?? 0;
    if (worth > (inSection[place] ?? 0)) inSection[place] = worth;
    for (let of = firstOf[at] ?? 0; of <= (lastOf[at] ?? -1); of += 1) {
      counts.set(of, (counts.get(of) ?? 0) + worth);
      if (worth > (value[of] ?? 0)) value[of] = worth;
    }
  }
  lendAround(value, [...counts.keys()], passages);
  for (let at = 0; at < passages.length; at += 1) {
    const worth = fit.section * (inSection[prose.sectionAt[passages[at]?.from ?? 0] ?? 0] ?? 0);
    if (worth > (value[at] ?? 0)) value[at] = worth;
  }
  for (const [at, count] of counts)
    if (count > 1) value[at] = (value[at] ?? 0) * (1 + fit.again * Math.log(count));
  const rarity = Math.log(1 + (passages.length - exact.size + 0.5) / (exact.size + 0.5));
  for (const [at, count] of exact) {
    const norm = k1 * (1 - b + (b * (passages[at]?.terms ?? 0)) / meanTerms);
    bm25[at] = (bm25[at] ?? 0) + (weight * rarity * count * (k1 + 1)) / (count + norm);
  }
  return { value, own, strength: Math.log(1 + prose.all.length / (1 + holders)) };
}

/** Gives the passages of the same section around those that have a word a share of it. */
function lendAround(value: Float64Array, holders: readonly number[], passages: PassageIndex['passages']) {
  const had = holders.map((at) => value[at] ?? 0);
  for (const [nth, at] of holders.entries()) {
    const section = passages[at]?.section;
    let near = (had[nth] ?? 0) * fit.near;
    for (let distance = 1; distance <= fit.reach; distance += 1) {
      const [before, after] = [at - distance, at + distance];
      if (passages[before]?.section === section) value[before] = Math.max(value[before] ?? 0, near);
      if (passages[after]?.section === section) value[after] = Math.max(value[after] ?? 0, near * fit.after);
      near *= fit.fading;
    }
  }
}

function mostOf(scores: Float64Array, { from, to }: Passage): number {
  let most = 0;
  for (let at = from; at <= to; at += 1) most = Math.max(most, scores[at] ?? 0);
  return most;
}

function isSigned(sign: RegExp, { from, to }: Passage, { prose: { all } }: PassageIndex): boolean {
  for (let at = from; at <= to; at += 1) if (sign.test(all[at]?.text ?? '')) return true;
  return false;
}

function sizeOf({ prose: { all } }: PassageIndex, from: number, to: number): number {
  let size = 0;
  for (let at = from; at <= to; at += 1) size += (all[at]?.text.length ?? 0) + 1;
  return size;
}
