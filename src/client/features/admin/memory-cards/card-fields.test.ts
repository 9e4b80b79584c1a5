import { describe, expect, it } from 'vitest';
import { createMemoryCard } from '#shared/contracts/memory-cards.ts';
import { fieldsOf, inputOf } from './card-fields.ts';

const empty = fieldsOf({});

describe('a card as it is typed', () => {
  it('comes back as it was', () => {
    const card = {
      kind: 'now' as const,
      about: ['Irja', 'Linea Alta'],
      asks: ['Chi è?', 'chi e'],
      says: 'Io.',
      more: 'E poi.',
      back: 'E tu?',
      until: 0,
      chip: 'Chi è Irja?',
      mood: 'quieto',
    };
    expect(createMemoryCard.parse({ ...inputOf(fieldsOf(card)), sectionId: null })).toEqual({
      ...card,
      sectionId: null,
    });
  });

  it.each([
    [
      'the space around names and questions',
      { about: ' Irja , ,Aslak', asks: '\n Chi è? \n\n' },
      ['Irja', 'Aslak'],
      ['Chi è?'],
    ],
    ['nothing of what is empty', {}, [], []],
  ])('keeps %s out', (_, changes, about, asks) => {
    expect(inputOf({ ...empty, ...changes })).toMatchObject({ about, asks });
  });

  it.each([
    ['7', 7],
    [' 0 ', 0],
    ['', null],
  ])('holds until «%s»', (until, level) => {
    expect(inputOf({ ...empty, until }).until).toBe(level);
  });

  it('has a mood only where it is now', () => {
    expect(inputOf({ ...empty, kind: 'fact', mood: 'quieto' }).mood).toBe('');
  });
});
