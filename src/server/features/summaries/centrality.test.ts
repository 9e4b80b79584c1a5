import { expect, it } from 'vitest';
import { runNow } from '#shared/tasks.ts';
import { centrality } from './centrality.ts';
import { unitsOf } from './units.ts';

const ranksOf = (sentences: readonly string[]) => runNow(centrality(runNow(unitsOf(sentences.join('\n\n')))));

it('puts first the sentence that has most in common with the others', () => {
  const ranks = ranksOf([
    'Maaret aggiustava la radio del mercato.',
    'La radio di Maaret aveva una valvola rotta.',
    'Una valvola rotta costava due slitte di legna.',
    'Le balene passavano lontano dalla costa.',
  ]);
  expect(ranks.indexOf(1)).toBe(1);
  expect(Math.min(...ranks)).toBe(ranks[3]);
});

it('gives as much to sentences that say the same', () => {
  const [first = 0, second = 0] = ranksOf([
    'La radio era rotta ormai.',
    'La radio era rotta ormai.',
    'La stufa di ghisa scaldava.',
  ]);
  expect(first).toBeCloseTo(second, 10);
});

it('stays between 0 and 1, whatever there is to compare', () => {
  expect(ranksOf([])).toEqual([]);
  expect(ranksOf(['Da sola non ha vicine.'])).toEqual([1]);
  for (const rank of ranksOf(['Uno due tre quattro.', 'Cinque sei sette otto.', 'E di no lo la il.'])) {
    expect(rank).toBeGreaterThan(0);
    expect(rank).toBeLessThanOrEqual(1);
  }
});
