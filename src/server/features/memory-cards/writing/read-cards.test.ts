import { describe, expect, it } from 'vitest';
import { vocabulary } from '#server/spoilers/mentions.ts';
import { questionKey } from '../question-key.ts';
import { checkCard, parseAnswer } from './read-cards.ts';

describe('the JSON of an answer', () => {
  it.each([
    ['bare', '{"ricordi":[1]}', [1]],
    ['in a fence', '```json\n{"ricordi":[1]}\n```', [1]],
    ['after a sentence', 'Ecco: {"ricordi":[]}', []],
    ['cut off', '{"ricordi":[{"says":"a', undefined],
    ['of another shape', '{"cards":[]}', undefined],
    ['a list', '[1]', undefined],
    ['none', 'Non posso.', undefined],
  ])('%s', (_, answer, cards) => expect(parseAnswer(answer)).toEqual(cards));
});

describe('a card of an answer', () => {
  const own = vocabulary('Pioveva sul ponte. Maaret cantava al chilometro 219.');
  const says = 'Pioveva e io camminavo piano, con una mano sulla ringhiera, senza nessuna fretta.';
  const card = { kind: 'fact', about: [], asks: ['Pioveva?', 'c’era pioggia?', 'ti sei bagnato?'], says };
  const check = (changes: object, answered: string[] = []) =>
    checkCard(
      { ...card, ...changes },
      { own, allowed: ['Nilak'], answered: new Set(answered.map(questionKey)) },
    );

  it.each<[string, object]>([
    ['as it stands', {}],
    ['with a name of the section', { more: 'Cantava Maaret.' }],
    ['with the protagonist’s', { about: ['Nilak'] }],
    ['with empty extras', { more: '', back: null, chip: undefined }],
    ['without names', { about: undefined }],
  ])('is kept %s', (_, changes) => expect(check(changes)).toMatchObject({ says, kind: 'fact' }));

  it.each<[string, object]>([
    ['with a stranger', { more: 'Cantava Brunilde.' }],
    ['with a number of its own', { back: 'Sai del 417?' }],
    ['with a question about a stranger', { asks: [...card.asks, 'e la Brunilde?'] }],
    ['too short', { says: 'Pioveva sul ponte.' }],
    ['with too long a continuation', { more: 'molto '.repeat(46) }],
    ['with two questions', { asks: ['a chi?', 'a cosa?'] }],
    ['with one question three times', { asks: ['Pioveva?', 'pioveva?', 'PIOVEVA?'] }],
    ['of no kind', { kind: 'end' }],
    ['without an answer', { says: undefined }],
  ])('is dropped %s', (_, changes) => expect(check(changes)).toBeUndefined());

  it('loses the questions that are answered already, and is dropped when too few are left', () => {
    const asks = [...card.asks, 'l’ombrello?'];
    expect(check({ asks }, ['Pioveva?'])?.asks).toEqual(asks.slice(1));
    expect(check({}, ['Pioveva?'])).toBeUndefined();
  });

  it('has six questions at most', () => {
    const asks = ['a chi', 'da dove', 'che cosa', 'quando mai', 'perché no', 'come mai', 'con chi'];
    expect(check({ asks })?.asks).toHaveLength(6);
  });
});
