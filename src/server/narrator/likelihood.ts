import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import { isAsking } from '../text/italian.ts';
import { membersOf, wordingsOf } from '../text/kinds-of-things.ts';
import { variantsOf } from '../text/word-variants.ts';
import { signsOf } from './answers.ts';
import { proseIndex, type ProseIndex } from './prose-search.ts';

/** What is looked for: stems, each with its weight (1 for the question itself) and the word it comes from. */
export type Query = ReadonlyMap<string, { weight: number; word: string; isName: boolean }>;

export interface Likelihoods {
  index: ProseIndex;
  /** Of each sentence, how likely it is to answer: a logarithm, only to be compared within one question; −∞ for what is far from it. */
  logLikelihoods: Float64Array;
  /** How much of the question each sentence and those around it have, 0 to about 1. */
  share: Float64Array;
}

/**
 * What each thing adds to the likelihood of a sentence: a word of the question in it, near it and in the pages around it, its
 * length, what the kind of question calls for, somebody's name. Fitted (conditional logistic regression) so that the sentences
 * that answer 342 questions about ten novels are the likeliest; each novel was judged by what the others had fitted, four novels
 * by none (docs/decisions/003).
 */
const fit = { own: 0.26, near: 0.23, wide: 0.1, length: 0.14, sign: 1.4, person: 0.85 } as const;
/** What stands for a word beside the word itself: what is of its kind, an older word, one that begins with the same letters. */
const worth = { kind: 0.6, wording: 0.4, fiveLetters: 0.6, fourLetters: 0.4 } as const;
/** What stands for a word so well that it tells how rare the word is. */
const sure = 0.69;
/** Of words that only ask, and of names. */
const weights = { asking: 0.6, name: 0.8 } as const;
/** How much of a word is left a sentence further on; before the word less of it, for an answer comes after what is asked about. */
const near = { left: 0.75, before: 0.7 } as const;
const wide = { left: 0.97, before: 0.9 } as const;
/** Whether somebody is named in a sentence, not at its beginning. */
const named = /(?<=[\p{Ll},’'] ?)\p{Lu}\p{Ll}/u;
const usualLength = 100;
/** So many sentences that have the most of the question are looked at more closely; the others do not answer. */
const closest = 800;

/** How likely each sentence of the open sections is to answer; every number in it is counted in those alone. */
export function likelihoodsOf(
  sections: readonly Visible<Section>[],
  query: Query,
  question: string,
): Likelihoods | undefined {
  const index = proseIndex(sections);
  if (!index) return undefined;
  const { all } = index;
  const logLikelihoods = new Float64Array(all.length);
  const share = new Float64Array(all.length);
  let whole = 0;
  let found = 0;
  for (const [term, { weight, word, isName }] of query) {
    const variants = variantsFor(term, word, isName || weight < 1, index);
    const own = new Float64Array(all.length);
    let holders = 0;
    for (const [variant, value] of variants) {
      for (const at of index.places.get(variant) ?? []) {
        const before = own[at] ?? 0;
        if (before < sure && value >= sure) holders += 1;
        if (value > before) own[at] = value;
      }
    }
    // A word that nobody wrote counts as one that is met now and then.
    const rarity = Math.log(1 + all.length / (1 + (holders || all.length / 60)));
    const strength = rarity * weight * (isAsking(term) ? weights.asking : 1) * (isName ? weights.name : 1);
    whole += strength;
    if (variants.size === 0) continue;
    found += strength;
    const close = spread(own, near, index);
    const around = spread(own, wide, index);
    for (let at = 0; at < all.length; at += 1) {
      const beside = around[at] ?? 0;
      if (beside === 0) continue;
      const gain =
        fit.own * (own[at] ?? 0) + fit.near * Math.log1p(close[at] ?? 0) + fit.wide * Math.log1p(beside);
      logLikelihoods[at] = (logLikelihoods[at] ?? 0) + strength * gain;
      share[at] = (share[at] ?? 0) + strength * Math.min(1, close[at] ?? 0);
    }
  }
  if (found === 0) return undefined;
  const { strong, person } = signsOf(question);
  const least = logLikelihoods.toSorted().at(-closest) ?? -Infinity;
  for (const [at, { text }] of all.entries()) {
    const before = logLikelihoods[at] ?? 0;
    if (before < least || before === 0) {
      logLikelihoods[at] = -Infinity;
      continue;
    }
    let gain = fit.length * Math.log(text.length / usualLength);
    if (strong?.test(text)) gain += fit.sign;
    if (person && named.test(text)) gain += fit.person;
    logLikelihoods[at] = before + gain;
    share[at] = (share[at] ?? 0) / whole;
  }
  return { index, logLikelihoods, share };
}

/**
 * What may stand for a word: its kin, and what is of its kind; nothing but itself for a name that is written, and for what was
 * said before.
 */
function variantsFor(
  term: string,
  word: string,
  isExact: boolean,
  { vocabulary, places }: ProseIndex,
): ReadonlyMap<string, number> {
  if (isExact && places.has(term)) return new Map([[term, 1]]);
  const found = variantsOf(term, word, vocabulary);
  if (isExact) return found;
  const add = (stem: string, value: number) => {
    if (vocabulary.has(stem) && (found.get(stem) ?? 0) < value) found.set(stem, value);
  };
  if (term.length >= 4)
    for (const other of vocabulary.beginningWith(term, 3)) {
      if (found.has(other) || other.slice(0, 4) !== term.slice(0, 4)) continue;
      add(other, term.length >= 5 && other[4] === term[4] ? worth.fiveLetters : worth.fourLetters);
    }
  for (const one of membersOf(term)) add(one, worth.kind);
  for (const one of wordingsOf(term)) add(one, worth.wording);
  return found;
}

/** What the sentences have of a word by those around them in their section, and by themselves. */
function spread(
  own: Float64Array,
  { left, before }: { left: number; before: number },
  { sectionAt }: ProseIndex,
): Float64Array {
  const found = new Float64Array(own.length);
  let carried = 0;
  for (let at = 0; at < own.length; at += 1) {
    if (sectionAt[at] !== sectionAt[at - 1]) carried = 0;
    carried = carried * left + (own[at] ?? 0);
    found[at] = carried;
  }
  carried = 0;
  for (let at = own.length - 1; at >= 0; at -= 1) {
    if (sectionAt[at] !== sectionAt[at + 1]) carried = 0;
    found[at] = (found[at] ?? 0) + before * carried;
    carried = (carried + (own[at] ?? 0)) * left;
  }
  return found;
}
