import { expect, test } from 'vitest';
import { keepLast } from './keep-last.ts';

test('a value is the same object while its parts are, and another when one is another, more or fewer', () => {
  const last = keepLast<string[]>(2);
  const [one, two, three] = [{}, {}, {}];
  const first = last('a', [one, two], () => ['first']);
  expect(last('a', [one, two], () => ['again'])).toBe(first);
  for (const parts of [[one, three], [one, three, two], [one], []])
    expect(last('a', parts, () => ['other'])).not.toBe(first);
});

test('of many keys those asked for last are kept', () => {
  const last = keepLast<object>(2);
  const [a, b] = ['a', 'b'].map((key) => last(key, [], () => ({})));
  expect(last('a', [], () => ({}))).toBe(a);
  last('c', [], () => ({}));
  expect(last('a', [], () => ({}))).toBe(a);
  expect(last('b', [], () => ({}))).not.toBe(b);
});

test('a value that could not be made is made at the next call', () => {
  const last = keepLast<object>(1);
  const fail = () => {
    throw new Error('no room');
  };
  expect(() => last('a', [], fail)).toThrow('no room');
  expect(last('a', [], () => ({ made: true }))).toEqual({ made: true });
});
