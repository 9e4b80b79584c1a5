import { describe, expect, it } from 'vitest';
import type { MemoryCard } from './contracts/memory-cards.ts';
import type { Section } from './contracts/sections.ts';
import { unlockedCards, unlockedSections } from './gate.ts';

const at = '2003-12-21T12:03:00.000Z';
const section = (sectionNumber: number): Section => ({
  id: `s${sectionNumber}`,
  sectionNumber,
  title: 'Titolo',
  content: 'Testo.',
  createdAt: at,
  updatedAt: at,
});
const card = (id: string, sectionId: string | null, fields: Partial<MemoryCard> = {}): MemoryCard => ({
  id,
  sectionId,
  kind: 'fact',
  about: [],
  asks: [],
  says: 'Sì.',
  position: 0,
  createdAt: at,
  updatedAt: at,
  ...fields,
});

describe('cards', () => {
  const sections = [section(3), section(1), section(2)];
  const cards = [
    card('c2b', 's2', { position: 1 }),
    card('c3', 's3'),
    card('c0', null, { until: 1 }),
    card('c2a', 's2'),
    card('c1', 's1', { until: 2 }),
    card('orphan', 'gone'),
  ];
  const openAt = (level: number) =>
    unlockedCards(cards, unlockedSections(sections, level), level).map(({ id }) => id);

  it.each([
    [0, ['c0']],
    [1, ['c0', 'c1']],
    [2, ['c1', 'c2a', 'c2b']],
    [3, ['c2a', 'c2b', 'c3']],
  ])('open with their section, until he would no longer say them: level %i', (level, ids) => {
    expect(openAt(level)).toEqual(ids);
  });

  it('stay shut at a level that is none', () => {
    expect(unlockedCards(cards, unlockedSections(sections, Number.NaN), Number.NaN)).toEqual([]);
  });
});
