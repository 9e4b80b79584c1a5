import { readdirSync, readFileSync } from 'node:fs';
import { parseCardsFile, type CardOfSection } from '#content/cards-file.ts';
import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { CreateSection, Section } from '#shared/contracts/sections.ts';

const at = '2004-01-01T12:00:00.000Z';

/** A stored section from what an author sends. */
export function storedSection(
  input: Pick<CreateSection, 'sectionNumber' | 'title' | 'content'> & Partial<CreateSection>,
): Section {
  return { ...input, id: `section-${input.sectionNumber}`, createdAt: at, updatedAt: at };
}

/** Cards as they are stored with sections made by {@link storedSection}. @param first the place of the first */
export const storedCards = (cards: readonly CardOfSection[], first = 0): MemoryCard[] =>
  cards.map(({ sectionNumber, ...card }, index) => ({
    ...card,
    id: `card-${first + index}`,
    sectionId: sectionNumber === 0 ? null : `section-${sectionNumber}`,
    position: first + index,
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

const pinocchioCardsFolder = 'tests/fixtures/pinocchio/ricordi';

/** Cards for Pinocchio, one file a chapter, as a second author's: written from the chapters before any question was seen. */
export const pinocchioCards = (): MemoryCard[] =>
  storedCards(
    readdirSync(pinocchioCardsFolder)
      .sort()
      .flatMap((file) => parseCardsFile(file, readFileSync(`${pinocchioCardsFolder}/${file}`, 'utf8'))),
  );
