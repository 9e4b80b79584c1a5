import { demoBook } from '#content/demo.ts';
import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';

/**
 * The demonstration book's cards for whichever of its sections the store has, until the store keeps cards of its own.
 *
 * @param sections every section, locked ones included
 */
export function demoMemoryCards(sections: () => Iterable<Section>): () => readonly MemoryCard[] {
  const { memoryCards, sections: written } = demoBook();
  const titles = new Map(written.map(({ sectionNumber, title }) => [sectionNumber, title]));
  const made = new Map<string, MemoryCard[]>();
  const at = new Date(0).toISOString();
  const cardsOf = (sectionId: string | null, number: number) => {
    const key = `${sectionId}`;
    const kept =
      made.get(key) ??
      memoryCards
        .filter(({ sectionNumber }) => sectionNumber === number)
        .map((card, position) => ({
          ...card,
          id: `${key}-${position}`,
          sectionId,
          position,
          createdAt: at,
          updatedAt: at,
        }));
    made.set(key, kept);
    return kept;
  };
  return () => {
    const own = [...sections()].filter(({ sectionNumber, title }) => titles.get(sectionNumber) === title);
    if (own.length === 0) return [];
    return [...cardsOf(null, 0), ...own.flatMap(({ id, sectionNumber }) => cardsOf(id, sectionNumber))];
  };
}
