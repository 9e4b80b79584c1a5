import fc from 'fast-check';
import { expect, test } from 'vitest';
import { italianNumber } from './italian-number.ts';

test('a number is written as the language does it', () => {
  const format = new Intl.NumberFormat('it', { useGrouping: 'always', maximumFractionDigits: 2 });
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }), (hundredths) => {
      const value = hundredths / 100;
      expect(italianNumber(value)).toBe(format.format(value));
    }),
  );
});

test.each([
  [0.75, '0,75'],
  [2, '2'],
  [1140, '1.140'],
])('%d is %s', (value, written) => expect(italianNumber(value)).toBe(written));
