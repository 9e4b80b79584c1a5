import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import { fold, isAsking, stem as stemOf, words, type Word } from '../text/italian.ts';
import { kindred, knownKindred } from '../text/kindred.ts';
import { told, type Told } from './units.ts';

/** A word of the question, as the unlocked text knows it. */
export interface Wanted {
  /** The stems that will do, with what each counts: 1 for the word's own, less for what else it may be called. */
  stems: ReadonlyMap<string, number>;
  /** How rare it is in what is unlocked. */
  rarity: number;
  name: boolean;
  /** Taken from the question before: it points, it does not decide. */
  lent?: true;
}

export interface Question {
  /** Words that the unlocked text has. */
  known: readonly Wanted[];
  /** Those of them that are names: an answer must stand near them. */
  names: readonly Wanted[];
  /** Known words that only ask («si chiama»): welcome in an answer, not required. */
  hints: readonly Wanted[];
  /** What the words that it does not have weigh, beside the sum of the known rarities. */
  unknownWeight: number;
  /** It asks about a name, or about a number, that is not in the unlocked text. */
  unknownName: boolean;
  unknownNumber: boolean;
}

/** Turns of phrase whose words are not about anything. */
const idioms =
  /che fine (ha|hai|hanno|aveva)n?o? fatto|che fine (fa|fai|fanno|farà|faranno)|alla fine|in fondo|a proposito|secondo te|per caso|di preciso|di sicuro|per forza|in giro|tutto quanto|a un certo punto|in che modo|ti viene in mente|mi sai dire|mi puoi dire|puoi dirmi|sai dirmi|vorrei sapere/giu;

/** Turns of phrase that mean another word than theirs. */
const meant: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(si|ti|vi) (è|sei|sono|era) fatt[oaie] (sentire|viv[oaie])/giu, 'risposto'],
  [/(?<!\p{L})fatt[oaie] (del )?male(?!\p{L})/giu, 'ferito male'],
  [/(?<!\p{L})(fa|fai|fate|fanno|facev\p{L}+) (del )?male(?!\p{L})/giu, 'ferisce male'],
  [/(?<!\p{L})(vuole|vuoi|volev\p{L}+|voluto|vogliono) bene(?!\p{L})/giu, 'amare'],
  [/(?<!\p{L})(va|vai|andat[oaie]|andò|andare) via(?!\p{L})/giu, 'partire'],
  [/(?<!\p{L})(viene|venut[oaie]|venne|venire) al mondo(?!\p{L})/giu, 'nascere'],
  [/(?<!\p{L})(rend\p{L}+|res[oaie]) conto(?!\p{L})/giu, 'accorgersi'],
];

/** Forms of verbs: readers choose them freely, so not finding one says little. */
const verbLike =
  /(are|ere|ire|arsi|ersi|irsi|arti|erti|irti|arlo|erlo|arla|arli|erla|ato|ata|ati|ate|uto|uta|uti|ute|ito|ita|iti|ite|ando|endo|avi|evi|ivi|ava|eva|iva|avo|evo|ano|ono|asti|esti|isti|erà|arà|irà|rai)$/;

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
  const vocabulary = vocabularyOf(all);
  const count = all.reduce((sum, { tellings }) => sum + (tellings[0]?.units.length ?? 0), 0);
  const ceiling = Math.log(1 + count);
  const rarityOf = (stems: ReadonlyMap<string, number>) => {
    // Where only kin are known, how rare they are together.
    const least = Math.min(0.85, Math.max(...stems.values()) - 0.15);
    const counted = [...stems].flatMap(([stem, worth]) => (worth >= least ? [stem] : []));
    let holders = 0;
    for (const { tellings } of all)
      holders += new Set(counted.flatMap((stem) => tellings[0]?.where.get(stem) ?? [])).size;
    return Math.log(1 + count / (holders + 1));
  };
  const [self] = words(protagonist);

  const known: Wanted[] = [];
  const names: Wanted[] = [];
  const hints: Wanted[] = [];
  let unknownWeight = 0;
  let unknownName = false;
  let unknownNumber = false;
  const seen = new Set<string>();
  for (const word of words(meaning(question))) {
    if (seen.has(word.stem) || word.stem === self?.stem) continue;
    seen.add(word.stem);
    // A name is known by its letters and has no kin: «Ánne» is not «anni», the Fox is not any animal.
    const stems = word.name
      ? namedStems(word, vocabulary, all)
      : knownStems(word.stem, word.written, vocabulary);
    const capital = /^\p{Lu}/u.test(word.written) && word.written.toUpperCase() !== word.written;
    if (stems.size === 0) {
      if (isAsking(word.stem)) continue;
      // «Nodo 9» is called so, with whatever letters it is written.
      if (new RegExp(`${word.written}\\s+\\d`, 'u').test(question)) unknownName = true;
      if (/\d/.test(word.written)) unknownNumber = true;
      else if (word.name || (capital && !opensQuestion(question, word.written))) unknownName = true;
      unknownWeight += verbLike.test(word.written) ? ceiling * (strict ? 0.6 : 0.35) : ceiling * 0.8;
      continue;
    }
    const isItself = stems.get(word.stem) === 1;
    // A word that only its kin stand for: half of what it weighs is as good as unknown.
    // A number of one or two figures stands in too many places to say what is meant.
    const figures = /^\d{1,2}$/.test(word.written) ? 0.4 : 1;
    const ease = figures * (!strict && verbLike.test(word.written) ? 0.7 : 1) * (isItself ? 1 : 0.8);
    const name = word.name || (capital && isName(word.written, all));
    const wanted = { stems, rarity: rarityOf(stems) * ease, name };
    if (isAsking(word.stem)) hints.push(wanted);
    else {
      known.push(wanted);
      if (name && isItself) names.push(wanted);
    }
  }
  return { known, names, hints, unknownWeight, unknownName, unknownNumber };
}

/** Those of the last sections asked about, by the newest of them: readers of one level have the same. */
const vocabularies = new WeakMap<Told, { all: readonly Told[]; vocabulary: ReadonlySet<string> }>();

/** Every stem of what is unlocked. */
function vocabularyOf(all: readonly Told[]): ReadonlySet<string> {
  const newest = all.at(-1);
  const made = newest && vocabularies.get(newest);
  if (made && made.all.length === all.length && made.all.every((one, at) => one === all[at]))
    return made.vocabulary;
  const vocabulary = new Set(all.flatMap(({ vocabulary: own }) => [...own]));
  if (newest) vocabularies.set(newest, { all, vocabulary });
  return vocabulary;
}

function meaning(question: string): string {
  return meant.reduce((said, [turn, other]) => said.replace(turn, other), question).replace(idioms, ' ');
}

/** Whether the unlocked text has a name of this stem: «Nodi» is said of each «Nodo». */
function isNamed(stem: string, all: readonly Told[]): boolean {
  return all.some(({ tellings }) => tellings.some(({ units }) => units.some(({ names }) => names.has(stem))));
}

/** Whether the unlocked text has a word letter by letter, accents and capitals apart. */
function isSpelled(written: string, all: readonly Told[]): boolean {
  const word = new RegExp(`(?<![a-z0-9])${fold(written.toLowerCase())}(?![a-z0-9])`);
  return all.some(({ tellings }) =>
    tellings.some(({ units }) => units.some(({ text }) => word.test(fold(text.toLowerCase())))),
  );
}

/** A word that opens a question is a name if the book writes it with a capital inside a sentence, or in a title. */
function isName(written: string, all: readonly Told[]): boolean {
  return all.some(
    ({ tellings }) =>
      tellings[0]?.section.title.includes(written) ||
      tellings[0]?.units.some(({ text }) => text.includes(` ${written}`)),
  );
}

function opensQuestion(question: string, written: string): boolean {
  return question.trimStart().startsWith(written) && question.trim().split(/\s+/).length > 1;
}

function namedStems(
  { stem, written }: Word,
  vocabulary: ReadonlySet<string>,
  all: readonly Told[],
): Map<string, number> {
  if (vocabulary.has(stem))
    return new Map(written.length >= 6 || isSpelled(written, all) || isNamed(stem, all) ? [[stem, 1]] : []);
  const found = new Map<string, number>();
  if (stem.length >= 5 && !/\d/.test(stem))
    for (const other of vocabulary) if (oneSlipApart(stem, other)) found.set(other, 0.8);
  return found;
}

/** The stem itself if the unlocked text has it, its kin and what is derived of it; else what is spelled almost alike. */
function knownStems(stem: string, written: string, vocabulary: ReadonlySet<string>): Map<string, number> {
  const found = ofTheWord(stem, vocabulary);
  if (found.size > 0 || /\d/.test(stem)) return found;
  // «germogliatto», «caciavite»: letters doubled that are not, and the other way round.
  for (const other of otherwiseDoubled(written.toLowerCase()))
    for (const [one, worth] of ofTheWord(stemOf(other), vocabulary))
      found.set(one, Math.max(found.get(one) ?? 0, worth * 0.9));
  if (found.size > 0 || stem.length < 5) return found;
  for (const other of vocabulary) {
    if (oneSlipApart(stem, other)) found.set(other, 0.8);
    // «germoglio» for «germogliato», «vibrazione» for «vibrare».
    else if (stem.length >= 6 && other.length >= 6 && other.slice(0, 6) === stem.slice(0, 6))
      found.set(other, 0.6);
  }
  if (found.size > 0 || stem.length < 6) return found;
  for (const known of knownKindred()) {
    if (!oneSlipApart(stem, known)) continue;
    for (const [other, worth] of ofTheWord(known, vocabulary)) found.set(other, worth * 0.9);
  }
  return found;
}

function ofTheWord(stem: string, vocabulary: ReadonlySet<string>): Map<string, number> {
  const found = new Map<string, number>();
  for (const [other, worth] of kindred(stem)) if (vocabulary.has(other)) found.set(other, worth);
  if (stem.length >= 4 && !/\d/.test(stem))
    for (const other of vocabulary)
      if (other.charCodeAt(0) === stem.charCodeAt(0) && !found.has(other) && derives(stem, other))
        found.set(other, 0.7);
  if (vocabulary.has(stem)) found.set(stem, 1);
  return found;
}

const suffixes = new Set(
  `zion azion izion ment ament iment tor ator itor tric eri ier iere os ezz ita eta ett in ott on acci uol icciol ell erell ant ent
  atur itur ur isc ist ism al an cin icin at it ut ess iv abil ibil ol ar`.split(/\s+/),
);

/** «Vecchietto» of «vecchio», «vibrazione» of «vibrare»: one stem is the other with the ending of a derived word. */
function derives(one: string, other: string): boolean {
  if (one.length === other.length) return false;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 4 && long.startsWith(short) && suffixes.has(long.slice(short.length));
}

/** The word with one double letter made single, or one single consonant doubled. */
function otherwiseDoubled(word: string): string[] {
  const found: string[] = [];
  for (let at = 1; at < word.length - 1; at += 1) {
    const letter = word.charAt(at);
    if (word[at - 1] === letter) found.push(word.slice(0, at) + word.slice(at + 1));
    else if (/[bcdfglmnprstvz]/.test(letter) && word[at + 1] !== letter)
      found.push(word.slice(0, at) + letter + word.slice(at));
  }
  return found;
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
