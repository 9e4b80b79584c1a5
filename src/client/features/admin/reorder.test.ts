import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveImage } from './reorder.ts';

const images = (...orders: number[]) => orders.map((displayOrder, i) => ({ id: `i${i}`, displayOrder }));

describe('moveImage', () => {
  it('swaps two numbers and leaves the others alone', () => {
    expect(moveImage(images(0, 4, 9), 'i1', 1)).toEqual([
      { id: 'i1', displayOrder: 9 },
      { id: 'i2', displayOrder: 4 },
    ]);
  });

  it('has nothing to do at the ends', () => {
    expect(moveImage(images(0, 1), 'i0', -1)).toEqual([]);
    expect(moveImage(images(0, 1), 'i1', 1)).toEqual([]);
    expect(moveImage([], 'x', 1)).toEqual([]);
  });

  it('always shows the two images the other way round, and nothing else moved', () => {
    const orders = fc.array(fc.nat(6), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(orders, fc.nat(), fc.constantFrom(1 as const, -1 as const), (numbers, pick, by) => {
        const shown = images(...numbers.sort((a, b) => a - b));
        const from = pick % shown.length;
        const changes = new Map(moveImage(shown, `i${from}`, by).map((c) => [c.id, c.displayOrder]));
        const after = shown
          .map((image) => ({ ...image, displayOrder: changes.get(image.id) ?? image.displayOrder }))
          .sort((a, b) => a.displayOrder - b.displayOrder)
          .map(({ id }) => id);
        const expected = shown.map(({ id }) => id);
        const to = from + by;
        if (to >= 0 && to < expected.length) expected.splice(to, 0, ...expected.splice(from, 1));
        expect(after).toEqual(expected);
      }),
    );
  });
});
