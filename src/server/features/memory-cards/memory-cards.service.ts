import { formatCardsFile, parseCardsFile } from '#content/cards-file.ts';
import {
  beforeTheFirst,
  type CreateMemoryCard,
  type LikelyQuestion,
  type ListedCard,
  type MemoryCard,
  type UpdateMemoryCard,
} from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { AppError } from '#shared/errors.ts';
import { moveToBin } from '#server/storage/records/bin.ts';
import { insert, refuseOtherOrder, remove, repeatedRecord, update } from '#server/storage/records/records.ts';
import type { Operation, Store } from '#server/storage/store/types.ts';
import { checkCards } from '#server/spoilers/hindsight.ts';
import { fingerprintOf, isStale, nextPosition } from './card-state.ts';
import { likelyQuestions } from './likely-questions.ts';

export interface MemoryCardsServices {
  store: Pick<Store, 'sections' | 'memoryCards' | 'mutate'>;
  /** What the character says at any level. */
  spoken(): readonly string[];
}

type CardStore = Pick<MemoryCardsServices, 'store'>;

/** The cards of a section in the author's order. @throws AppError NOT_FOUND */
export async function listMemoryCards(services: MemoryCardsServices, address: string): Promise<ListedCard[]> {
  const { store } = services;
  const section = findSection(store, address);
  return describeCards(services, store.memoryCards.bySection(section?.id ?? null), section);
}

/** How many cards each section has, by its id; without those from before the first. */
export function countMemoryCards({ store }: CardStore): Record<string, number> {
  return Object.fromEntries(
    [...store.sections.values()].map(({ id }) => [id, store.memoryCards.bySection(id).length]),
  );
}

/** What the author reads beside a card: whether its text has changed, and what it says too early. */
async function describeCards(
  { store, spoken }: MemoryCardsServices,
  cards: readonly MemoryCard[],
  section: Section | undefined,
): Promise<ListedCard[]> {
  const flags = await checkCards(cards, [...store.sections.values()], spoken());
  return cards.map((card) => ({
    ...card,
    stale: isStale(card, section),
    later: flags.get(card) ?? [],
  }));
}

async function describeCard(
  services: MemoryCardsServices,
  card: MemoryCard,
  section: Section | undefined,
): Promise<ListedCard> {
  const [listed] = await describeCards(services, [card], section);
  return listed ?? { ...card, stale: false, later: [] };
}

/** Adds a card behind the others of its section. @throws AppError NOT_FOUND when the section is gone */
export async function createMemoryCard(
  services: MemoryCardsServices,
  input: CreateMemoryCard,
): Promise<ListedCard> {
  const { store } = services;
  const section = findSection(store, input.sectionId ?? beforeTheFirst);
  const card =
    repeatedRecord(store, 'memoryCards', input.id) ??
    (await insert(store, 'memoryCards', {
      ...input,
      position: nextPosition(store, input.sectionId),
      seen: section && fingerprintOf(section),
    }));
  return describeCard(services, card, section);
}

/** Changes the fields that were sent; the card is the author's own from then on. @throws AppError NOT_FOUND */
export async function updateMemoryCard(
  services: MemoryCardsServices,
  { id, ...changes }: UpdateMemoryCard,
): Promise<ListedCard> {
  const { store } = services;
  const sectionId =
    changes.sectionId === undefined ? store.memoryCards.get(id)?.sectionId : changes.sectionId;
  const section = findSection(store, sectionId ?? beforeTheFirst);
  const isMoved =
    changes.sectionId !== undefined && changes.sectionId !== store.memoryCards.get(id)?.sectionId;
  const card = await update(store, 'memoryCards', id, {
    ...changes,
    ...(isMoved && { position: nextPosition(store, sectionId ?? null) }),
    generated: undefined,
    seen: section && fingerprintOf(section),
  });
  return describeCard(services, card, section);
}

/** @throws AppError NOT_FOUND */
export function deleteMemoryCard({ store }: CardStore, id: string): Promise<void> {
  return remove(store, 'memoryCards', id);
}

/**
 * Puts the section's cards in that order.
 *
 * @throws AppError NOT_FOUND; CHANGED when their order is not `from` any more; IMPOSSIBLE unless `ids` are exactly its cards
 */
export async function orderMemoryCards(
  services: MemoryCardsServices,
  { id, ids, from }: { id: string; ids: readonly string[]; from?: readonly string[] | undefined },
): Promise<ListedCard[]> {
  const { store } = services;
  const cards = store.memoryCards.bySection(findSection(store, id)?.id ?? null);
  refuseOtherOrder(
    cards,
    ids,
    from,
    'I ricordi sono cambiati nel frattempo: l’ordine è quello che vedi ora.',
  );
  await store.mutate(
    cards.flatMap((card): Operation[] => {
      const position = ids.indexOf(card.id);
      if (position === card.position) return [];
      return [{ type: 'put', collection: 'memoryCards', record: { ...card, position } }];
    }),
  );
  return listMemoryCards(services, id);
}

/**
 * Adds the cards of a YAML file, or puts them in the place of the section's, all or none.
 *
 * @throws AppError NOT_FOUND; VALIDATION with what is wrong in the file
 */
export async function importMemoryCards(
  services: MemoryCardsServices,
  { id, yaml, replace }: { id: string; yaml: string; replace: boolean },
): Promise<ListedCard[]> {
  const { store } = services;
  const section = findSection(store, id);
  const cards = readFile(yaml);
  const old = replace ? store.memoryCards.bySection(section?.id ?? null) : [];
  const first = replace ? 0 : nextPosition(store, section?.id ?? null);
  const now = new Date().toISOString();
  await store.mutate([
    ...(old.length > 0
      ? moveToBin(
          crypto.randomUUID(),
          old.map((record) => ({ collection: 'memoryCards', record })),
        )
      : []),
    ...cards.map(({ sectionNumber: _, ...card }, index): Operation => {
      const record: MemoryCard = {
        id: crypto.randomUUID(),
        ...card,
        sectionId: section?.id ?? null,
        position: first + index,
        seen: section && fingerprintOf(section),
        createdAt: now,
        updatedAt: now,
      };
      return { type: 'put', collection: 'memoryCards', record };
    }),
  ]);
  return listMemoryCards(services, id);
}

/** The section's cards as a file that can be imported again. @throws AppError NOT_FOUND */
export function exportMemoryCards({ store }: CardStore, id: string): { name: string; yaml: string } {
  const section = findSection(store, id);
  const number = section?.sectionNumber ?? 0;
  return {
    name: `ricordi-${String(number).padStart(2, '0')}.yaml`,
    yaml: formatCardsFile(number, store.memoryCards.bySection(section?.id ?? null)),
  };
}

/** Questions of readers that no card of the section answers yet; none before the first. @throws AppError NOT_FOUND */
export function listLikelyQuestions({ store }: CardStore, id: string): LikelyQuestion[] {
  const section = findSection(store, id);
  return section ? likelyQuestions(section, store.memoryCards.bySection(section.id)) : [];
}

/** The section at that address; `undefined` before the first. @throws AppError NOT_FOUND */
function findSection(store: Pick<Store, 'sections'>, address: string): Section | undefined {
  if (address === beforeTheFirst) return undefined;
  const section = store.sections.get(address);
  if (!section) throw new AppError('NOT_FOUND', 'La sezione non esiste più.');
  return section;
}

function readFile(yaml: string) {
  try {
    return parseCardsFile('Il file', yaml);
  } catch (error) {
    throw new AppError('INVALID', error instanceof Error ? error.message : String(error));
  }
}
