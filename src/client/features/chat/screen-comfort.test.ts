import { beforeEach, expect, test, vi } from 'vitest';
import { comfortAttribute, comfortKey } from '#shared/boot.ts';
import { readComfort, resizeText, toggleWord, writeComfort } from './screen-comfort.ts';

const kept = new Map<string, string>();
const attributes = new Map<string, string>();

beforeEach(() => {
  const fake = (map: Map<string, string>) => ({
    get: (key: string) => map.get(key) ?? null,
    set: (key: string, value: string) => void map.set(key, value),
    remove: (key: string) => void map.delete(key),
  });
  const [storage, root] = [fake(kept), fake(attributes)];
  vi.stubGlobal('localStorage', { getItem: storage.get, setItem: storage.set, removeItem: storage.remove });
  vi.stubGlobal('document', { documentElement: { getAttribute: root.get, setAttribute: root.set } });
  writeComfort([]);
  return () => vi.unstubAllGlobals();
});

test('what is wished is on the root and in the browser, and nothing is kept of no wish', () => {
  writeComfort(['amber', 'text-large']);
  expect(attributes.get(comfortAttribute)).toBe('amber text-large');
  expect(kept.get(comfortKey)).toBe('amber text-large');
  expect(readComfort()).toEqual(['amber', 'text-large']);
  writeComfort([]);
  expect(kept.get(comfortKey)).toBeUndefined();
});

test('a word that nobody knows is not taken over', () => {
  attributes.set(comfortAttribute, 'amber pink');
  expect(readComfort()).toEqual(['amber']);
});

test('sizes go step by step and stop at the ends', () => {
  expect(resizeText([], 1)).toEqual(['text-large']);
  expect(resizeText(['amber', 'text-large'], 1)).toEqual(['amber', 'text-huge']);
  expect(resizeText(['text-huge'], 1)).toEqual(['text-huge']);
  expect(resizeText(['text-large'], -1)).toEqual([]);
  expect(resizeText([], -1)).toEqual(['text-small']);
  expect(resizeText(['text-small'], -1)).toEqual(['text-small']);
});

test('a switch goes there and back', () => {
  expect(toggleWord([], 'no-glass')).toEqual(['no-glass']);
  expect(toggleWord(['no-glass', 'sound'], 'no-glass')).toEqual(['sound']);
});
