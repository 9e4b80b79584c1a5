import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import { openSections, type Visible } from '#shared/gate.ts';
import { chatRequest } from '#tests/support/chat-request.ts';
import { bookGuard, persona } from '#tests/support/book-guard.ts';
import { demoCards, demoSections, pinocchioSections, storedSection } from '#tests/support/sections.ts';
import { paragraphs, sentences } from '../text/italian.ts';
import { createGuard } from './guard.ts';

const books = { demo: demoSections(), pinocchio: pinocchioSections() };
const guards = {
  demo: bookGuard(() => books.demo).release,
  pinocchio: bookGuard(() => books.pinocchio).release,
};

const verdict = (sentence: string, level: number, question = '', before = '') =>
  guards.demo(sentence, chatRequest(level, question), before);

describe('names and designations', () => {
  it.each<[string, first: number]>([
    ['Zia Maaret prova i relè.', 1],
    ['Ferro mi segue.', 3],
    ['Chiamalo Ferro, se vuoi.', 3],
    ['Porta la matricola 0417.', 3],
    ['Irja guida.', 4],
    ['Lo fermai al viadotto di Ruokto.', 5],
    ['Andammo al Campo Solare 6.', 6],
    ['Il bastone di Aslak pesa poco.', 7],
    ['Ánne parlava ai branchi.', 7],
    ['Si sentiva a 181 chilohertz.', 8],
    ['Abbiamo perso il carro 9.', 9],
    ['Custodiva il Nodo 9.', 10],
    ['Ilse-4 era sveglia.', 11],
  ])('«%s» waits for section %i', (sentence, first) => {
    for (let level = 0; level <= 12; level += 1)
      expect([level, verdict(sentence, level)]).toEqual([level, level < first ? 'withhold' : 'pass']);
  });

  it('does not take iron for a bear', () => {
    expect(verdict('È un pezzo di ferro vecchio.', 1)).toBe('pass');
  });

  it.each([0, 1.5, Number.NaN, -3, Infinity])('locks everything at level %d, as the gate does', (level) => {
    expect(verdict('Zia Maaret prova i relè.', level)).toBe('withhold');
  });
});

it('lets what an open card says pass, and still holds back the rest', () => {
  const [card] = demoCards();
  const says = 'Andammo al Campo Solare 6.';
  const cards = [
    { ...card, says, more: undefined, back: undefined, chip: undefined },
  ] as Visible<MemoryCard>[];
  const request = chatRequest(4, 'dove?', { cards });
  expect(guards.demo(says, request, '')).toBe('pass');
  expect(guards.demo(says, chatRequest(4, 'dove?'), '')).toBe('withhold');
  expect(guards.demo('Il bastone di Aslak pesa poco.', request, '')).toBe('withhold');
});

it.each([
  ['upper case', 'ILSE-4 DORME.'],
  ['no hyphen', 'Ilse4 dorme.'],
  ['small letters', 'C’è ilse lì sotto.'],
  ['spaced letters', 'C’è I l s e - 4 lì sotto.'],
  ['hyphens', 'C’è I-l-s-e 4 lì sotto.'],
  ['full stops', 'C’è I.l.s.e lì sotto.'],
  ['a word cut in two', 'C’è Il se-4 lì sotto.'],
  ['emphasis', 'C’è Il**se**-4 lì sotto.'],
  ['zero-width characters', 'C’è I\u200bl\u2060s\u00ade lì sotto.'],
  ['full-width letters', 'C’è Ｉｌｓｅ－４ lì sotto.'],
  ['mathematical letters', 'C’è 𝐈𝐥𝐬𝐞 lì sotto.'],
  ['circled letters', 'C’è Ⓘⓛⓢⓔ lì sotto.'],
  ['Cyrillic look-alikes', 'C’è Ilѕе lì sotto.'],
  ['stacked marks', 'C’è I\u0332l\u0332s\u0332e\u0332 lì sotto.'],
  ['accents', 'C’è Ìlsé lì sotto.'],
  ['backwards', 'C’è eslI lì sotto.'],
  ['digits for letters', 'C’è 1l53 lì sotto.'],
  ['one letter a line', 'C’è\nI\nl\ns\ne\nlì sotto.'],
  ['glued', 'C’è IlseMaaret lì sotto.'],
])('sees through %s', (_, sentence) => {
  expect(verdict(sentence, 10)).toBe('withhold');
  expect(verdict(sentence, 11)).toBe('pass');
});

it.each(['nodo nove', 'NODO 9', 'N o d o 9', 'nodo-9', 'Nodo9', 'il Nodo numero… Nodo nove'])(
  'sees through «%s»',
  (written) => {
    expect(verdict(`Là sotto c’è ${written}, dicono.`, 9)).toBe('withhold');
  },
);

it('knows a number however it is said', () => {
  for (const said of ['0417', '417', 'quattrocentodiciassette', 'zero quattro 1 7'])
    expect([said, verdict(`È la ${said}.`, 2)]).toEqual([said, 'withhold']);
});

it('withholds words that recur in what is locked, in all their forms, and quotations', () => {
  expect(verdict('Il larice è cresciuto.', 1)).toBe('withhold');
  expect(verdict('Vidi due larici.', 1)).toBe('withhold');
  expect(verdict('Vidi due larici.', 2)).toBe('pass');
  const said = 'Nei giorni di mercato, poi, la Linea chiude';
  expect(verdict(said, 0)).toBe('withhold');
  expect(verdict(said, 1)).toBe('pass');
});

it('sees a term that begins in the sentence before', () => {
  expect(verdict('9, là sotto.', 9, '', 'Si chiama Nodo. ')).toBe('withhold');
  expect(verdict('e mi aspetta. ', 9, '', 'Si chiama I. L. S. ')).toBe('withhold');
  expect(verdict('E là sotto.', 9, '', 'Si chiama così. ')).toBe('pass');
});

it('lets him repeat what the reader typed, and no more', () => {
  expect(verdict('Ilse-4 non so chi sia.', 3, 'Chi è ilse 4?')).toBe('pass');
  expect(verdict('Il Nodo 9 non so che cosa sia.', 3, 'parlami del nodo nove')).toBe('pass');
  expect(verdict('Ilse-4 sta al Nodo 9.', 3, 'Chi è Ilse-4?')).toBe('withhold');
  expect(verdict('Irja Halvorsen, sì.', 3, 'Chi è Irja?')).toBe('withhold');
});

describe.each(['demo', 'pinocchio'] as const)('in the book %s', (name) => {
  const book = books[name];

  it('withholds nothing that is unlocked', () => {
    for (const level of [1, 2, 3, 5, 8, 11, 12, 20, 36].filter((some) => some <= book.length)) {
      const texts = openSections(book, level).flatMap((section) => [
        section.title,
        section.content,
        section.contentReduced70 ?? '',
        section.contentReduced30 ?? '',
        section.contentLine ?? '',
      ]);
      const all = texts.flatMap(paragraphs).flatMap(sentences);
      expect(all.filter((one) => guards[name](one, chatRequest(level, ''), '') === 'withhold')).toEqual([]);
    }
  });

  it('withholds nothing of everyday Italian', () => {
    const everyday = readFileSync('tests/fixtures/everyday-sentences.txt', 'utf8').trim().split('\n');
    const words = new Set(everyday.join(' ').match(/\p{L}{2,}/gu));
    expect(words.size).toBeGreaterThan(500);
    for (let level = 0; level <= book.length; level += 3) {
      const withheld = everyday.filter((one) => guards[name](one, chatRequest(level, ''), '') === 'withhold');
      expect({ level, withheld }).toEqual({ level, withheld: [] });
    }
  });
});

it('knows a name that only opens sentences', () => {
  const book = [
    storedSection({ sectionNumber: 1, title: 'Uno', content: 'Partimmo. Nessuno parlava.' }),
    storedSection({ sectionNumber: 2, title: 'Due', content: 'Zoraide ci aspettava. Sbucammo dal bosco.' }),
  ];
  const { release } = bookGuard(() => book);
  expect(release('Poi c’è Zoraide.', chatRequest(1, ''), '')).toBe('withhold');
  expect(release('Poi sbucammo anche noi.', chatRequest(1, ''), '')).toBe('pass');
});

it('follows the author: a section edited, added or removed counts from the next sentence', () => {
  const one = storedSection({ sectionNumber: 1, title: 'Uno', content: 'Partimmo.' });
  const two = (content: string) => storedSection({ sectionNumber: 2, title: 'Due', content });
  let book = [one, two('Arrivò Zoraide. Salutammo Zoraide.')];
  const { release } = bookGuard(() => book);
  expect(release('Ecco Zoraide.', chatRequest(1, ''), '')).toBe('withhold');
  book = [one, two('Arrivò Petronilla. Salutammo Petronilla.')];
  expect(release('Ecco Zoraide.', chatRequest(1, ''), '')).toBe('pass');
  expect(release('Ecco Petronilla.', chatRequest(1, ''), '')).toBe('withhold');
  book = [one];
  expect(release('Ecco Petronilla.', chatRequest(1, ''), '')).toBe('pass');
});

describe('what a memory card says', () => {
  const book = [
    storedSection({ sectionNumber: 1, title: 'Il ponte', content: 'Pioveva sul ponte.' }),
    storedSection({
      sectionNumber: 2,
      title: 'La diga',
      content: 'Sulla diga aspettava Tuomas. Vidi Tuomas.',
    }),
  ];
  const card = (sectionId: string | null, says: string): MemoryCard => ({
    id: says,
    sectionId,
    kind: 'fact',
    about: [],
    asks: [],
    says,
    position: 0,
    createdAt: '2004-01-01T12:00:00.000Z',
    updatedAt: '2004-01-01T12:00:00.000Z',
  });
  const verdictWith = (cards: readonly MemoryCard[], sentence: string, level: number) =>
    createGuard(
      () => book,
      [],
      () => cards,
    )(sentence, chatRequest(level, ''), '');

  it.each<[string, string | null, number]>([
    ['opens with its section', 'section-1', 1],
    ['is open to everybody before the first', null, 0],
  ])('%s', (_, sectionId, from) => {
    const cards = [card(sectionId, 'Ho conosciuto Tuomas al mercato.')];
    for (let level = 0; level <= 2; level += 1)
      expect([level, verdictWith(cards, 'Ecco Tuomas.', level)]).toEqual([
        level,
        level < from ? 'withhold' : 'pass',
      ]);
  });

  it('is locked with it, though no section says it', () => {
    const cards = [card('section-2', 'Con Brunilde ho riso. Mi manca Brunilde.')];
    expect(verdictWith(cards, 'Ecco Brunilde.', 1)).toBe('withhold');
    expect(verdictWith(cards, 'Ecco Brunilde.', 2)).toBe('pass');
  });

  it('opens nothing once its section is gone, and counts from the moment it is saved', () => {
    let cards = [card('section-9', 'Ecco Tuomas.')];
    const release = createGuard(
      () => book,
      [],
      () => cards,
    );
    expect(release('Ecco Tuomas.', chatRequest(1, ''), '')).toBe('withhold');
    cards = [card('section-1', 'Ecco Tuomas.')];
    expect(release('Ecco Tuomas.', chatRequest(1, ''), '')).toBe('pass');
  });

  it('passes, whoever has opened it: every card of the demonstration book', () => {
    const cards = demoCards();
    const release = createGuard(
      () => books.demo,
      [persona.text],
      () => cards,
    );
    const levels = new Map(books.demo.map(({ id, sectionNumber }) => [id, sectionNumber]));
    for (const { sectionId, says } of cards) {
      const level = sectionId === null ? 0 : (levels.get(sectionId) ?? 0);
      for (const sentence of sentences(says))
        expect([sentence, release(sentence, chatRequest(level, ''), '')]).toEqual([sentence, 'pass']);
    }
  });
});
