import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import { gap, proseIndex, type ProseIndex } from './prose-search.ts';
import { perList } from './terms.ts';

/** A run of whole sentences of one section; the next one begins in its middle. */
export interface Passage {
  section: Visible<Section>;
  /** Places of its first and last sentence among all of the open sections. */
  from: number;
  to: number;
  characters: number;
  /** Different stems of each of its sentences, summed. */
  terms: number;
}

export interface PassageIndex {
  prose: ProseIndex;
  passages: readonly Passage[];
  /** The first and the last passage of each sentence. */
  firstOf: Int32Array;
  lastOf: Int32Array;
  /** Mean of the passages' `terms`. */
  meanTerms: number;
}

/** Characters of a passage; measured on Pinocchio and on a novel of 48 chapters (docs/decisions/003). */
export const passageSize = 680;

/** The passages of the open sections: overlapping windows over their sentences. */
export const passagesOf = perList((sections: readonly Visible<Section>[]): PassageIndex | undefined => {
  const prose = proseIndex(sections);
  if (!prose) return undefined;
  const { all, sectionAt } = prose;
  const passages: Passage[] = [];
  const firstOf = new Int32Array(all.length).fill(-1);
  const lastOf = new Int32Array(all.length).fill(-1);
  const sizeOf = (at: number) => (all[at]?.text.length ?? 0) + 1;
  for (let from = 0; from < all.length;) {
    const section = sections[sectionAt[from] ?? -1];
    if (!section) break;
    let to = from;
    let characters = sizeOf(from);
    const follows = () => sectionAt[to + 1] === sectionAt[from];
    while (follows() && characters + sizeOf(to + 1) <= passageSize) characters += sizeOf((to += 1));
    let terms = 0;
    for (let at = from; at <= to; at += 1) {
      terms += all[at]?.terms.size ?? 0;
      if (firstOf[at] === -1) firstOf[at] = passages.length;
      lastOf[at] = passages.length;
    }
    passages.push({ section, from, to, characters, terms });
    if (!follows()) {
      from = to + 1;
      continue;
    }
    let next = from;
    for (let half = 0; next < to && half < characters / 2; next += 1) half += sizeOf(next);
    from = Math.max(from + 1, next);
  }
  const meanTerms = passages.reduce((sum, { terms }) => sum + terms, 0) / passages.length || 1;
  return { prose, passages, firstOf, lastOf, meanTerms };
});

/** The text of a run of sentences, paragraphs kept; what is left out of a sentence marked. */
export function textOf({ all }: ProseIndex, { from, to }: Pick<Passage, 'from' | 'to'>): string {
  let text = all[from]?.follows ? `${gap} ` : '';
  for (let at = from; at <= to; at += 1) {
    const sentence = all[at];
    if (sentence) text += (at === from ? '' : sentence.opens ? '\n\n' : ' ') + sentence.text;
  }
  return all[to]?.continues ? `${text} ${gap}` : text;
}
