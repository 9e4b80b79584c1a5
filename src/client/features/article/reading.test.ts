import { describe, expect, test } from 'vitest';
import { progressAt, sectionAt } from './reading.ts';

describe('the section being read', () => {
  const sections = (...tops: number[]) => tops.map((top, place) => ({ id: `s${place}`, top }));

  test.each([
    ['none above the first', sections(151, 900), null],
    ['the first when its top has reached 150 px', sections(150, 900), 's0'],
    ['the last whose top has passed', sections(-800, 149, 151), 's1'],
    ['the last of all at the end', sections(-900, -500, -20), 's2'],
  ])('is %s', (_case, tops, expected) => {
    expect(sectionAt(tops)).toBe(expected);
  });
});

test.each([
  [0, 3000, 1000, 0],
  [1000, 3000, 1000, 0.5],
  [2000, 3000, 1000, 1],
  [-40, 3000, 1000, 0],
  [0, 800, 1000, 1],
])('the progress at %d of %d in a window of %d is %d', (scrollTop, page, window, progress) => {
  expect(progressAt(scrollTop, page, window)).toBe(progress);
});
