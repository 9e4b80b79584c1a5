import fc from 'fast-check';
import { expect, test } from 'vitest';
import { levelMap } from './sections-import.service.ts';

test('whatever the numbers, a level opens no section that was locked, and all that it can of those that were open', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 12 });
  const places = fc
    .tuple(numbers, fc.func(fc.option(fc.integer({ min: 1, max: 60 }))))
    .map(([befores, choose]) => {
      const taken = new Set<number>();
      return befores.map((before) => {
        const after = choose(before) ?? undefined;
        if (after === undefined || taken.has(after)) return { before, after: undefined };
        taken.add(after);
        return { before, after };
      });
    });
  fc.assert(
    fc.property(places, fc.integer({ min: 0, max: 40 }), (sections, level) => {
      const newLevel = levelMap(sections)(level);
      const kept = sections.flatMap(({ before, after }) => (after === undefined ? [] : [{ before, after }]));
      const opened = kept.filter(({ after }) => after <= newLevel);
      expect(opened.every(({ before }) => before <= level)).toBe(true);
      // The next one in the book was locked.
      const next = kept.filter(({ after }) => after > newLevel).toSorted((a, b) => a.after - b.after)[0];
      expect(next === undefined || next.before > level || level < 1).toBe(true);
    }),
  );
});

test.each([
  ['a chapter put in before', 3, 4],
  ['a chapter put in after', 1, 1],
  ['beyond the end', 999, 999],
  ['nothing read', 0, 0],
])('%s', (_, level, moved) => {
  const newLevel = levelMap(
    [1, 2, 3, 4].map((before) => ({ before, after: before < 2 ? before : before + 1 })),
  );
  expect(newLevel(level)).toBe(moved);
});
