import { readdirSync, readFileSync } from 'node:fs';
import { book, protagonist } from '#content/book.ts';
import { isCommonName } from '#server/text/common-names.ts';
import { openLexicon, withOneAccent } from '#server/text/lexicon.ts';
import { plainTokens } from '#server/text/plain-tokens.ts';
import { pinocchioCards, pinocchioSections } from './pinocchio.ts';

const folder = 'src/content/demo';

/** The demonstration's sections as they are written: browser tests cannot load its module, which Vite must compile. */
const sectionTexts = () =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8').replace(/^---\r?\n[^]*?\n---\r?\n/, ''));

/** Words with a capital letter in the middle of the demonstration's sentences that no Italian dictionary has. */
function strangeWords(): { word: string; isCommon: boolean }[] {
  const lexicon = openLexicon();
  const words = new Map<string, boolean>();
  for (const content of sectionTexts()) {
    for (const { form, lower, capital, opens, isNumber } of plainTokens(content)) {
      if (capital && !opens && !isNumber && form.length > 4 && !lexicon(withOneAccent(lower)))
        words.set(form, isCommonName(form));
    }
  }
  return [...words].map(([word, isCommon]) => ({ word, isCommon }));
}

/** Words of the novel that no Italian dictionary has and nobody else is called by. */
export function inventedWords(): string[] {
  return strangeWords().flatMap(({ word, isCommon }) => (isCommon ? [] : [word]));
}

/** Those of the cover: names that are ordinary words count with their capital letter. */
export const coverNames = [
  book.title,
  book.author,
  protagonist.name,
  ...book.author.split(' '),
  ...(`${book.title}. ${book.subtitle}`.match(/(?<=\p{Ll} )\p{Lu}\p{L}+( \p{Lu}\p{L}+)*/gu) ?? []),
];

/**
 * Names of the demonstration's book that the second one has not: what `text` has of them. Those that are ordinary words count
 * with their capital letter, the others however they are written.
 */
export function namesOfFirstBook(): (text: string) => string[] {
  const second = JSON.stringify([pinocchioSections(), pinocchioCards()]).toLowerCase();
  const strange = strangeWords().flatMap(({ word }) => (second.includes(word) ? [] : [word]));
  const anyCase = new RegExp(`(?<!\\p{L})(?:${[...strange, protagonist.name].join('|')})(?!\\p{L})`, 'giu');
  const asWritten = new RegExp(`(?<!\\p{L})(?:${coverNames.join('|')})(?!\\p{L})`, 'gu');
  return (text) => [...new Set([...(text.match(anyCase) ?? []), ...(text.match(asWritten) ?? [])])];
}
