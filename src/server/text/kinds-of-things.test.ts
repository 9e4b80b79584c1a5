import { expect, test } from 'vitest';
import { stem } from './italian.ts';
import { membersOf, wordingsOf } from './kinds-of-things.ts';

test.each([
  ['fiore', 'camelia'],
  ['poeti', 'virgilio'],
  ['mese', 'agosto'],
  ['soldi', 'lire'],
  ['vestito', 'panciotto'],
])('«%s» is answered by «%s», which does not ask for it', (kind, one) => {
  expect(membersOf(stem(kind)).has(stem(one))).toBe(true);
  expect(membersOf(stem(one)).has(stem(kind))).toBe(false);
});

test.each([
  ['scappato', 'svignarsela'],
  ['funerale', 'esequie'],
])('what a reader calls «%s» an older book may call «%s»', (said, older) => {
  expect(wordingsOf(stem(said)).has(stem(older))).toBe(true);
});

test('a word of no list asks for nothing, and none asks for itself', () => {
  expect([...membersOf('maaret'), ...wordingsOf('maaret')]).toEqual([]);
  for (const asked of ['fiore', 'soldi', 'città', 'scappare', 'prete', 'luogo'].map(stem))
    for (const list of [membersOf(asked), wordingsOf(asked)]) expect(list.has(asked)).toBe(false);
});
