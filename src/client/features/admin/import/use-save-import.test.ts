import { expect, test } from 'vitest';
import { outcomeIn } from './use-save-import.ts';

const section = (id: string, sectionNumber: number, content = 'Testo.') => ({
  id,
  sectionNumber,
  title: 'Titolo',
  content,
});
const { id: _, ...fresh } = section('', 7);
const sent = { sections: [fresh, section('b', 2, ' Nuovo. ')], remove: ['c'] };

test.each([
  [
    'all of it is there',
    [section('a', 7), section('b', 2, 'Nuovo.')],
    { created: 1, updated: 1, removed: 1 },
  ],
  ['a section still has its old text', [section('a', 7), section('b', 2)], undefined],
  ['another has the number', [section('a', 7), section('x', 2, 'Nuovo.')], undefined],
  ['one that was to go is there', [section('a', 7), section('b', 2, 'Nuovo.'), section('c', 9)], undefined],
])('an import without an answer counts as done only where %s', (_, stored, outcome) => {
  expect(outcomeIn(stored, sent)).toEqual(outcome);
});
