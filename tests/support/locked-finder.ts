import { paragraphs, sentences, terms, words } from '#server/text/italian.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { voice } from './offline.ts';
import { lockedTerms, plotTerms, says } from './plot-terms.ts';

const plain = (text: string) => text.replace(/\s+/g, ' ').toLowerCase();
const allOf = ({ title, content, contentReduced70, contentReduced30, contentLine }: Section) =>
  [title, content, contentReduced70, contentReduced30, contentLine].filter(Boolean).join('\n\n');

/**
 * What an answer has that only locked sections have: a whole sentence of theirs, a name, or a term of the plot. Names that the
 * question has, and words of the character's own lines, are not counted.
 */
export function lockedFinder(name: keyof typeof plotTerms, book: readonly Section[], level: number) {
  const open = book.filter(({ sectionNumber }) => sectionNumber <= level).map(allOf);
  const locked = book.filter(({ sectionNumber }) => sectionNumber > level).map(allOf);
  const openText = plain(open.join('\n'));
  const hidden = locked
    .flatMap((text) => paragraphs(text).flatMap(sentences))
    .map(plain)
    .filter((sentence) => sentence.length >= 20 && !openText.includes(sentence));
  const known = new Set(terms([...open, JSON.stringify(voice)].join('\n')));
  const names = new Set(
    locked
      .flatMap((text) => words(text).flatMap((word) => (word.name ? [word.stem] : [])))
      .filter((stem) => !known.has(stem)),
  );
  const plot = lockedTerms(plotTerms[name], book, level);

  return (answer: string, question: string): string | undefined => {
    const said = plain(answer);
    const typed = new Set(terms(question));
    return (
      hidden.find((sentence) => said.includes(sentence)) ??
      terms(answer).find((stem) => names.has(stem) && !typed.has(stem)) ??
      plot.find((term) => says(answer, term) && !says(question, term))?.text
    );
  };
}
