import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import type { Operation, Store } from '#server/storage/store/types.ts';
import { fingerprintOf } from '../card-state.ts';
import type { WrittenCard } from './read-cards.ts';

interface CardsToStore {
  cards: readonly WrittenCard[];
  /** The model's name. */
  by: string;
  /** What takes a section off the list of those that were asked for. */
  removal(sectionId: string): Operation;
}

/**
 * Puts a section's new cards in the place of the model's older ones, behind the author's, and takes the section off the list,
 * all or nothing. Without new cards the older ones stay. A section that was edited meanwhile stays on the list untouched: it
 * is written again from its text of now.
 */
export async function storeCards(
  store: Pick<Store, 'sections' | 'memoryCards' | 'mutate'>,
  section: Section,
  { cards, by, removal }: CardsToStore,
): Promise<void> {
  const current = store.sections.get(section.id);
  const of = fingerprintOf(section);
  if (!current) return store.mutate([removal(section.id)]);
  if (fingerprintOf(current) !== of) return;
  const currentCards = store.memoryCards.bySection(section.id);
  const replaced = cards.length > 0 ? currentCards.filter(({ generated }) => generated) : [];
  const keptCards = currentCards.filter((card) => !replaced.includes(card));
  const first = Math.max(-1, ...keptCards.map(({ position }) => position)) + 1;
  const now = new Date().toISOString();
  const remove = ({ id }: MemoryCard): Operation => ({ type: 'delete', collection: 'memoryCards', id });
  const put = (card: WrittenCard, at: number): Operation => ({
    type: 'put',
    collection: 'memoryCards',
    record: {
      id: crypto.randomUUID(),
      ...card,
      sectionId: section.id,
      position: first + at,
      generated: { by, of },
      createdAt: now,
      updatedAt: now,
    },
  });
  await store.mutate([...replaced.map(remove), ...cards.map(put), removal(section.id)]);
}
