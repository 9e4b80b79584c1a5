import type { Section } from '../../../shared/contracts/sections.ts';
import type { Visible } from '../../../shared/gate.ts';
import { isAsking, synonyms, words } from '../italian.ts';
import { told, type Told } from './units.ts';

/** A word of the question, as the unlocked text knows it. */
export interface Wanted {
  /** Any of these stems will do: the word's own, or what else it may be called. */
  stems: readonly string[];
  /** How rare it is in what is unlocked. */
  rarity: number;
}

export interface Question {
  /** Words that the unlocked text has. */
  known: readonly Wanted[];
  /** Those of them that are names: an answer must speak of them. */
  names: readonly Wanted[];
  /** Known words that only ask («si chiama»): welcome in an answer, not required. */
  hints: readonly Wanted[];
  /** What the words that it does not have weigh, beside the sum of the known rarities. */
  unknownWeight: number;
  /** It asks about a name or a number that is not in the unlocked text. */
  unknownName: boolean;
}

/** Forms of verbs: readers choose them freely, so not finding one says little. */
const verbLike =
  /(are|ere|ire|arsi|ersi|irsi|arti|erti|irti|arlo|erlo|arla|ato|ata|ati|ate|uto|uta|ito|ita|ando|endo|avi|evi|ivi|ava|eva|avo|evo|ano|ono|asti|esti|isti)$/;

/**
 * Splits a question into what the unlocked sections can speak of and what they cannot. Rarity is counted in
 * their sentences alone. `strict`: an unknown verb weighs as much as any other word.
 */
export function readQuestion(
  question: string,
  sections: readonly Visible<Section>[],
  protagonist: string,
  strict: boolean,
): Question {
  const all = sections.map(told);
  const units = all.flatMap(({ tellings }) => tellings[0]?.units ?? []);
  const has = (stem: string) => all.some(({ vocabulary }) => vocabulary.has(stem));
  const ceiling = Math.log(1 + units.length);
  const rarityOf = (stems: readonly string[]) => {
    const holders = units.filter((unit) => stems.some((stem) => unit.stems.has(stem))).length;
    return Math.log(1 + units.length / (holders + 1));
  };
  const [self] = words(protagonist);

  const known: Wanted[] = [];
  const names: Wanted[] = [];
  const hints: Wanted[] = [];
  let unknownWeight = 0;
  let unknownName = false;
  const seen = new Set<string>();
  for (const word of words(question)) {
    if (seen.has(word.stem) || word.stem === self?.stem) continue;
    seen.add(word.stem);
    const stems = knownStems(word.stem, has, all);
    if (stems.length === 0) {
      if (isAsking(word.stem)) continue;
      const capital = /^\p{Lu}/u.test(word.written) && word.written.toUpperCase() !== word.written;
      if (word.name || /\d/.test(word.written) || (capital && !opensQuestion(question, word.written)))
        unknownName = true;
      unknownWeight += !strict && verbLike.test(word.written) ? ceiling * 0.5 : ceiling;
      continue;
    }
    const ease = !strict && verbLike.test(word.written) ? 0.6 : 1;
    const wanted = { stems, rarity: rarityOf(stems) * ease };
    if (isAsking(word.stem)) {
      hints.push(wanted);
      continue;
    }
    known.push(wanted);
    if (word.name || (/^\p{Lu}/u.test(word.written) && isName(word.written, all))) names.push(wanted);
  }
  return { known, names, hints, unknownWeight, unknownName };
}

/** A word that opens a question is a name if the book writes it with a capital too. */
function isName(written: string, all: readonly Told[]): boolean {
  return all.some(({ tellings }) => tellings[0]?.units.some(({ text }) => text.includes(` ${written}`)));
}

function opensQuestion(question: string, written: string): boolean {
  return question.trimStart().startsWith(written) && question.trim().split(/\s+/).length > 1;
}

/** The stem itself if the unlocked text has it, else its synonyms there, else the one spelled almost alike. */
function knownStems(stem: string, has: (stem: string) => boolean, all: readonly Told[]): string[] {
  const others = synonyms(stem).filter(has);
  if (has(stem)) return [stem, ...others];
  if (others.length > 0) return others;
  if (stem.length < 5) return [];
  for (const { vocabulary } of all) {
    for (const near of vocabulary) if (oneSlipApart(stem, near)) return [near];
  }
  return [];
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
