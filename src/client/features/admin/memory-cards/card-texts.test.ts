import { describe, expect, it } from 'vitest';
import { arrivedText, cardName, costText, laterText, lengthText, originText } from './card-texts.ts';

describe('what is said of a card', () => {
  it.each([
    [1, '1 parola'],
    [45, '45 parole'],
    [46, '46 parole: a voce è meglio non passare le 45'],
  ])('%i words', (words, text) => expect(lengthText(words)).toBe(text));

  it.each([
    [{ stale: false }, 'scritto da te'],
    [{ stale: true }, 'scritto da te; il testo è cambiato'],
    [{ generated: { by: 'a/b', of: 'x' }, stale: false }, 'scritto da a/b'],
    [
      { generated: { by: 'a/b', of: 'x', unread: true }, stale: true },
      'scritto da a/b prima dei segni «non c’ero»: non lo dice finché non lo rileggi e salvi',
    ],
  ])('whose it is: %o', (card, text) => expect(originText(card)).toBe(text));

  it.each([
    [{ asks: ['Chi è?', 'chi?'], says: 'Io.' }, 'Chi è?'],
    [{ asks: [], says: 'Sto qui.' }, 'Sto qui.'],
    [{ asks: [`${'parola '.repeat(9)}lunghissima`], says: '' }, `${'parola '.repeat(8).trim()}…`],
  ])('its name', (card, name) => expect(cardName(card)).toBe(name));

  it('what it says too early', () => {
    expect(laterText([{ word: 'Irja', first: 4 }])).toBe(
      'Dice «Irja», che il lettore incontra alla sezione 4.',
    );
  });

  it.each([
    [[], '0 ricordi'],
    [[{ kind: 'who' as const }], '1 ricordo (1 persona)'],
    [
      [{ kind: 'who' as const }, { kind: 'who' as const }, { kind: 'now' as const }],
      '3 ricordi (2 persone, 1 adesso)',
    ],
  ])('what came', (cards, text) => expect(arrivedText(cards)).toBe(text));
});

describe('what writing costs', () => {
  const cost = { sections: 1, requests: 3, input: 4_000, output: 9_000 };

  it('says so when the list has no price', () => {
    expect(costText(cost)).toBe('3 richieste, circa 13.000 token; il prezzo del modello non è nel listino');
  });

  it('tells money and the day of the list', () => {
    const price = { cost: 0.0067, currency: 'USD', source: 'x', date: '2026-05-19' };
    expect(costText({ ...cost, requests: 1, price })).toMatch(
      /^1 richiesta, circa 13\.000 token, al massimo 0,0067\sUSD \(listino del 19\/05\/2026/,
    );
  });
});
