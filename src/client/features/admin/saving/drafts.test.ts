import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drafts, uploadsIn } from './drafts.ts';

const written = { at: '2004-01-01T14:05:00.000Z', id: 'a', base: { title: 'Uno' }, fields: { title: 'Due' } };
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a draft is found again by its key, until it is dropped', () => {
  expect(drafts.write('sezioni:a', written)).toBe(true);
  expect(drafts.read('sezioni:a')).toEqual(written);
  expect(drafts.read('sezioni:b')).toBeUndefined();
  drafts.drop('sezioni:a');
  expect(drafts.read('sezioni:a')).toBeUndefined();
});

test('what is no draft is none', () => {
  kept.set('bozza:sezioni:a', '{"at":1}');
  expect(drafts.read('sezioni:a')).toBeUndefined();
  kept.set('bozza:sezioni:a', 'rotto');
  expect(drafts.read('sezioni:a')).toBeUndefined();
});

test('a storage that is full or forbidden costs the draft and nothing else', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(drafts.write('sezioni:a', written)).toBe(false);
  expect(drafts.read('sezioni:a')).toBeUndefined();
  expect(() => drafts.drop('sezioni:a')).not.toThrow();
});

test('knows the uploads that a draft speaks of, each once', () => {
  const [one, two] = [`images/${'a'.repeat(32)}.png`, `audio/${'b'.repeat(32)}.mp3`];
  const fields = {
    imageUrl: `/uploads/${one}`,
    content: `Ecco /uploads/${two} e /uploads/${one}.`,
    order: 3,
  };
  expect(uploadsIn(fields)).toEqual([one, two]);
  expect(uploadsIn({ imageUrl: 'https://x.example/a.png' })).toEqual([]);
});
