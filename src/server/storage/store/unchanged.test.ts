import { expect, test, vi } from 'vitest';
import * as unchangedModule from './unchanged.ts';
import { isUnchanging, lastUnchanged, unchanged } from './unchanged.ts';

test('only what was made here of its parts is unchanging: neither a frozen object nor a copy is', () => {
  const value = unchanged({}, [], () => ({ title: 'Neve' }));
  expect(isUnchanging(value)).toBe(true);
  expect(Object.isFrozen(value)).toBe(true);
  for (const other of [Object.freeze({ title: 'Neve' }), { ...value }, null, 'Neve', undefined])
    expect(isUnchanging(other)).toBe(false);
});

test('nothing can be called unchanging that is not made of named parts', () => {
  expect(Object.keys(unchangedModule).sort()).toEqual([
    'isUnchanging',
    'lastUnchanged',
    'unchanged',
    'unchangedFrom',
  ]);
});

test('a list is the very same while its parts are, and another when one of them is replaced, added or gone', () => {
  const owner = {};
  const [a, b, c] = [{}, {}, {}];
  const make = vi.fn(() => [1]);
  const first = unchanged(owner, [a, b], make);
  expect(unchanged(owner, [a, b], make)).toBe(first);
  expect(isUnchanging(first)).toBe(true);
  for (const parts of [[a, c], [a, b, c], [a], [b, a]]) expect(unchanged(owner, parts, make)).not.toBe(first);
  expect(make).toHaveBeenCalledTimes(5);
});

test('each key has its own, and only so many are kept', () => {
  const last = lastUnchanged<{ key: string }>(2);
  const part = {};
  const of = (key: string, parts: unknown[] = [part]) => last(key, parts, () => ({ key }));
  const [a, b] = [of('a'), of('b')];
  expect([of('a'), of('b')]).toEqual([a, b]);
  expect(of('a')).toBe(a);
  // The one that was asked for longest ago gives way, not the oldest.
  of('c');
  expect(of('a')).toBe(a);
  expect(of('b')).not.toBe(b);
  expect(of('a', [part, 1])).not.toBe(a);
});

test('what has very many parts is not kept', () => {
  const last = lastUnchanged<object>(2);
  const parts = Array.from({ length: 300 }, () => ({}));
  expect(last('a', parts, () => ({}))).not.toBe(last('a', parts, () => ({})));
});
