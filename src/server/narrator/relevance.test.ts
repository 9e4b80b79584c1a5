import MiniSearch from 'minisearch';
import { expect, it } from 'vitest';
import { unlockedSections } from '#shared/gate.ts';
import {
  demoSections,
  pinocchioChapters,
  pinocchioSections,
  storedSection,
} from '#tests/support/sections.ts';
import { aboutTheDemoBook } from '#tests/support/demo-questions.ts';
import { terms } from '../text/italian.ts';
import { queryOf, rank as rankedBy } from './relevance.ts';

const rank = (...of: Parameters<typeof rankedBy>) => rankedBy(...of).passages;

/** How many of the cases have a passage of their section among those that a prompt has room for. */
function countFound(
  sections: ReturnType<typeof demoSections>,
  cases: readonly (readonly [string, number])[],
) {
  const visible = unlockedSections(sections, sections.length);
  return cases.filter(([question, expected]) =>
    rank(visible, queryOf(question), question)
      .slice(0, 18)
      .some(({ section }) => section.sectionNumber === expected),
  ).length;
}

it('finds Pinocchio’s chapters by their headings, better than an index of whole chapters', () => {
  const cases = pinocchioChapters().map(({ heading, sectionNumber }) => [heading, sectionNumber] as const);
  expect(countFound(pinocchioSections(), cases)).toBeGreaterThanOrEqual(35);
  const index = new MiniSearch({ fields: ['content'], tokenize: terms, processTerm: (term) => term });
  index.addAll(pinocchioSections());
  const first = cases.filter(
    ([heading, number]) => index.search(heading)[0]?.id === `section-${number}`,
  ).length;
  expect(first).toBeLessThanOrEqual(24);
});

it('finds the section of each question about the demonstration book', () => {
  expect(countFound(demoSections(), aboutTheDemoBook)).toBe(aboutTheDemoBook.length);
});

it('cuts whole sentences into passages that fit, and a sentence without an end into its clauses', () => {
  const flood = `Il mulino girava. ${'e la ruota girava, e il sacco scendeva, '.repeat(80)}e basta. ${'x'.repeat(3_000)}`;
  const [visible] = unlockedSections([storedSection({ sectionNumber: 1, title: 'Una', content: flood })], 1);
  if (!visible) throw new Error('no section');
  const { passages, textOf } = rankedBy([visible], queryOf('Dove scendeva il sacco del mulino?'));
  expect(passages.length).toBeGreaterThan(0);
  for (const passage of passages) {
    const text = textOf(passage);
    expect(text.length).toBeLessThanOrEqual(900);
    // A word without end is cut too.
    const plain = text.replaceAll(/\[…\]|\s/g, '');
    expect(flood.replaceAll(/\s/g, '')).toContain(plain);
  }
});

it('finds what is of a kind that is asked for, and says no sentence twice', () => {
  const filler = 'La strada saliva piano fra le case, e nessuno diceva niente di nuovo. '.repeat(12);
  const content = `${filler}\n\nLe portò una camelia bianca. ${filler}`;
  const [visible] = unlockedSections([storedSection({ sectionNumber: 1, title: 'Una', content })], 1);
  if (!visible) throw new Error('no section');
  const question = 'Che fiore le ha regalato?';
  const { passages, textOf } = rankedBy([visible], queryOf(question), question);
  const [best] = passages;
  if (!best) throw new Error('no passage');
  expect(textOf(best)).toContain('camelia');
  expect(passages.length).toBeGreaterThan(1);
  for (const passage of passages) expect(textOf(passage).length).toBeLessThanOrEqual(300);
  const places = passages.flatMap(({ from, to }) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at),
  );
  expect(new Set(places).size).toBe(places.length);
});

it('takes its statistics from the unlocked sections alone', () => {
  const real = pinocchioSections();
  const noise = real.map((section) =>
    section.sectionNumber <= 9
      ? section
      : { ...section, content: 'burattino Abbecedario rumore '.repeat(300) },
  );
  const query = queryOf('Perché il burattino vende l’Abbecedario?');
  const ranked = rank(unlockedSections(real, 9), query);
  expect(ranked.slice(0, 3).map(({ section }) => section.sectionNumber)).toContain(9);
  expect(rank(unlockedSections(noise, 9), query)).toEqual(ranked);
  expect(rank(unlockedSections(real.slice(0, 9), 9), query)).toEqual(ranked);
});

it('keeps looking where the conversation was when the question alone says nothing', () => {
  const visible = unlockedSections(demoSections(), 6);
  const history = [
    { role: 'user', content: 'Raccontami del viadotto di Ruokto' },
    { role: 'assistant', content: 'Carichi si passa a ottantaquattro.' },
  ] as const;
  expect(rank(visible, queryOf('E poi?'))).toEqual([]);
  expect(rank(visible, queryOf('E poi?', history))[0]?.section.sectionNumber).toBe(5);
});
