import { expect, test, vi } from 'vitest';
import { memoizeByObject } from './memoize-by-object.ts';

interface Word {
  text: string;
}

test('computes once for each record, and anew for the record that replaces it', () => {
  const count = vi.fn(({ text }: Word) => text.length);
  const lengthOf = memoizeByObject(count);
  const word = { text: 'ferro' };
  expect([lengthOf(word), lengthOf(word)]).toEqual([5, 5]);
  expect(count).toHaveBeenCalledTimes(1);
  expect(lengthOf({ ...word, text: 'acqua dolce' })).toBe(11);
  expect(lengthOf(word)).toBe(5);
  expect(count).toHaveBeenCalledTimes(2);
});

test('gives the very same object again, and two records with equal content one each', () => {
  const lettersOf = memoizeByObject(({ text }: Word) => [...text]);
  const word = { text: 'ossido' };
  expect(lettersOf(word)).toBe(lettersOf(word));
  expect(lettersOf({ ...word })).not.toBe(lettersOf(word));
});

test.each([0, '', false, null])('keeps %j as a result like any other', (empty) => {
  const make = vi.fn(() => empty);
  const emptyOf = memoizeByObject<Word, typeof empty>(make);
  const word = { text: 'ruggine' };
  expect([emptyOf(word), emptyOf(word)]).toEqual([empty, empty]);
  expect(make).toHaveBeenCalledTimes(1);
});

test('tries again after a failure', () => {
  const make = vi.fn(({ text }: Word) => text.length);
  make.mockImplementationOnce(() => {
    throw new Error('not yet');
  });
  const lengthOf = memoizeByObject(make);
  const word = { text: 'ferro' };
  expect(() => lengthOf(word)).toThrow('not yet');
  expect(lengthOf(word)).toBe(5);
});
