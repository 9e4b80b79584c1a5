import { readFileSync } from 'node:fs';
import { deflections } from '#content/book.ts';
import { createGuard } from '#server/spoilers/guard.ts';
import { spokenLines } from '#server/narrator/voice.ts';
import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { voice } from './offline.ts';

export const persona = { name: 'Nilak', text: readFileSync('src/content/persona.md', 'utf8') };

/** The guard as the composition root makes it, for a book that stays or one that changes. */
export const bookGuard = (book: () => Iterable<Section>, cards?: () => Iterable<MemoryCard>) => ({
  release: createGuard(book, [persona.text, spokenLines(voice)], cards),
  deflections,
});
