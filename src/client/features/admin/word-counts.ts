import type { Section } from '#shared/contracts/sections.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { countWords } from '#shared/words.ts';
import { withoutMarks } from '#shared/witnessed.ts';
import { percentOf } from './format.ts';

interface WordCounts {
  full: number;
  summaries: { name: '70%' | '30%'; words: number; percent: number }[];
}

type CountedSection = Pick<Section, 'content' | 'contentReduced70' | 'contentReduced30'>;

/** Words of a section (marked passages included, marks excluded) and of its summaries; cached per record. */
export const wordCounts = memoizeByObject((section: CountedSection): WordCounts => {
  const full = countWords(withoutMarks(section.content));
  const summaries = (
    [
      ['70%', section.contentReduced70],
      ['30%', section.contentReduced30],
    ] as const
  ).flatMap(([name, text]) => {
    const words = countWords(text ?? '');
    return words === 0 ? [] : [{ name, words, percent: percentOf(words, full) }];
  });
  return { full, summaries };
});
