import { demoBook } from '#content/demo.ts';
import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { storedCards, storedSection } from './pinocchio.ts';

export { pinocchioCards, pinocchioChapters, pinocchioSections, storedSection } from './pinocchio.ts';

export const demoSections = (): Section[] => demoBook().sections.map(storedSection);

/** The demonstration book's cards as they are stored with {@link demoSections}. */
export const demoCards = (): MemoryCard[] => storedCards(demoBook().memoryCards);
