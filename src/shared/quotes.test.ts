import fc from 'fast-check';
import { expect, it } from 'vitest';
import { areAscending, quotesWithin, splitQuotes } from './quotes.ts';

it.each<[boolean, [number, number][]]>([
  [true, []],
  [
    true,
    [
      [0, 3],
      [3, 9],
    ],
  ],
  [false, [[3, 3]]],
  [false, [[-1, 3]]],
  [false, [[0.5, 3]]],
  [
    false,
    [
      [4, 9],
      [0, 3],
    ],
  ],
  [
    false,
    [
      [0, 5],
      [4, 9],
    ],
  ],
])('ascending: %s for %j', (expected, quotes) => {
  expect(areAscending(quotes)).toBe(expected);
});

it('keeps what lies within a text cut short, and nothing of ranges out of order', () => {
  expect(
    quotesWithin(
      [
        [0, 4],
        [6, 20],
        [30, 40],
      ],
      10,
    ),
  ).toEqual([
    [0, 4],
    [6, 10],
  ]);
  expect(
    quotesWithin(
      [
        [6, 20],
        [0, 4],
      ],
      10,
    ),
  ).toEqual([]);
  expect(quotesWithin(undefined, 10)).toEqual([]);
});

it('cuts a message into speech and quotation', () => {
  expect(splitQuotes('Dice: la neve. Ecco.', [[6, 14]])).toEqual([
    { text: 'Dice: ', isQuote: false },
    { text: 'la neve.', isQuote: true },
    { text: ' Ecco.', isQuote: false },
  ]);
  expect(splitQuotes('Sì.', undefined)).toEqual([{ text: 'Sì.', isQuote: false }]);
});

it('loses no character, whatever the ranges', () => {
  const ranges = fc.array(fc.tuple(fc.integer({ min: -3, max: 40 }), fc.integer({ min: -3, max: 40 })), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), ranges, (text, quotes) => {
      expect(
        splitQuotes(text, quotes)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
