import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { authoredCode, codeKey, generateCode, submittedCode } from './codes.ts';

describe('the key that two codes are compared by', () => {
  test.each([
    ['  abcd-2345 ', 'ABCD2345'],
    ['ABCD2345', 'ABCD2345'],
    ['abcd–2345', 'ABCD2345'],
    ['abcd\u00a02345', 'ABCD2345'],
    ['ａｂｃｄ２３４５', 'ABCD2345'],
    ['perché', 'PERCHÉ'],
    ['perche\u0301', 'PERCHÉ'],
    ['🎵 aurora!', 'AURORA'],
    ['ΐ', 'Ϊ'],
    ['ᄀ-ᅡ', '가'],
    ['---', ''],
  ])('of %j is %j', (code, key) => expect(codeKey(code)).toBe(key));

  test('is its own key, whatever the code', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (code) => codeKey(codeKey(code)) === codeKey(code)),
    );
  });
});

describe('a code as the author writes it', () => {
  test.each(['abcd', ' Aurora Boreale ', 'a-b-c-d', 'x'.repeat(64)])('%j is kept as typed', (code) =>
    expect(authoredCode.parse(code)).toBe(code.trim()),
  );
  test.each(['', '   ', 'abc', 'a-b-c', '....', 'x'.repeat(65), 'x'.repeat(129), 4, null])(
    '%j is refused',
    (code) => expect(authoredCode.safeParse(code).success).toBe(false),
  );
});

test('a generated code has two groups of four, and none of the letters that look alike', () => {
  const codes = Array.from({ length: 500 }, generateCode);
  for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{4}-[a-hjkmnp-z2-9]{4}$/);
  expect(new Set(codes).size).toBe(500);
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(31);
});

test('a code as a reader submits it may be wrong in any way, but not long', () => {
  expect(submittedCode.safeParse({ code: '!' }).success).toBe(true);
  expect(submittedCode.safeParse({ code: 'x'.repeat(10_000) }).success).toBe(false);
  expect(submittedCode.safeParse({}).success).toBe(false);
});
