import MiniSearch from 'minisearch';
import { expect, it } from 'vitest';
import { openSections } from '#shared/gate.ts';
import { demoSections, pinocchioChapters, pinocchioSections } from '#tests/support/sections.ts';
import { aboutTheDemoBook } from '#tests/support/demo-questions.ts';
import { terms } from '../text/italian.ts';
import { queryOf, rank, sectionScores } from './relevance.ts';

/** Places (1 = first) at which the section expected for each question stands. */
function places(sections: ReturnType<typeof demoSections>, cases: readonly (readonly [string, number])[]) {
  const visible = openSections(sections, sections.length);
  return cases.map(([question, expected]) => {
    const scores = [...sectionScores(rank(visible, queryOf(question)))].sort((a, b) => b[1] - a[1]);
    return scores.findIndex(([section]) => section.sectionNumber === expected) + 1 || Infinity;
  });
}

it('finds Pinocchio’s chapters by their headings', () => {
  const found = places(
    pinocchioSections(),
    pinocchioChapters().map(({ heading, sectionNumber }) => [heading, sectionNumber] as const),
  );
  const first = found.filter((place) => place === 1).length;
  const firstThree = found.filter((place) => place <= 3).length;
  expect(first).toBeGreaterThanOrEqual(24);
  expect(firstThree).toBeGreaterThanOrEqual(34);
});

it('ranks no worse than a MiniSearch index of whole chapters with the same stems', () => {
  const index = new MiniSearch({ fields: ['content'], tokenize: terms, processTerm: (term) => term });
  index.addAll(pinocchioSections());
  const found = pinocchioChapters().map(({ heading, sectionNumber }) =>
    index.search(heading).findIndex(({ id }) => id === `section-${sectionNumber}`),
  );
  const first = found.filter((place) => place === 0).length;
  const firstThree = found.filter((place) => place >= 0 && place < 3).length;
  expect(first).toBeLessThanOrEqual(24);
  expect(firstThree).toBeLessThanOrEqual(34);
});

it('finds the section of each question about the demonstration book', () => {
  const found = places(demoSections(), aboutTheDemoBook);
  expect(found.filter((place) => place === 1).length).toBeGreaterThanOrEqual(13);
  expect(found.filter((place) => place <= 3).length).toBeGreaterThanOrEqual(15);
});

it('takes its statistics from the unlocked sections alone', () => {
  const real = pinocchioSections();
  const noise = real.map((section) =>
    section.sectionNumber <= 9
      ? section
      : { ...section, content: 'burattino Abbecedario rumore '.repeat(300) },
  );
  const query = queryOf('Perché il burattino vende l’Abbecedario?');
  const ranked = rank(openSections(real, 9), query);
  expect(ranked.slice(0, 3).map(({ section }) => section.sectionNumber)).toContain(9);
  expect(rank(openSections(noise, 9), query)).toEqual(ranked);
  expect(rank(openSections(real.slice(0, 9), 9), query)).toEqual(ranked);
});

it('keeps looking where the conversation was when the question alone says nothing', () => {
  const visible = openSections(demoSections(), 6);
  const history = [
    { role: 'user', content: 'Raccontami del viadotto di Ruokto' },
    { role: 'assistant', content: 'Carichi si passa a ottantaquattro.' },
  ] as const;
  expect(rank(visible, queryOf('E poi?'))).toEqual([]);
  expect(rank(visible, queryOf('E poi?', history))[0]?.section.sectionNumber).toBe(5);
});
