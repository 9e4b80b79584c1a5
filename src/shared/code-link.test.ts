import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codeInHash, codeLink } from './code-link.ts';

it('a code comes out of its link as it went in, and the path has nothing of it', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((code) => code.trim() !== ''),
      (code) => {
        const { hash, pathname, search } = new URL(codeLink('https://ferro.test', code));
        expect([pathname, search]).toEqual(['/chat', '']);
        expect(codeInHash(hash)).toBe(code.trim());
      },
    ),
  );
});

it.each(['', '#', '#codice=', '#codice=%20', '#altro=abcd-2345', 'l-2'])('%j brings no code', (hash) => {
  expect(codeInHash(hash)).toBeUndefined();
});

it('is the link that is printed', () => {
  expect(codeLink('https://ferro.test', 'hb6t-2wvk')).toBe('https://ferro.test/chat#codice=hb6t-2wvk');
});
