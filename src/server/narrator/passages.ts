import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import { perRecord } from '#shared/per-record.ts';
import { paragraphs, terms } from '../text/italian.ts';

/** A run of whole paragraphs of one section, counted for ranking. */
export interface Passage {
  section: Visible<Section>;
  text: string;
  /** How often each stem occurs. */
  counts: ReadonlyMap<string, number>;
  /** How many stems the passage has, stop-words left out. */
  length: number;
}

/** Characters after which a passage is closed; measured on Pinocchio (see docs/decisions/003). */
const size = 900;

/**
 * Keyed by the section's record: records are replaced and never changed, so an edited section is counted anew
 * and a deleted one is forgotten with its record. One count serves every level, because nothing in
 * it depends on other sections.
 */
/** The passages of a section: whole paragraphs, about 900 characters, each beginning with the last one's end. */
export const passagesOf = perRecord((section: Visible<Section>): readonly Passage[] =>
  cut(paragraphs(section.content)).map((text) => {
    const counts = new Map<string, number>();
    const all = terms(text);
    for (const term of all) counts.set(term, (counts.get(term) ?? 0) + 1);
    return { section, text, counts, length: all.length };
  }),
);

function cut(all: readonly string[]): string[] {
  const texts: string[] = [];
  let run: string[] = [];
  let length = 0;
  for (const [index, paragraph] of all.entries()) {
    run.push(paragraph);
    length += paragraph.length;
    if (length < size && index < all.length - 1) continue;
    texts.push(run.join('\n\n'));
    run = [paragraph];
    length = paragraph.length;
    // A paragraph longer than a passage is not repeated: it would be the whole next passage.
    if (length >= size) [run, length] = [[], 0];
  }
  return texts;
}
