import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ZodType } from 'zod';
import { id, optionalText, requiredText, timestamp, wholeNumber } from './values.ts';

function read(field: ZodType, value: unknown): unknown {
  const result = field.safeParse(value);
  return result.success ? result.data : result.error.issues.map(({ message }) => message).join(' ');
}

describe('a whole number', () => {
  const number = wholeNumber('Il numero', 1);
  test.each([
    [12, 12],
    ['12', 12],
    [' 7 ', 7],
    ['007', 7],
    [999_999_999, 999_999_999],
  ])('reads %j as %j', (value, expected) => expect(read(number, value)).toBe(expected));

  test.each([0, -3, 1.5, '1.5', '1e3', '0x10', 'uno', '', ' ', '1 2', Number.NaN, Infinity, 1_000_000_000])(
    'refuses %j in one sentence',
    (value) =>
      expect(read(number, value)).toMatch(
        /^Il numero (deve essere un numero intero da 1 in su|è obbligatorio)\.$/,
      ),
  );

  test.each([undefined, null, {}, [], true])('%j is a missing one', (value) =>
    expect(read(number, value)).toBe('Il numero è obbligatorio.'),
  );

  test('of any text is never less than its least', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.integer()), (value) => {
        const { success, data } = number.safeParse(value);
        if (success) expect(Number.isInteger(data) && data >= 1).toBe(true);
      }),
    );
  });
});

describe('a required text', () => {
  const title = requiredText('Il titolo', 20_000);
  test.each([
    ['  Neve  ', 'Neve'],
    ['a\nb', 'a\nb'],
    ['x'.repeat(20_000), 'x'.repeat(20_000)],
    [`  ${'x'.repeat(20_000)}  `, 'x'.repeat(20_000)],
  ])('keeps it trimmed', (value, expected) => expect(read(title, value)).toBe(expected));
  test.each([
    ['', 'Il titolo è obbligatorio.'],
    [' \t\n', 'Il titolo è obbligatorio.'],
    [undefined, 'Il titolo è obbligatorio.'],
    [null, 'Il titolo è obbligatorio.'],
    [12, 'Il titolo è obbligatorio.'],
    ['x'.repeat(20_001), 'Il titolo può avere al massimo 20.000 caratteri.'],
  ])('refuses in so many words', (value, sentence) => expect(read(title, value)).toBe(sentence));
});

test('ends of lines that only some programs know become plain ones', () => {
  expect(read(requiredText('Il testo', 20), '\u2028uno\u2028due\u2029tre\u2028')).toBe('uno\ndue\ntre');
  expect(read(optionalText('Il testo', 20), 'uno\vdue')).toBe('uno\ndue');
});

describe('an optional text', () => {
  const label = optionalText('L’etichetta', 10);
  test.each([
    [' a ', 'a'],
    ['', undefined],
    ['   ', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('%j is %j', (value, expected) => expect(read(label, value)).toBe(expected));
  test('has a limit too', () =>
    expect(read(label, 'x'.repeat(11))).toBe('L’etichetta può avere al massimo 10 caratteri.'));
});

test('an identifier is any short text, and never an empty one', () => {
  expect(read(id, 'a')).toBe('a');
  expect(read(id, 'a'.repeat(64))).toHaveLength(64);
  expect(read(id, '')).toBe('Identificativo mancante.');
  expect(read(id, 'a'.repeat(65))).toBe('Identificativo non valido.');
});

test.each(['2003-12-21T12:03:00.000Z', '2003-12-21T12:03:00Z'])('%s is a time', (text) =>
  expect(timestamp.safeParse(text).success).toBe(true),
);
test.each(['2003-12-21', '2003-12-21T12:03:00+01:00', '2003-13-21T12:03:00Z', 'ieri', 0])(
  '%s is none: times are in UTC and whole',
  (text) => expect(timestamp.safeParse(text).success).toBe(false),
);
