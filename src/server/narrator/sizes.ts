import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { paragraphs, sentences } from '../text/italian.ts';

/** The sizes at which a section can enter the memory, smallest first. */
export const sizes = ['line', '30', '70', 'full'] as const;
export type Size = (typeof sizes)[number];

/**
 * A section's text at every size. Summaries the author has not written are made of the section's own sentences:
 * the line from its first ones, 30 % from the first sentence of its paragraphs, 70 % is the full text.
 */
export const textsOf = memoizeByObject((section: Visible<Section>): Record<Size, string> => {
  const { content, contentReduced70, contentReduced30, contentLine } = section;
  const reduced30 = contentReduced30 ?? extract(content, 0.3);
  return {
    line: contentLine ?? opening(reduced30, 160),
    '30': reduced30,
    '70': contentReduced70 ?? content,
    full: content,
  };
});

/** The first sentences of a text, whole, up to about `characters`; one cut at a word when it alone is longer. */
function opening(text: string, characters: number): string {
  let taken = '';
  for (const sentence of paragraphs(text).flatMap(sentences)) {
    const next = taken ? `${taken} ${sentence}` : sentence;
    if (next.length > characters && taken) break;
    taken = next;
  }
  if (taken.length <= characters * 1.5) return taken;
  return `${taken.slice(0, characters).replace(/\s+\S*$/, '')}…`;
}

/** The first sentence of each paragraph, in order, evenly thinned until about `share` of the text is left. */
function extract(content: string, share: number): string {
  const leads = paragraphs(content).map((paragraph) => opening(paragraph, 200));
  const wanted = content.length * share;
  const total = leads.reduce((sum, lead) => sum + lead.length + 1, 0);
  const keep = Math.min(1, wanted / total);
  return leads.filter((_, index) => Math.floor((index + 1) * keep) > Math.floor(index * keep)).join(' ');
}
