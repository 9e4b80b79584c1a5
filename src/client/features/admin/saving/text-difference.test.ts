import { expect, test } from 'vitest';
import { textDifference } from './text-difference.ts';

const shown = (stretches: { text: string; isOwn: boolean }[]) =>
  stretches.map(({ text, isOwn }) => (isOwn ? `[${text}]` : text)).join('');

test('each side shows what the other has not', () => {
  const { one, other } = textDifference('Nevicava sul mercato di Qaanik.', 'Pioveva sul mercato, di nuovo.');
  expect(shown(one)).toMatch(/^\[Nevicava\] sul mercato/);
  expect(shown(other)).toMatch(/^\[Pioveva\] sul mercato/);
  expect(one.map(({ text }) => text).join('')).toBe('Nevicava sul mercato di Qaanik.');
  expect(other.map(({ text }) => text).join('')).toBe('Pioveva sul mercato, di nuovo.');
});

test('what both have at length is left out but for its edges', () => {
  const long = 'parola '.repeat(500);
  const { one } = textDifference(`${long}prima`, `${long}dopo`);
  expect(one.find(({ gap }) => gap)?.gap).toBeGreaterThan(3_000);
  expect(one.map(({ text }) => text).join('').length).toBeLessThan(200);
});

test('two long texts that share nothing are told apart in bounded time', () => {
  const words = (seed: number) =>
    Array.from({ length: 30_000 }, (_, i) => ((i * 7919 + seed) % 99_991).toString(36)).join(' ');
  const { one, other } = textDifference(words(1), words(50_000));
  expect(one.some(({ isOwn }) => isOwn) && other.some(({ isOwn }) => isOwn)).toBe(true);
}, 20_000);
