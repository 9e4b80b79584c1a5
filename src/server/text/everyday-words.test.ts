import { expect, test } from 'vitest';
import { isEveryday } from './everyday-words.ts';
import { estimateTokens, isAsking, stem } from './italian.ts';

test.each([
  ['volta', true],
  ['voleva', true],
  ['vivevano', true],
  ['dirgli', true],
  ['riportandoglielo', true],
  ['bellissima', true],
  ['lentamente', true],
  ['duemila', true],
  ['righe', true],
  ['perché', true],
  ['maaret', false],
  ['cromoforo', false],
  ['halvorsen', false],
])('%s is everyday Italian: %s', (word, isIt) => {
  expect([isEveryday(word), isEveryday(word)]).toEqual([isIt, isIt]);
});

test.each([
  ['raccontami', true],
  ['succede', true],
  ['capitolo', true],
  ['treno', false],
])('%s only belongs to the asking: %s', (word, isIt) => {
  expect(isAsking(stem(word))).toBe(isIt);
});

test('tokens are estimated safely: more for what is not of ordinary prose', () => {
  expect(estimateTokens('')).toBe(0);
  expect(estimateTokens('Nevicava sulla città.')).toBe(Math.ceil(21 / 3.2));
  expect(estimateTokens('🌨️🌨️')).toBeGreaterThanOrEqual(8);
  expect(estimateTokens('снег')).toBeGreaterThan(estimateTokens('neve'));
});
