import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formatBytes, formatLength, formatNumber, percentOf, preview, titleOfFile } from './format.ts';

describe('preview', () => {
  it('keeps 80 characters and adds an ellipsis only when there is more', () => {
    expect(preview('a'.repeat(80))).toBe('a'.repeat(80));
    expect(preview('a'.repeat(81))).toBe(`${'a'.repeat(80)}…`);
    expect(preview('')).toBe('');
  });

  it('never cuts a character in two', () => {
    expect(preview('🦬'.repeat(80))).toBe('🦬'.repeat(80));
    expect(preview('🦬'.repeat(81))).toBe(`${'🦬'.repeat(80)}…`);
    expect(preview(`${'a'.repeat(79)}🦬z`)).toBe(`${'a'.repeat(79)}🦬…`);
  });

  it('is the text itself or its beginning', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const characters = Array.from(text);
        const expected = characters.length > 80 ? `${characters.slice(0, 80).join('')}…` : text;
        expect(preview(text)).toBe(expected);
      }),
    );
  });
});

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1_000, '1 kB'],
  [2_340_000, '2,3 MB'],
  [234_000_000, '234 MB'],
  [2_147_483_648, '2,1 GB'],
])('%i bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test.each([
  [0, '0:00'],
  [67.6, '1:08'],
  [376, '6:16'],
  [3_725, '1:02:05'],
])('%f seconds are %s', (seconds, text) => expect(formatLength(seconds)).toBe(text));

test.each([
  ['aurora_sulla-linea.JPG', 'Aurora sulla linea'],
  ['03.ferro.webp', '03 ferro'],
  ['È notte.png', 'È notte'],
  ['.png', 'Senza titolo'],
  ['---.gif', 'Senza titolo'],
  ['a'.repeat(300), 'A' + 'a'.repeat(199)],
])('%s becomes a title', (name, title) => expect(titleOfFile(name)).toBe(title));

test('a percentage of nothing is 0', () => expect(percentOf(3, 0)).toBe(0));

test('writes thousands with a point', () => expect(formatNumber(1234)).toBe('1.234'));
