import { expect, test } from 'vitest';
import { changedFields, clashingFields, isSameValue } from './merge-fields.ts';

const base = { title: 'Il mercato', content: 'Nevicava.', sectionNumber: '3' };

test('a value is the same once the server has trimmed it or read its number', () => {
  expect(isSameValue('  Neve ', 'Neve')).toBe(true);
  expect(isSameValue('3', 3)).toBe(true);
  expect(isSameValue('', undefined)).toBe(true);
  expect(isSameValue('Neve', 'neve')).toBe(false);
});

test('what was changed is told by field', () => {
  expect(changedFields(base, { ...base, title: 'Il porto', content: 'Nevicava. ' })).toEqual(['title']);
});

test.each([
  ['one side each', { title: 'Il porto' }, { content: 'Pioveva.' }, []],
  ['both alike', { title: 'Il porto' }, { title: 'Il porto ' }, []],
  ['both otherwise', { title: 'Il porto', content: 'Pioveva.' }, { title: 'La fiera' }, ['title']],
  ['only elsewhere', {}, { title: 'La fiera' }, []],
])('changed by %s', (_, mine, theirs, clashes) => {
  expect(clashingFields(base, { ...base, ...mine }, { ...base, ...theirs })).toEqual(clashes);
});
