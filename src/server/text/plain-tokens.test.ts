import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainTokens, squashed, undisguised } from './plain-tokens.ts';

const forms = (text: string) => plainTokens(text).map(({ form }) => form);

describe('what hides a word from a search and not from an eye', () => {
  test.each([
    ['Irjа (Cyrillic a)', 'Irj\u0430', 'Irja'],
    ['full-width letters', 'Ｉｒｊａ', 'Irja'],
    ['letters in circles', 'Ⓘⓡⓙⓐ', 'Irja'],
    ['a zero-width space', 'Ir\u200bja', 'Irja'],
    ['a soft hyphen', 'Ir\u00adja', 'Irja'],
    ['a stacked mark', 'I\u0335r\u0335ja', 'Irja'],
    ['a Hangul filler', 'Ir\u3164ja', 'Irja'],
    ['a variation selector', 'Irja\ufe0f', 'Irja'],
    ['a ligature', 'oﬃcina', 'officina'],
    ['Greek capitals', '\u039c\u0391\u0391\u03a1\u0395\u03a4', 'MAAPET'],
  ])('%s', (_, disguised, plain) => {
    expect(undisguised(disguised)).toBe(plain);
  });

  test('undisguised once, a text has nothing left to undisguise', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const once = undisguised(text);
        expect(undisguised(once)).toBe(once);
      }),
    );
  });
});

test.each<[string, string[]]>([
  ['Perché così?', ['perche', 'cosi']],
  ['IrjaHalvorsen', ['irja', 'halvorsen']],
  ['ILSE4 e Ilse-4', ['ilse', '4', 'e', 'ilse', '4']],
  ['la 0417', ['la', '417']],
  ['nove nodi', ['9', 'nodi']],
  ['ventuno, ventotto, ventitré', ['21', '28', '23']],
  ['cento centouno duecentodue novecentonovantanove', ['100', '101', '202', '999']],
  ['uno solo', ['uno', 'solo']],
  ['٤٤ e ４４', ['٤٤', 'e', '44']],
  ['', []],
])('%j is compared by %j', (text, expected) => {
  expect(forms(text)).toEqual(expected);
});

test.each([
  ['opens a text', 'Ferro dorme', 'Ferro', true],
  ['stands inside a sentence', 'Dorme Ferro', 'Ferro', false],
  ['opens a sentence', 'Dorme. Ferro no', 'Ferro', true],
  ['opens a speech', 'Disse: «Ferro!»', 'Ferro', true],
  ['opens a line', 'Dorme\nFerro', 'Ferro', true],
  ['follows a comma', 'Ieri, Ferro', 'Ferro', false],
  ['follows what is longer than what is looked back on', 'abcdefghij Ferro', 'Ferro', false],
  ['is emphasised at the beginning', '**Ferro**', 'Ferro', true],
])('a capital that %s', (_, text, written, opens) => {
  expect(plainTokens(text).find((token) => token.written === written)).toMatchObject({
    capital: true,
    opens,
  });
});

test('tokens and what stands between them are the whole text up to the last token', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aB4 .-è«»\n') }), (text) => {
      const plain = undisguised(text);
      const joined = plainTokens(text)
        .map(({ gap, written }) => gap + written)
        .join('');
      expect(plain.startsWith(joined)).toBe(true);
      expect(plain.slice(joined.length)).not.toMatch(/[\p{L}\p{N}]/u);
    }),
  );
});

test.each([
  ['ilse04', 'ilse4'],
  ['ilse4', 'ilse4'],
  ['1004', '1004'],
  ['a0', 'a0'],
  ['00', '0'],
  ['7007', '7007'],
])('%s written as one word is %s', (written, form) => {
  expect(squashed(written)).toBe(form);
});
