import type { Section } from '#shared/contracts/sections.ts';
import type { StrayWord } from '#shared/contracts/summaries.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { witnessedText } from '#shared/witnessed.ts';
import { isStopWord, stem } from '../text/italian.ts';
import { isEveryday } from '../text/everyday-words.ts';
import { plainTokens, squashed, type Token } from '../text/plain-tokens.ts';
import { couldBeName, longestPhrase, stemOf, type SpoilerIndex } from './spoiler-index.ts';

/** The words of a text, for asking whether it has one in any form. */
export interface Vocabulary {
  forms: ReadonlySet<string>;
  stems: ReadonlySet<string>;
  /** Little words that are names here: «Sara», which is no «sarà». */
  names: ReadonlySet<string>;
}

/** The words of a section's own title and of what the protagonist witnessed of it, without its shorter forms. */
export const vocabularyOf = memoizeByObject(({ title, content }: Section) =>
  vocabulary(`${title}\n${witnessedText(content)}`),
);

export function vocabulary(text: string): Vocabulary {
  const forms = new Set<string>();
  const stems = new Set<string>();
  const names = new Set<string>();
  for (const token of plainTokens(text)) {
    forms.add(token.form);
    stems.add(stem(token.lower));
    if (isLittleName(token)) names.add(token.form);
  }
  return { forms, stems, names };
}

const isLittleName = (token: Token) => isStopWord(token.form) && couldBeName(token);

const has = ({ forms, stems, names }: Vocabulary, token: Token) =>
  isLittleName(token) ? names.has(token.form) : forms.has(token.form) || stems.has(stem(token.lower));

/** A capital letter that can only mean a name. */
const isName = (token: Token) => token.capital && !token.opens && couldBeName(token);

/**
 * The names and figures of a text that `own` does not have: what a summary of `own` cannot know from it. Needs nothing of
 * any other text.
 */
export function strangers(text: string, own: Vocabulary): string[] {
  const unknown = new Map<string, string>();
  for (const token of plainTokens(text)) {
    const telling = isName(token)
      ? isLittleName(token) || !isEveryday(token.lower)
      : token.inDigits && token.form.length > 2;
    if (telling && !has(own, token)) unknown.set(token.form, token.written);
  }
  return [...unknown.values()];
}

interface MentionOptions {
  /** Words that are no secret here whatever the book says. */
  own?: Vocabulary;
  /** Leaves out terms that are common nouns, which a caption may use without giving anything away. */
  namesOnly?: boolean;
}

/**
 * The names and terms of a text that a reader at `level` has not met: those that the book has first in a later section, and
 * that neither `own` nor what everybody knows (`index`'s number 0) has. Names of several words are told as one.
 *
 * @param index of titles and contents alone: a summary that says too much must not excuse itself.
 */
export function laterMentions(
  text: string,
  level: number,
  index: SpoilerIndex,
  { own = vocabulary(''), namesOnly = false }: MentionOptions = {},
): StrayWord[] {
  const mentions = new Map<string, StrayWord>();
  const tokens = plainTokens(text);
  for (let at = 0; at < tokens.length; at += 1) {
    const phrase = longestLater(tokens, at, level, index);
    const token = tokens[at];
    if (phrase && !tokens.slice(at, at + phrase.count).every((part) => has(own, part))) {
      mentions.set(phrase.word.toLowerCase(), { word: phrase.word, first: phrase.first });
      at += phrase.count - 1;
    } else if (token && !has(own, token)) {
      const first = firstOf(token, index, namesOnly);
      if (first !== undefined && first > level) mentions.set(token.form, { word: token.written, first });
    }
  }
  return [...mentions.values()];
}

/** The longest phrase of the index that begins here, written as a name is: with a capital letter or a figure. */
function longestLater(tokens: readonly Token[], at: number, level: number, { phrases }: SpoilerIndex) {
  let forms = '';
  let word = '';
  let longest: { word: string; first: number; count: number } | undefined;
  for (const [offset, { form, written, gap }] of tokens.slice(at, at + longestPhrase).entries()) {
    if (offset > 0 && /[\n,;:.!?…«»“”"()]/.test(gap)) break;
    forms += form;
    word += offset > 0 ? gap + written : written;
    const first = phrases.get(squashed(forms));
    const count = offset + 1;
    const hasCapital = count > 1 ? /[\p{Lu}\d]/u.test(word) : false;
    if (first !== undefined && first > level && hasCapital) longest = { word, first, count };
  }
  return longest;
}

/** The number of the section that has the word first, when it is one that can give something away. */
function firstOf(token: Token, index: SpoilerIndex, namesOnly: boolean): number | undefined {
  const { form, lower } = token;
  const name = index.names.get(form);
  if (name?.always) return name.first;
  if (name && token.capital && (name.atOpenings || !token.opens)) return name.firstAsName;
  if (namesOnly || isStopWord(form) || isEveryday(lower)) return undefined;
  const key = stemOf(token);
  const term = key === undefined ? undefined : index.stems.get(key);
  return term && term.count >= recurring ? term.first : undefined;
}

/** A term outside everyday Italian counts when the book has it this often; as in the guard. */
const recurring = 3;
