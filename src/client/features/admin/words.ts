import type { Section } from '#shared/contracts/sections.ts';
import { countWords } from '#shared/words.ts';

const previewLength = 80;

/** The first 80 characters, with an ellipsis when there is more (specification, section 2). */
export function preview(content: string): string {
  if (content.length <= previewLength) return content;
  const characters = Array.from(content.slice(0, previewLength * 2));
  if (characters.length <= previewLength && content.length <= previewLength * 2) return content;
  return `${characters.slice(0, previewLength).join('')}…`;
}

/** A summary's length as a whole percentage of the full text's; 0 when there is no full text. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 100);
}

export interface WordCounts {
  full: number;
  /** The summaries that exist, longest first. */
  summaries: { name: '70%' | '30%'; words: number; percent: number }[];
}

const counted = new WeakMap<object, WordCounts>();

/** The words of a section and of its summaries; counted once for each version of the record. */
export function wordCounts(
  section: Pick<Section, 'content' | 'contentReduced70' | 'contentReduced30'>,
): WordCounts {
  const known = counted.get(section);
  if (known) return known;
  const full = countWords(section.content);
  const summaries = (
    [
      ['70%', section.contentReduced70],
      ['30%', section.contentReduced30],
    ] as const
  ).flatMap(([name, text]) => {
    const words = countWords(text ?? '');
    return words === 0 ? [] : [{ name, words, percent: percentOf(words, full) }];
  });
  const counts = { full, summaries };
  counted.set(section, counts);
  return counts;
}

/** `12.345`, as Italian writes it. */
export function formatNumber(value: number): string {
  return value.toLocaleString('it-IT', { useGrouping: 'always' });
}
