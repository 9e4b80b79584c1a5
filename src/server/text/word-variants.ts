import { isOfWordLength, stem as stemOf } from './italian.ts';
import { kindred, knownKindred } from './kindred.ts';

/** Stems of a text, by their beginning: what is looked through for words that are almost another. */
export interface Vocabulary {
  has(stem: string): boolean;
  /** The stems that begin with the same `letters` (1 or 3). */
  beginningWith(stem: string, letters: 1 | 3): Iterable<string>;
}

export function createVocabulary(stems: Iterable<string>): Vocabulary {
  const all = new Set(stems);
  const byLetters = { 1: new Map<string, string[]>(), 3: new Map<string, string[]>() };
  for (const stem of all)
    for (const letters of [1, 3] as const) {
      const key = stem.slice(0, letters);
      const variant = byLetters[letters].get(key);
      if (variant) variant.push(stem);
      else byLetters[letters].set(key, [stem]);
    }
  return {
    has: (stem) => all.has(stem),
    beginningWith: (stem, letters) => byLetters[letters].get(stem.slice(0, letters)) ?? [],
  };
}

/**
 * The stems of a vocabulary that a word may stand for, with what each counts beside the word itself (1): its kin, what is
 * derived of it and, where there are none, what is spelled almost alike.
 */
export function variantsOf(stem: string, written: string, vocabulary: Vocabulary): Map<string, number> {
  const relatives = kinIn(stem, vocabulary);
  if (relatives.size > 0 || /\d/.test(stem) || !isOfWordLength(written)) return relatives;
  // «germogliatto», «caciavite»: letters doubled that are not, and the other way round.
  for (const other of otherwiseDoubled(written))
    for (const [one, worth] of kinIn(stemOf(other), vocabulary))
      relatives.set(one, Math.max(relatives.get(one) ?? 0, worth * 0.9));
  if (relatives.size > 0 || stem.length < 5) return relatives;
  for (const other of vocabulary.beginningWith(stem, 1)) {
    if (oneSlipApart(stem, other)) relatives.set(other, 0.8);
    // «germoglio» for «germogliato», «vibrazione» for «vibrare».
    else if (stem.length >= 6 && other.length >= 6 && other.slice(0, 6) === stem.slice(0, 6))
      relatives.set(other, 0.6);
  }
  if (relatives.size > 0 || stem.length < 6) return relatives;
  for (const family of knownKindred()) {
    if (!oneSlipApart(stem, family)) continue;
    for (const [other, worth] of kinIn(family, vocabulary)) relatives.set(other, worth * 0.9);
  }
  return relatives;
}

function kinIn(stem: string, vocabulary: Vocabulary): Map<string, number> {
  const worths = new Map<string, number>();
  for (const [other, worth] of kindred(stem)) if (vocabulary.has(other)) worths.set(other, worth);
  if (stem.length >= 4 && !/\d/.test(stem))
    for (const other of vocabulary.beginningWith(stem, 3))
      if (!worths.has(other) && isDerived(stem, other)) worths.set(other, 0.7);
  if (vocabulary.has(stem)) worths.set(stem, 1);
  return worths;
}

const suffixes = new Set(
  `zion azion izion ment ament iment tor ator itor tric eri ier iere os ezz ita eta ett in ott on acci uol icciol ell erell ant ent
  atur itur ur isc ist ism al an cin icin at it ut ess iv abil ibil ol ar`.split(/\s+/),
);

/** «Vecchietto» of «vecchio», «vibrazione» of «vibrare»: one stem is the other with the ending of a derived word. */
function isDerived(one: string, other: string): boolean {
  if (one.length === other.length) return false;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 4 && long.startsWith(short) && suffixes.has(long.slice(short.length));
}

/** The word with one double letter made single, or one single consonant doubled. */
function otherwiseDoubled(word: string): string[] {
  const variants: string[] = [];
  for (let at = 1; at < word.length - 1; at += 1) {
    const letter = word.charAt(at);
    if (word[at - 1] === letter) variants.push(word.slice(0, at) + word.slice(at + 1));
    else if (/[bcdfglmnprstvz]/.test(letter) && word[at + 1] !== letter)
      variants.push(word.slice(0, at) + letter + word.slice(at));
  }
  return variants;
}

/** Whether two words differ by one letter added, dropped, changed or swapped, the first being the same. */
export function oneSlipApart(one: string, other: string): boolean {
  if (one[0] !== other[0] || Math.abs(one.length - other.length) > 1 || /\d/.test(one)) return false;
  // One beginning the other is not a slip but another word: «ventre» is not «vento».
  if (one.startsWith(other) || other.startsWith(one)) return one === other;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [a, b] = [one.slice(at), other.slice(at)];
  if (a.length > b.length) return a.slice(1) === b;
  if (a.length < b.length) return a === b.slice(1);
  return a.slice(1) === b.slice(1) || (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2));
}
