import type { Section } from '../../shared/contracts/sections.ts';
import type { StrayWord } from '../../shared/contracts/summaries.ts';
import { isStopWord, stem } from '../model/italian.ts';
import { isEveryday } from './everyday-words.ts';
import { plainTokens, type Token } from './plain-tokens.ts';
import { couldBeName, stemOf, type SpoilerIndex } from './spoiler-index.ts';

/** The words of a text, for asking whether it has one in any form. */
export interface Vocabulary {
  forms: ReadonlySet<string>;
  stems: ReadonlySet<string>;
}

const known = new WeakMap<Section, Vocabulary>();

/** The words of a section's own title and text, without its shorter forms. Kept with the record. */
export function vocabularyOf(section: Section): Vocabulary {
  const found = known.get(section);
  if (found) return found;
  const made = vocabulary(`${section.title}\n${section.content}`);
  known.set(section, made);
  return made;
}

export function vocabulary(text: string): Vocabulary {
  const forms = new Set<string>();
  const stems = new Set<string>();
  for (const { form, lower } of plainTokens(text)) {
    forms.add(form);
    stems.add(stem(lower));
  }
  return { forms, stems };
}

const has = ({ forms, stems }: Vocabulary, { form, lower }: Token) =>
  forms.has(form) || stems.has(stem(lower));

/** A capital letter that can only mean a name. */
const isName = (token: Token) => token.capital && !token.opens && couldBeName(token);

/**
 * The names and figures of a text that `own` does not have: what a summary of `own` cannot know from it. Needs nothing of
 * any other text.
 */
export function strangers(text: string, own: Vocabulary): string[] {
  const found = new Map<string, string>();
  for (const token of plainTokens(text)) {
    const telling = isName(token) ? !isEveryday(token.lower) : token.inDigits && token.form.length > 2;
    if (telling && !has(own, token)) found.set(token.form, token.written);
  }
  return [...found.values()];
}

/**
 * The names and terms of a text that a reader at `level` has not met: those that the book has first in a later section, and
 * that neither `own` nor what everybody knows (`index`'s number 0) has.
 *
 * @param index of titles and contents alone: a summary that says too much must not excuse itself.
 */
export function laterMentions(
  text: string,
  level: number,
  index: SpoilerIndex,
  own: Vocabulary = vocabulary(''),
): StrayWord[] {
  const found = new Map<string, StrayWord>();
  const tokens = plainTokens(text);
  for (const token of tokens) {
    if (has(own, token)) continue;
    const first = firstOf(token, index);
    if (first !== undefined && first > level) found.set(token.form, { word: token.written, first });
  }
  return [...found.values()];
}

/** The number of the section that has the word first, when it is one that can give something away. */
function firstOf(token: Token, index: SpoilerIndex): number | undefined {
  const { form, lower } = token;
  const name = index.names.get(form);
  if (name?.always) return name.first;
  if (name && token.capital && (name.atOpenings || !token.opens)) return name.firstAsName;
  if (isStopWord(form) || isEveryday(lower)) return undefined;
  const key = stemOf(token);
  const term = key === undefined ? undefined : index.stems.get(key);
  return term && term.count >= recurring ? term.first : undefined;
}

/** A term outside everyday Italian counts when the book has it this often; as in the guard. */
const recurring = 3;
