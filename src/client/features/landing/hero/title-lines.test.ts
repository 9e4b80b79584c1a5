import { expect, test } from 'vitest';
import { book } from '#content/book.ts';
import { titleLinesOf, widthOf } from './title-lines.ts';

test('a short title stands in two even lines, a single word in one', () => {
  expect(titleLinesOf(book.title)).toHaveLength(2);
  expect(titleLinesOf('Le avventure di Pinocchio')).toEqual(['Le avventure', 'di Pinocchio']);
  expect(titleLinesOf('I promessi sposi')).toEqual(['I promessi', 'sposi']);
  expect(titleLinesOf('Cuore')).toEqual(['Cuore']);
});

test('a title that breaks of itself is broken there', () => {
  expect(titleLinesOf('Malombra: un segreto')).toEqual(['Malombra:', 'un segreto']);
  expect(titleLinesOf('Lo strano caso del Dr. Jekyll')).toEqual(['Lo strano caso', 'del Dr. Jekyll']);
});

test('no line of a long title is wider than can be read on a phone, and no word is lost', () => {
  const title =
    'Le confessioni di un italiano, ovvero la storia di un uomo che vide nascere una nazione e morire tutti i suoi amici';
  const lines = titleLinesOf(title);
  expect(lines.join(' ')).toBe(title);
  expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(10.5);
});
