import { readFileSync } from 'node:fs';
import { demoBook } from '#content/demo.ts';
import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { CreateSection, Section } from '#shared/contracts/sections.ts';

const at = '2004-01-01T12:00:00.000Z';

/** A stored section from what an author sends. */
export function storedSection(
  input: Pick<CreateSection, 'sectionNumber' | 'title' | 'content'> & Partial<CreateSection>,
): Section {
  return { ...input, id: `section-${input.sectionNumber}`, createdAt: at, updatedAt: at };
}

export const demoSections = (): Section[] => demoBook().sections.map(storedSection);

/** The demonstration book's cards as they are stored with {@link demoSections}. */
export const demoCards = (): MemoryCard[] =>
  demoBook().memoryCards.map(({ sectionNumber, ...card }, position) => ({
    ...card,
    id: `card-${position}`,
    sectionId: sectionNumber === 0 ? null : `section-${sectionNumber}`,
    position,
    createdAt: at,
    updatedAt: at,
  }));

interface Chapter {
  sectionNumber: number;
  title: string;
  heading: string;
  content: string;
}

/** Pinocchio: 36 chapters, title and content only, as an author without summaries would enter them. */
export function pinocchioChapters(): Chapter[] {
  // From the project's folder, which is where tests and benchmarks run: a bundled benchmark lies elsewhere than this file.
  return JSON.parse(readFileSync('tests/fixtures/pinocchio.json', 'utf8')) as Chapter[];
}

export const pinocchioSections = (): Section[] =>
  pinocchioChapters().map(({ sectionNumber, title, content }) =>
    storedSection({ sectionNumber, title, content }),
  );
