import { expect, it } from 'vitest';
import { stem } from './italian.ts';
import { createVocabulary, variantsOf } from './word-variants.ts';

const vocabulary = createVocabulary(['cacciavite', 'germoglio', 'precipizio'].map(stem));

it('finds a word whose letters are doubled wrongly', () => {
  expect([...variantsOf(stem('caciavite'), 'caciavite', vocabulary).keys()]).toEqual([stem('cacciavite')]);
});

it('looks for nothing behind two thousand letters in a row, which took seconds', () => {
  const run = 'precipitevolissimevolmente'.repeat(77);
  const started = process.cpuUsage();
  expect(stem(run)).toBe(run);
  expect(variantsOf(stem(run), run, vocabulary)).toEqual(new Map());
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(200);
});
