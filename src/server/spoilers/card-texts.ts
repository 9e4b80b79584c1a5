import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { perRecord } from '#shared/per-record.ts';

/** A text that opens with a section beside the section's own; 0: open to everybody. */
export interface OpenText {
  first: number;
  text: string;
}

/** All that a reader may be shown of a card: what he says, asks back and suggests. */
export const textOfCard = perRecord(({ says, more, back, chip }: MemoryCard) =>
  [says, more, back, chip].filter((text) => text !== undefined).join('\n'),
);

/** The cards' texts, each with the number of the section it opens with; a card without its section opens nowhere. */
export function openTextsOf(cards: Iterable<MemoryCard>, sections: Iterable<Section>): OpenText[] {
  const numbers = new Map([...sections].map(({ id, sectionNumber }) => [id, sectionNumber]));
  return [...cards].flatMap((card) => {
    const first = card.sectionId === null ? 0 : numbers.get(card.sectionId);
    return first === undefined ? [] : [{ first, text: textOfCard(card) }];
  });
}
