import type { Section } from '#shared/contracts/sections.ts';
import { runNow, type Task } from '#shared/tasks.ts';
import { isStopWord, stem } from '../text/italian.ts';
import { isEveryday } from '../text/everyday-words.ts';
import { plainTokens, squashed, type Token } from '../text/plain-tokens.ts';

/**
 * For whatever can give the story away, the number of the section in which it occurs first; 0 when the character says it
 * in any case. One index serves every level: a thing is locked at level n when its number is greater than n.
 *
 * It is made of locked text too: for the author's own checks, never for what a reader is told.
 */
export interface SpoilerIndex {
  names: ReadonlyMap<string, Name>;
  /** Names of several words, titles, designations (`relè 7`, `W-01F`) and numbers of three digits, squashed. */
  phrases: ReadonlyMap<string, number>;
  stems: ReadonlyMap<string, Stem>;
}

interface Name {
  /** The first section that has the word at all. */
  first: number;
  /** The first section that has it with a capital letter which says that it is a name. */
  firstAsName: number;
  /** Hardly ever an ordinary word: a name in small letters too. */
  always: boolean;
  /** An everyday word that is nearly always a name in this book: with a capital letter it is one even at an opening. */
  atOpenings: boolean;
}

interface Stem {
  first: number;
  /** How often it occurs in the book. */
  count: number;
}

interface Text {
  /** The number of its section, or 0. */
  first: number;
  tokens: Token[];
  title?: boolean;
}

/** How a word is written in the book: where first, where first with a capital, where with one inside a sentence. */
interface Spelling {
  first: number;
  firstCapital: number;
  firstInside: number;
  inside: number;
  small: number;
}

export const longestPhrase = 6;
const betweenCapitals = new Set('di d dei del dell della delle degli de'.split(' '));
/** Endings of verbs and adverbs, which open a sentence as often as names do. Accents folded. */
const verbEnding =
  /([aei]i|[ae]n?do|[aei]v[oiae](no|mo|te)?|[aei]r(o|a|e|si|mi|ti|ci|la|lo|li|le|ei|ebbe)|mmo|ono|ano|ero|[aiu]t[oaie]|i?amo|mente|[^aeiou]o)$/;
/** With a number after them they say when or where in the book, not what a thing is called. */
const numberedWords = new Set(
  'ora ore sezione capitolo pagina numero anno anni giorno parte livello'.split(' '),
);

/**
 * @param spoken what the character may say at any level: the persona and every fixed line.
 */
export function buildSpoilerIndex(sections: readonly Section[], spoken: readonly string[]): SpoilerIndex {
  return runNow(buildIndexInSteps(sections, spoken));
}

/** {@link buildSpoilerIndex}, so that others have their turn meanwhile. */
export function* buildIndexInSteps(
  sections: readonly Section[],
  spoken: readonly string[],
): Task<SpoilerIndex> {
  const texts: Text[] = spoken.map((text) => ({ first: 0, tokens: plainTokens(text) }));
  for (const section of sections.toSorted((a, b) => a.sectionNumber - b.sectionNumber)) {
    const first = section.sectionNumber;
    const { title, content, contentReduced70 = '', contentReduced30 = '', contentLine = '' } = section;
    texts.push({ first, tokens: plainTokens(title), title: true });
    for (const text of [content, contentReduced70, contentReduced30, contentLine])
      if (text) texts.push({ first, tokens: plainTokens(text) });
    yield;
  }

  const spellings = new Map<string, Spelling>();
  for (const { first, tokens, title } of texts) {
    for (const token of tokens) {
      // «sarà» counts against «Sara», which it folds to.
      if (!couldBeName(token) && !(token.form.length > 2 && isStopWord(token.form))) continue;
      const spelling = spellings.get(token.form);
      const word = spelling ?? { first, firstCapital: Infinity, firstInside: Infinity, inside: 0, small: 0 };
      if (!spelling) spellings.set(token.form, word);
      if (token.capital) word.firstCapital = Math.min(word.firstCapital, first);
      else word.small += 1;
      if (token.capital && !token.opens && !title && couldBeName(token)) {
        word.inside += 1;
        word.firstInside = Math.min(word.firstInside, first);
      }
    }
    yield;
  }
  const names = new Map<string, Name>();
  for (const [form, { first, firstCapital, firstInside, inside, small }] of spellings) {
    if (isStopWord(form)) {
      if (inside > 0) names.set(form, { first, firstAsName: firstInside, always: false, atOpenings: false });
      continue;
    }
    // Somebody who only ever opens sentences has no capital inside one.
    const onlyOpens = inside === 0 && small === 0 && !isEveryday(form) && !couldBeVerb(form);
    if (inside === 0 && !onlyOpens) continue;
    const always = onlyOpens || (inside > small && !isEveryday(form));
    const atOpenings = always || inside > small * 4;
    names.set(form, { first, firstAsName: atOpenings ? firstCapital : firstInside, always, atOpenings });
  }

  const stems = new Map<string, Stem>();
  for (const { first, tokens } of texts) {
    for (const token of tokens) {
      const key = stemOf(token);
      if (key === undefined) continue;
      const stem = stems.get(key);
      if (stem) stem.count += 1;
      else stems.set(key, { first, count: 1 });
    }
    yield;
  }
  return { names, phrases: yield* firstPhrases(texts, names), stems };
}

/** With or without pronouns behind it, as in «Tienila». */
function couldBeVerb(form: string): boolean {
  const bare = form.replace(/(me|te|ce|ve|glie)?(lo|la|li|le|ne|gli|mi|ti|ci|vi|si)$/, '');
  return verbEnding.test(form) || (bare !== form && (isEveryday(bare) || verbEnding.test(bare)));
}

/** A little word is a name where a capital inside a sentence says so (Sara, Mia), and is no form of address. */
export function couldBeName({ form, isNumber, capital, opens, written }: Token): boolean {
  if (isNumber || form.length < 3) return false;
  return (
    !isStopWord(form) || (capital && !opens && written !== written.toUpperCase() && !addressing.test(form))
  );
}

/** Pronouns that courtesy writes with a capital, and God's. */
const addressing = /^(lei|ella|egli|lui|noi|voi|loro|su[aoe]|suoi|vostr[aoie])$/;

/** The stem a token can give the story away by; none for everyday words, stop-words and numbers. */
export function stemOf({ form, lower, isNumber }: Token): string | undefined {
  if (isNumber || form.length < 4 || isStopWord(form)) return undefined;
  return isEveryday(lower) ? undefined : stem(lower);
}

const hyphenated = (next: Token | undefined) => next !== undefined && /^\p{Pd}?$/u.test(next.gap);
const adjacent = ({ gap }: Token) => /^[ \u00a0\p{Pd}'’]*$/u.test(gap);

function* firstPhrases(texts: readonly Text[], names: SpoilerIndex['names']): Task<Map<string, number>> {
  const phraseKeys = new Set<string>();
  const starters = new Set<string>();
  const add = (tokens: readonly Token[]) => {
    const key = squashed(tokens.map(({ form }) => form).join(''));
    if (key.length < 3) return;
    phraseKeys.add(key);
    starters.add(tokens[0]?.form ?? '');
  };
  for (const { tokens, title } of texts) {
    if (title) addTitle(tokens, add);
    for (const [at, token] of tokens.entries()) {
      if (token.inDigits && token.form.length > 2) add([token]);
      const before = tokens[at - 1];
      const isNamed = before && !before.isNumber && before.form.length > 2 && !isStopWord(before.form);
      if (token.inDigits && isNamed && adjacent(token) && !numberedWords.has(before.form))
        add([before, token]);
      const goesOn = hyphenated(tokens[at + 1]);
      const designation = goesOn ? runFrom(tokens, at, hyphenated) : [];
      if (designation.some(({ inDigits }) => inDigits) && designation.some(({ isNumber }) => !isNumber))
        add(designation);
      if (designation.length > 1 && designation.every(({ form }) => form.length > 2)) add(designation);
      if (token.capital && !token.opens && couldBeName(token)) {
        // «Campo dei miracoli»: an everyday word, a name together with what it is of.
        const [link, last] = [tokens[at + 1], tokens[at + 2]];
        if (
          link &&
          last &&
          betweenCapitals.has(link.form) &&
          couldBeName(last) &&
          !names.get(token.form)?.always
        )
          add([token, link, last]);
        const run = runFrom(
          tokens,
          at,
          (next) => adjacent(next) && (next.capital || next.isNumber || betweenCapitals.has(next.form)),
        );
        while (run.length > 1 && betweenCapitals.has(run.at(-1)?.form ?? '')) run.pop();
        if (run.length > 1) add(run);
      }
    }
    yield;
  }

  const first = new Map<string, number>();
  for (const { first: section, tokens } of texts) {
    for (const [at, token] of tokens.entries()) {
      if (!starters.has(token.form)) continue;
      let forms = '';
      for (const { form } of tokens.slice(at, at + longestPhrase)) {
        forms += form;
        const key = squashed(forms);
        if (phraseKeys.has(key) && !first.has(key)) first.set(key, section);
      }
    }
    yield;
  }
  return first;
}

/** A title of two words or more gives itself away; «Capitolo 4» and «La neve» do not. */
function addTitle(tokens: readonly Token[], add: (tokens: readonly Token[]) => void): void {
  const words = tokens.filter(({ form, isNumber }) => isNumber || !isStopWord(form));
  if (words.length < 2 || numberedWords.has(words[0]?.form ?? '')) return;
  const from = tokens.findIndex((token) => token === words[0]);
  if (tokens.length - from <= longestPhrase) add(tokens.slice(from));
}

function runFrom(tokens: readonly Token[], at: number, goesOn: (next: Token) => boolean): Token[] {
  const run = tokens.slice(at, at + 1);
  for (const next of tokens.slice(at + 1, at + longestPhrase)) {
    if (!goesOn(next)) break;
    run.push(next);
  }
  return run;
}
