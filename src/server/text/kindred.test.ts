import { expect, test } from 'vitest';
import { isEveryday } from './everyday-words.ts';
import { estimateTokens, isAsking, stem } from './italian.ts';
import { kindred, kinship, knownKindred, synonyms } from './kindred.ts';

const between = (one: string, other: string) => kindred(stem(one)).get(stem(other)) ?? 0;

test.each([
  ['another form of one verb', 'accendere', 'accesa', kinship.form],
  ['a form of it done again', 'riprendere', 'ripresa', kinship.form],
  ['a word said of the same thing', 'treno', 'convoglio', kinship.same],
  ['a word of something else', 'treno', 'pane', 0],
])('%s counts as it should', (_, one, other, weight) => {
  expect([between(one, other), between(other, one)]).toEqual([weight, weight]);
});

test('no kindred word counts as much as the word itself, and none is its own', () => {
  for (const word of knownKindred()) {
    const found = kindred(word);
    expect(found.has(word)).toBe(false);
    for (const weight of found.values()) expect(weight > 0 && weight < 1).toBe(true);
    expect(synonyms(word)).toEqual([...found.keys()]);
  }
});

test('who is said of the same thing as a word is that of it', () => {
  for (const word of knownKindred())
    for (const [other, weight] of kindred(word))
      if (weight === kinship.same) expect(kindred(other).get(word) ?? 0).toBeGreaterThanOrEqual(kinship.kin);
});

test('a word of no list has nobody', () => {
  expect([...kindred(stem('Maaret'.toLowerCase()))]).toEqual([]);
});

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
