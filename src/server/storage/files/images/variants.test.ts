import { expect, test } from 'vitest';
import { isOriginal, originalOf, stemOf, VariantIndex } from './variants.ts';

const hash = '1f'.repeat(16);
const original = `images/${hash}.jpg`;
const variant = (width: number, extension = 'webp') => `images/${hash}-${width}.${extension}`;

test.each([
  [original, `images/${hash}`, original, true],
  [variant(480), `images/${hash}`, `images/${hash}`, false],
  [`images/${hash}`, undefined, `images/${hash}`, false],
  ['images/torre.jpg', undefined, 'images/torre.jpg', false],
  [`audio/${hash}.mp3`, undefined, `audio/${hash}.mp3`, false],
  [`images/${hash}-480.webp.bak`, undefined, `images/${hash}-480.webp.bak`, false],
])('%s', (name, stem, source, isOwn) => {
  expect([stemOf(name), originalOf(name), isOriginal(name)]).toEqual([stem, source, isOwn]);
});

test('a picture’s smaller files are those that share its hash, in a format that is made', () => {
  const index = new VariantIndex();
  for (const name of [
    original,
    variant(960),
    variant(480),
    variant(480, 'png'),
    `images/${'2e'.repeat(16)}-480.webp`,
  ])
    index.add(name);
  expect([...index.of(original).values()]).toEqual([
    { url: `/uploads/${variant(960)}`, type: 'image/webp', width: 960 },
    { url: `/uploads/${variant(480)}`, type: 'image/webp', width: 480 },
  ]);
  expect(index.of(variant(960)).size).toBe(2);
  expect(index.of('audio/a.mp3').size).toBe(0);
});

test('a picture has all of them once it has the last one made', () => {
  const index = new VariantIndex();
  for (const name of [variant(1600, 'avif'), variant(480)]) index.add(name);
  expect(index.isComplete(original)).toBe(false);
  index.add(variant(480, 'avif'));
  expect(index.isComplete(original)).toBe(true);
  expect(index.isComplete(`images/${'2e'.repeat(16)}.jpg`)).toBe(false);
});

test('every change of what it may answer changes its number, and nothing else does', () => {
  const index = new VariantIndex();
  const numbers = [index.changes];
  const noteAfter = (change: () => void) => {
    change();
    numbers.push(index.changes);
  };
  noteAfter(() => index.add(variant(480)));
  noteAfter(() => index.remove(original));
  noteAfter(() => index.clear());
  expect(new Set(numbers).size).toBe(4);
  index.add(original);
  expect(index.changes).toBe(numbers.at(-1));
  expect(index.of(original).size).toBe(0);
});
