import { describe, expect, it } from 'vitest';
import { storedSection } from '#tests/support/sections.ts';
import { laterMentions, strangers, vocabulary, vocabularyOf } from './mentions.ts';
import { buildSpoilerIndex } from './spoiler-index.ts';

const book = [
  storedSection({
    sectionNumber: 1,
    title: 'La radio',
    content: 'Maaret aggiustava la radio. Poi Maaret dormiva. La neve di Qaanik copriva tutto.',
  }),
  storedSection({
    sectionNumber: 2,
    title: 'Il relè',
    content:
      'Un giorno arrivò Tuomas con una glacimetria. La glacimetria di Tuomas era rotta, e senza glacimetria nessuno partiva. «Relè 7» disse Tuomas.',
  }),
  storedSection({
    sectionNumber: 3,
    title: 'Campo dei miracoli',
    content: 'Videro Irja Halvorsen. Nel 1987 Irja Halvorsen era partita per il Campo dei miracoli.',
  }),
];
const index = buildSpoilerIndex(book, ['Sono Nilak.']);
const words = (text: string, level: number, options?: Parameters<typeof laterMentions>[3]) =>
  laterMentions(text, level, index, options).map(({ word, first }) => `${word} ${first}`);

describe('the words of later sections in a text', () => {
  it.each<[string, string, number, string[]]>([
    ['a name first met later', 'Poi venne Tuomas.', 1, ['Tuomas 2']],
    ['a name already met', 'Poi venne Tuomas.', 2, []],
    ['a name of several words is one', 'Poi venne Irja Halvorsen da sola.', 1, ['Irja Halvorsen 3']],
    ['a name in small letters is the same name', 'poi venne tuomas, piano.', 1, ['tuomas 2']],
    ['each once, however often it is said', 'Poi venne Tuomas. Era Tuomas.', 1, ['Tuomas 2']],
    ['a term outside everyday Italian', 'Aveva una glacimetria.', 1, ['glacimetria 2']],
    ['everyday words are nobody’s', 'Un giorno era partita e nessuno dormiva.', 0, []],
    ['what the character says at any level', 'Sono Nilak, e basta.', 0, []],
    ['a name of no section at all', 'Poi venne Brunilde.', 0, []],
    ['nothing in an empty text', '', 0, []],
  ])('%s', (_, text, level, expected) => {
    expect(words(text, level)).toEqual(expected);
  });

  it('leaves out common nouns where only names count', () => {
    const text = 'Tuomas aveva una glacimetria.';
    expect(words(text, 1)).toEqual(['Tuomas 2', 'glacimetria 2']);
    expect(words(text, 1, { namesOnly: true })).toEqual(['Tuomas 2']);
  });

  it('leaves out the words that are no secret here', () => {
    expect(words('Poi venne Tuomas da Irja.', 1, { own: vocabulary('Tuomas') })).toEqual(['Irja 3']);
  });

  it('takes a phrase for known only when all of it is', () => {
    expect(words('Poi venne Irja Halvorsen.', 1, { own: vocabulary('Irja') })).not.toEqual([]);
    expect(words('Poi venne Irja Halvorsen.', 1, { own: vocabulary('Irja Halvorsen') })).toEqual([]);
  });
});

describe('a name that folds to a little word', () => {
  const family = [
    storedSection({
      sectionNumber: 1,
      title: 'Prima',
      content: 'Domani sarà tardi, disse mia zia. Io la chiamai.',
    }),
    storedSection({
      sectionNumber: 2,
      title: 'Poi',
      content: 'Arrivò Sara, e con lei Mia. Rispose a Lei, signora.',
    }),
  ];
  const known = buildSpoilerIndex(family, []);
  it.each<[string, number, string[]]>([
    ['Il colpevole è Sara, lo sa Mia.', 1, ['Sara 2', 'Mia 2']],
    ['Il colpevole è Sara, lo sa Mia.', 2, []],
    ['Domani sarà tardi, mia cara: Mia madre, e anche Lei, signora.', 1, []],
    ['SARÀ COSÌ, MIA CARA.', 1, []],
  ])('is told from the word: «%s» at %i', (text, level, expected) => {
    const own = vocabulary('Domani sarà tardi, disse mia zia.');
    const later = laterMentions(text, level, known, { own, namesOnly: true });
    expect(later.map(({ word, first }) => `${word} ${first}`)).toEqual(expected);
  });

  it('is a stranger to a text that has only the word', () => {
    expect(strangers('Poi venne Sara.', vocabulary('Domani sarà tardi.'))).toEqual(['Sara']);
    expect(strangers('Poi venne Sara.', vocabulary('Qui c’era Sara.'))).toEqual([]);
    expect(strangers('Domani sarà tardi, e mia zia lo sa.', vocabulary('Tardi.'))).toEqual([]);
  });
});

describe('what a summary cannot know from its section', () => {
  const own = vocabulary('Maaret aggiustava la radio nel 1987.');
  it.each<[string, string, string[]]>([
    ['a name it does not have', 'Quel giorno Brunilde rise.', ['Brunilde']],
    ['its own name', 'Quel giorno Maaret rise.', []],
    ['a name in capitals at an opening, which may be any word', 'Brunilde rise.', []],
    ['a number it does not have', 'Era il 1988.', ['1988']],
    ['its own number', 'Era il 1987.', []],
    ['a small number, which says nothing', 'Erano in 12.', []],
    ['an everyday word with a capital letter', 'Disse la Radio, e la Neve.', []],
    ['each once', 'Con Brunilde e ancora Brunilde.', ['Brunilde']],
  ])('%s', (_, text, expected) => {
    expect(strangers(text, own)).toEqual(expected);
  });
});

it('knows a section by its title and text, and not by its shorter forms', () => {
  const section = {
    ...storedSection({ sectionNumber: 1, title: 'Il relè', content: 'Nevicava.' }),
    contentLine: 'Tuomas.',
  };
  const { forms } = vocabularyOf(section);
  expect([forms.has('rele'), forms.has('nevicava'), forms.has('tuomas')]).toEqual([true, true, false]);
  expect(vocabularyOf(section)).toBe(vocabularyOf(section));
});
