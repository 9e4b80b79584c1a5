import { expect, it } from 'vitest';
import { perList } from './terms.ts';

const records = ['neve', 'relè', 'mercato', 'radio'].map((name) => ({ name }));
const counting = () => {
  let made = 0;
  return perList((list: readonly { name: string }[]) => ({ size: list.length, made: (made += 1) }));
};

it('makes what it gives once for each of the lists that take turns and end with the same record', () => {
  const sizeOf = counting();
  const lists = [records, records.slice(1), records.slice(2)];
  for (const round of [1, 2, 3])
    for (const [at, list] of lists.entries())
      expect(sizeOf([...list]), `round ${round}`).toEqual({ size: list.length, made: at + 1 });
});

it('takes no list for another of the same length', () => {
  const sizeOf = counting();
  const [first, second, third, last] = records as [{ name: string }, ...{ name: string }[]];
  expect(sizeOf([first, second, last] as typeof records)).toEqual({ size: 3, made: 1 });
  expect(sizeOf([first, third, last] as typeof records)).toEqual({ size: 3, made: 2 });
  expect(sizeOf([])).toBeUndefined();
});

it('forgets the list that was asked for longest ago', () => {
  const sizeOf = counting();
  for (const from of [0, 1, 2, 3]) sizeOf(records.slice(from));
  expect(sizeOf(records)?.made).toBe(1);
  sizeOf([{ name: 'ponte' }, ...records]);
  expect(sizeOf(records)?.made).toBe(1);
  expect(sizeOf(records.slice(1))?.made).toBe(6);
});
