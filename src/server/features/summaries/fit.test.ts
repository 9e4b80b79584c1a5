import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseToFit } from './fit.ts';

const item = (words: number, gain: number) => ({ words, gain });
const sizes = (items: readonly { words: number }[] | undefined) => items?.map(({ words }) => words);

describe('a choice of the right length', () => {
  it.each([
    ['stays as it is when it fits', [item(10, 1), item(10, 2)], [item(5, 9)], 15, 25, [10, 10]],
    [
      'loses the least valuable while it is too long',
      [item(10, 3), item(10, 1), item(10, 2)],
      [],
      15,
      20,
      [10, 10],
    ],
    [
      'gains the most valuable while it is too short',
      [item(10, 1)],
      [item(5, 1), item(6, 9)],
      14,
      18,
      [10, 6],
    ],
    ['passes over what would make it too long', [item(10, 1)], [item(50, 9), item(6, 1)], 14, 18, [10, 6]],
    // By steps: 10 is too short, 10 + 9 too long. The choice of all has 9 + 6.
    [
      'is sought among all when steps do not lead to one',
      [item(10, 1)],
      [item(9, 1), item(6, 1)],
      15,
      15,
      [6, 9],
    ],
  ])('%s', (_, taken, left, least, most, expected) => {
    expect(sizes(chooseToFit(taken, left, least, most))).toEqual(expected);
  });

  it.each([
    ['nothing to choose from', [], [], 1, 5],
    ['only what is too long', [item(10, 1)], [item(12, 1)], 1, 5],
    ['a gap that no sum meets', [item(10, 1)], [item(10, 1), item(10, 1)], 11, 19],
  ])('is not made of %s', (_, taken, left, least, most) => {
    expect(chooseToFit(taken, left, least, most)).toBeUndefined();
  });

  it('takes the most valuable of all choices that fit', () => {
    const best = chooseToFit([item(30, 1)], [item(5, 1), item(5, 9), item(5, 5)], 10, 10);
    expect(best?.map(({ gain }) => gain).sort()).toEqual([5, 9]);
  });

  it('is found whenever there is one', () => {
    const items = fc.array(
      fc.record({ words: fc.integer({ min: 1, max: 12 }), gain: fc.integer({ min: 0, max: 9 }) }),
      {
        maxLength: 9,
      },
    );
    fc.assert(
      fc.property(items, items, fc.integer({ min: 1, max: 40 }), fc.nat(6), (taken, left, least, room) => {
        const most = least + room;
        const choice = chooseToFit(taken, left, least, most);
        const sum = choice?.reduce((total, { words }) => total + words, 0);
        if (sum !== undefined) {
          expect(sum).toBeGreaterThanOrEqual(least);
          expect(sum).toBeLessThanOrEqual(most);
          expect(new Set(choice).size).toBe(choice?.length);
          return;
        }
        let sums = new Set([0]);
        for (const { words } of [...taken, ...left])
          sums = new Set([...sums, ...[...sums].map((s) => s + words)]);
        expect([...sums].filter((total) => total >= least && total <= most)).toEqual([]);
      }),
    );
  });

  it('leaves what it is given as it was', () => {
    const [taken, left] = [[item(10, 3), item(10, 1)], [item(5, 1)]];
    chooseToFit(taken, left, 5, 9);
    expect([sizes(taken), sizes(left)]).toEqual([[10, 10], [5]]);
  });
});
