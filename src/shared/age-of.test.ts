import { expect, test } from 'vitest';
import { ageOf } from './age-of.ts';

const noon = Date.UTC(2004, 1, 20, 12);

test.each([
  ['an hour ago', '2004-02-20T11:00:00.000Z', 3_600_000],
  ['now', new Date(noon), 0],
  ['a year ahead', Date.UTC(2005, 1, 20, 12), 366 * 24 * 3_600_000],
])('%s', (_, moment, age) => {
  expect(ageOf(moment, noon)).toBe(age);
});
