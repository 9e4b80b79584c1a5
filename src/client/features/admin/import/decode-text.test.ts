import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const bytes = (...values: number[]) => new Uint8Array(values).buffer;

describe('decodeText', () => {
  it('reads UTF-8 with and without its mark', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.boolean(), (text, marked) => {
        fc.pre(!text.startsWith('\ufeff'));
        const encoded = new TextEncoder().encode((marked ? '\ufeff' : '') + text);
        expect(decodeText(encoded.buffer)).toBe(text);
      }),
    );
  });

  it('reads Windows-1252: «Perché — l’età»', () => {
    const text = [
      0xab, 0x50, 0x65, 0x72, 0x63, 0x68, 0xe9, 0x20, 0x97, 0x20, 0x6c, 0x92, 0x65, 0x74, 0xe0, 0xbb,
    ];
    expect(decodeText(bytes(...text))).toBe('«Perché — l’età»');
  });

  it('reads UTF-16 in both orders', () => {
    expect(decodeText(bytes(0xff, 0xfe, 0xe8, 0x00, 0x21, 0x00))).toBe('è!');
    expect(decodeText(bytes(0xfe, 0xff, 0x00, 0xe8, 0x00, 0x21))).toBe('è!');
  });

  it('reads an empty file', () => expect(decodeText(bytes())).toBe(''));
});
