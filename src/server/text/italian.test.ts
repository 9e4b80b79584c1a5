import { expect, it } from 'vitest';
import { fold, paragraphs, sentences, stem, terms, words } from './italian.ts';

it('splits on both apostrophes and drops stop-words', () => {
  expect(terms("L’orso dell'Ironwind è nell’acqua")).toEqual([stem('orso'), stem('ironwind'), stem('acqua')]);
});

it('keeps numbers', () => {
  expect(terms('la 0417, W-01F e il 44')).toEqual(['0417', 'w', '01f', '44']);
});

it('folds accents after stemming, so that all spellings meet', () => {
  expect(stem('Ánne'.toLowerCase())).toBe(stem('anne'));
  expect(fold('perchè così')).toBe('perche cosi');
  expect(terms('perchè perché poiché')).toEqual([stem('poiché')]);
});

it('brings the forms of a word together', () => {
  expect(stem('bisonti')).toBe(stem('bisonte'));
  expect(stem('raccontava')).toBe(stem('raccontare'));
  expect(new Set(['trovare', 'trovai', 'trovò', 'trovarono', 'trovato'].map(stem)).size).toBe(1);
  expect(stem('sentì')).toBe(stem('sentire'));
});

it('tells names from the capital that opens a sentence', () => {
  const names = words('Ferro dorme. Poi Irja chiama «Maaret» e Tuomas.')
    .filter((word) => word.name)
    .map((word) => word.written);
  expect(names).toEqual(['Irja', 'Tuomas']);
});

it('keeps a sentence whole around dialogue', () => {
  expect(sentences('«Quanti?» disse senza alzare la testa. Tacque. «È vero.» Ci pensò.')).toEqual([
    '«Quanti?» disse senza alzare la testa.',
    'Tacque.',
    '«È vero.»',
    'Ci pensò.',
  ]);
  expect(sentences('— Smetti di ridere! — disse Geppetto. Poi tacque.')).toEqual([
    '— Smetti di ridere! — disse Geppetto.',
    'Poi tacque.',
  ]);
  expect(sentences('Aspettai… poi niente. «No. Mai» disse. Fine')).toEqual([
    'Aspettai… poi niente.',
    '«No. Mai» disse.',
    'Fine',
  ]);
});

it.each([
  ['Il sig. Rossi e la sig.ra Bianchi tacquero. Poi uscì.', 2],
  ['Venne il dott. Verdi. Visitò G. Neri, che rispose di no. Pioveva.', 3],
  ['Aspettai… Niente. Poi... Forse.', 4],
  ['— Questo legno è capitato a tempo. Voglio servirmene! —', 2],
  ['— Chi è? — disse. — Sono io. — E tacque.', 3],
  ['Erano tanti: viti, dadi, ecc. Li contai.', 1],
])('splits %j', (text, count) => {
  const found = sentences(text);
  expect(found).toHaveLength(count);
  expect(found.join(' ')).toBe(text);
});

it('finds paragraphs between blank lines', () => {
  expect(paragraphs('uno\ndue\r\n\r\ntre\n\n\n')).toEqual(['uno due', 'tre']);
});
