import fc from 'fast-check';
import { expect, it } from 'vitest';
import { moveId, orderImages } from './order.ts';

const images = (...orders: number[]) => orders.map((displayOrder, i) => ({ id: `i${i}`, displayOrder }));

it('shares the numbers there are, and leaves those alone that did not move', () => {
  expect(orderImages(images(0, 4, 9), ['i0', 'i2', 'i1'])).toEqual([
    { id: 'i0', displayOrder: 0 },
    { id: 'i2', displayOrder: 4 },
    { id: 'i1', displayOrder: 9 },
  ]);
});

it('moves one id to any place, and keeps the order of the others', () => {
  const ids = ['a', 'b', 'c', 'd'];
  expect([moveId(ids, 'a', 3), moveId(ids, 'd', 0), moveId(ids, 'b', 1)]).toEqual([
    ['b', 'c', 'd', 'a'],
    ['d', 'a', 'b', 'c'],
    ids,
  ]);
});

it('always shows the order that was asked for, with numbers that tell the images apart', () => {
  const orders = fc.array(fc.nat(6), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(orders, fc.nat(), fc.nat(), (numbers, pick, place) => {
      const shown = images(...numbers.sort((a, b) => a - b));
      const ids = moveId(
        shown.map(({ id }) => id),
        `i${pick % shown.length}`,
        place % shown.length,
      );
      const after = orderImages(shown, ids);
      expect(after.map(({ id }) => id)).toEqual(ids);
      expect(new Set(after.map(({ displayOrder }) => displayOrder)).size).toBe(shown.length);
    }),
  );
});
