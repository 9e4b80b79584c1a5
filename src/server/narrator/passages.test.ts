import { expect, it } from 'vitest';
import { unlockedSections } from '#shared/gate.ts';
import { aboutTheDemoBook } from '#tests/support/demo-questions.ts';
import { siteModel } from '#tests/support/offline.ts';
import {
  demoSections,
  pinocchioChapters,
  pinocchioSections,
  storedSection,
} from '#tests/support/sections.ts';
import { proseText } from './prose.ts';
import type { Turn } from '../model/types.ts';

const model = siteModel();
type Sections = ReturnType<typeof unlockedSections>;

const find = async (question: string, sections: Sections, history: readonly Turn[] = []) =>
  (await model.find({ question, history, sections, cards: [] })).passages;

/** How many of the cases have a passage of their section among those that a prompt has room for. */
async function countFound(
  sections: ReturnType<typeof demoSections>,
  cases: readonly (readonly [string, number])[],
) {
  const visible = unlockedSections(sections, sections.length);
  let found = 0;
  for (const [question, expected] of cases) {
    const passages = await find(question, visible);
    if (passages.slice(0, 18).some(({ section }) => section.sectionNumber === expected)) found += 1;
  }
  return found;
}

it('finds Pinocchio’s chapters by their headings, and the section of each question about the demonstration book', async () => {
  const cases = pinocchioChapters().map(({ heading, sectionNumber }) => [heading, sectionNumber] as const);
  expect(await countFound(pinocchioSections(), cases)).toBeGreaterThanOrEqual(35);
  expect(await countFound(demoSections(), aboutTheDemoBook)).toBe(aboutTheDemoBook.length);
});

it('cuts whole sentences into passages that fit, and a sentence without an end into its clauses', async () => {
  const flood = `Il mulino girava. ${'e la ruota girava, e il sacco scendeva, '.repeat(80)}e basta. ${'x'.repeat(3_000)}`;
  const sections = unlockedSections([storedSection({ sectionNumber: 1, title: 'Una', content: flood })], 1);
  const passages = await find('Dove scendeva il sacco del mulino?', sections);
  expect(passages.length).toBeGreaterThan(0);
  for (const passage of passages) {
    const text = proseText(passage.section, passage);
    expect(text.length).toBeLessThanOrEqual(320);
    expect(flood.replaceAll(/\s/g, '')).toContain(text.replaceAll(/\[…\]|\s/g, ''));
  }
});

it('says no sentence twice', async () => {
  const passages = await find('Che cosa disse Geppetto?', unlockedSections(pinocchioSections(), 36));
  const places = passages.flatMap(({ section, from, to }) =>
    Array.from({ length: to - from + 1 }, (_, at) => `${section.id} ${from + at}`),
  );
  expect(new Set(places).size).toBe(places.length);
});

it('finds the same whatever is locked', async () => {
  const real = pinocchioSections();
  const noise = real.map((section) =>
    section.sectionNumber <= 9
      ? section
      : { ...section, content: 'burattino Abbecedario rumore '.repeat(300) },
  );
  const question = 'Perché il burattino vende l’Abbecedario?';
  const found = await find(question, unlockedSections(real, 9));
  expect(found.slice(0, 3).map(({ section }) => section.sectionNumber)).toContain(9);
  expect(await find(question, unlockedSections(noise, 9))).toEqual(found);
  expect(await find(question, unlockedSections(real.slice(0, 9), 9))).toEqual(found);
});

it('keeps looking where the conversation was when the question alone says nothing', async () => {
  const sections = unlockedSections(demoSections(), 6);
  const history: Turn[] = [
    { role: 'user', content: 'Raccontami del viadotto di Ruokto' },
    { role: 'assistant', content: 'Carichi si passa a ottantaquattro.' },
  ];
  const [best] = await find('E poi?', sections, history);
  expect(best?.section.sectionNumber).toBe(5);
});
