import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listeningKey, recallListening, rememberListening } from './saved-listening.ts';

const storage = new Map<string, string>();
const start = { audio: 'a.m4a', seconds: 0, rate: 1 };

beforeEach(() => {
  storage.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a listener finds the second and the speed again, in that recording alone', () => {
  const place = { audio: 'a.m4a', seconds: 61.5, rate: 1.25 };
  rememberListening(place);
  expect(recallListening('a.m4a')).toEqual(place);
  expect(recallListening('b.m4a')).toEqual({ ...start, audio: 'b.m4a' });
});

test.each([
  'null',
  '{',
  '{"audio":"a.m4a"}',
  '{"audio":"a.m4a","seconds":-1,"rate":1}',
  '{"audio":"a.m4a","seconds":1e999,"rate":1}',
  '{"audio":"a.m4a","seconds":"9","rate":1}',
  '{"audio":"a.m4a","seconds":9,"rate":16}',
])('from storage that says %s it starts at the beginning', (text) => {
  storage.set(listeningKey, text);
  expect(recallListening('a.m4a')).toEqual(start);
});

test('storage that is forbidden or full costs the place, nothing else', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(() => rememberListening(start)).not.toThrow();
  expect(recallListening('a.m4a')).toEqual(start);
});
