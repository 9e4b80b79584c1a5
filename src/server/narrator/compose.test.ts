import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { unlockedCards, unlockedSections } from '#shared/gate.ts';
import { cardQuestions } from '#tests/support/card-questions.ts';
import { chatRequest } from '#tests/support/chat-request.ts';
import { ownLines, siteModel, voice } from '#tests/support/offline.ts';
import { escapePattern } from '../text/escape-pattern.ts';
import { pinocchioQuestions } from '#tests/support/pinocchio-questions.ts';
import { demoCards, demoSections, pinocchioSections } from '#tests/support/sections.ts';
import { paragraphs, sentences } from '../text/italian.ts';
import type { Turn } from '../model/types.ts';

interface Book {
  sections: readonly Section[];
  cards: readonly MemoryCard[];
}
const books = {
  demo: { sections: demoSections(), cards: demoCards() },
  pinocchio: { sections: pinocchioSections(), cards: [] },
} satisfies Record<string, Book>;
const model = siteModel();

function reply(
  book: Book,
  level: number,
  question: string,
  history: Turn[] = [],
  justUnlocked: number[] = [],
) {
  const sections = unlockedSections(book.sections, level);
  const cards = unlockedCards(book.cards, sections, level);
  return model.compose(chatRequest(level, question, { history, justUnlocked, sections, cards }));
}

/** A conversation, the replies in order. */
async function talk(book: Book, level: number, questions: readonly string[]) {
  const history: Turn[] = [];
  const replies: Awaited<ReturnType<typeof reply>>[] = [];
  for (const question of questions) {
    const said = await reply(book, level, question, history);
    history.push({ role: 'user', content: question }, { role: 'assistant', content: said.text });
    replies.push(said);
  }
  return replies;
}

const plain = (text: string) => text.replace(/\s+/g, ' ').toLowerCase();
const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean).length;
const quoted = ({ text, quotes }: Awaited<ReturnType<typeof reply>>) =>
  quotes.map(([from, to]) => text.slice(from, to));
const admits = (text: string) =>
  [...voice.deflections, ...voice.nameDeflections, ...voice.unsure].some((line) => text.startsWith(line));

describe('a question of the story', () => {
  it.each([
    [3, 'Chi è Ferro?', 'orso guardiano'],
    [3, 'Quanto pesa l’orso?', 'seicentocinquanta'],
    [3, 'xke si chiama ferro', 'unica parola rimasta'],
    [6, 'quanti anni ha Tuomas?', 'dodici'],
    [12, 'ti manca ferro?', 'due respiri'],
    [12, 'lo rifaresti?', 'Certe mattine me ne pento'],
  ] as const)('is answered in his own words: level %i, %s', async (level, question, expected) => {
    const said = await reply(books.demo, level, question);
    expect(said.text).toContain(expected);
    expect(said.quotes).toEqual([]);
  });

  it('finds its card when it is put in other words, and says it in few', async () => {
    let found = 0;
    for (const { section, ask, answer } of cardQuestions) {
      const { text } = await reply(books.demo, Math.min(12, section + 1), ask);
      if (answer.test(text) && !admits(text)) found += 1;
      expect(wordsOf(text), text).toBeLessThanOrEqual(70);
    }
    expect(found / cardQuestions.length).toBeGreaterThanOrEqual(0.65);
  });

  it('about somebody else is never answered with his own life', async () => {
    const own = books.demo.cards.filter(({ about }) => about.includes('Nilak') && about.length === 1);
    for (const question of [
      'Che mestiere fa Maaret?',
      'Quanti anni ha Maaret?',
      'Che lavoro fa Irja?',
      'Cosa mangia Tuomas?',
    ]) {
      const { text } = await reply(books.demo, 6, question);
      expect(
        own.filter(({ says }) => text.includes(says)),
        question,
      ).toEqual([]);
    }
  });

  it('that the latest of several cards answers is answered with that one', async () => {
    const twice = {
      ...books.demo.cards.find(({ asks }) => asks.includes('chi è Ferro?')),
      id: 'later',
      sectionId: 'section-5',
      says: 'Adesso è un’altra cosa.',
    } as MemoryCard;
    const [ask = ''] = twice.asks;
    const book = { ...books.demo, cards: [...books.demo.cards, twice] };
    expect((await reply(book, 5, ask)).text).toContain(twice.says);
    expect((await reply(book, 4, ask)).text).not.toContain(twice.says);
  });
});

const unlived = [
  ['demo', 3, 'Chi è Irja?'],
  ['demo', 3, 'Chi è Ilse-4?'],
  ['demo', 3, 'Parlami di Ánne'],
  ['demo', 3, 'Ferro muore?'],
  ['demo', 6, 'Che cosa succede al Kivgiq?'],
  ['demo', 5, 'Che cosa succede nella sezione 11?'],
  ['pinocchio', 5, 'Che cosa succede nel capitolo 30?'],
  ['pinocchio', 5, 'Chi è Lucignolo?'],
] as const;

describe('what he has not lived', () => {
  it.each(unlived)('%s, level %i: %s', async (book, level, question) => {
    const { text, quotes } = await reply(books[book], level, question);
    expect(admits(text), text).toBe(true);
    expect(quotes).toEqual([]);
    const names = question.match(/\p{Lu}[\p{L}\p{N}-]{3,}/gu)?.slice(1) ?? [];
    for (const name of names) expect(text).not.toContain(name);
  });

  it('is not told apart by how he says so, nor said twice in the same words', async () => {
    const first: Turn[] = [
      { role: 'user', content: 'Ciao' },
      { role: 'assistant', content: 'Ciao.' },
    ];
    const guesses = ['Chi è Irja?', 'Chi è Sigrun?', 'Parlami di Ánne', 'Parlami di Ludmilla'];
    const alone = await Promise.all(guesses.map((guess) => reply(books.demo, 3, guess, first)));
    expect(new Set(alone.map(({ text }) => text)).size).toBe(1);
    const said = await talk(books.demo, 3, [...guesses, 'Come va a finire?', 'Ferro muore?', 'E alla fine?']);
    expect(new Set(said.map(({ text }) => text)).size).toBe(said.length);
  });
});

describe('a conversation', () => {
  it('goes on with what the card still has, then with the next of its section', async () => {
    const [first, second, third] = await talk(books.demo, 3, ['Chi è Ferro?', 'E poi?', 'continua']);
    const card = books.demo.cards.find(({ says }) => first?.text.startsWith(says));
    expect(second?.text).toBe(card?.more);
    const next = books.demo.cards.find(({ says }) => third?.text.startsWith(says));
    expect(next?.sectionId).toBe(card?.sectionId);
    expect(next).not.toBe(card);
  });

  it('never says the same sentence twice, and stops where the reader stopped', async () => {
    const said = await talk(books.demo, 1, [
      'Cosa sono i relè?',
      ...Array.from({ length: 200 }, () => 'E poi?'),
    ]);
    expect(voice.nothingAfter).toContain(said.at(-1)?.text);
    const told = said.map(({ text }) => text).filter((text) => !voice.nothingAfter.includes(text));
    const all = told.flatMap((text) => sentences(text)).filter((sentence) => wordsOf(sentence) > 4);
    expect(all.length - new Set(all).size).toBeLessThanOrEqual(1);
  });

  it('asks back sometimes, never twice running', async () => {
    const asks = books.demo.cards
      .filter(({ back, sectionId }) => back && sectionId !== null)
      .map((card) => card.asks[0] ?? '');
    const said = await talk(books.demo, 12, asks.slice(0, 40));
    const backs = said.map(({ text }) => text.trimEnd().endsWith('?'));
    expect(backs.filter(Boolean).length).toBeGreaterThan(5);
    const twice = said.filter(
      (_, at) =>
        backs[at] &&
        backs[at - 1] &&
        books.demo.cards.some(({ back }) => back && said[at]?.text.endsWith(` ${back}`)),
    );
    expect(twice).toEqual([]);
  });

  it('is the same for the same request', async () => {
    const sections = unlockedSections(books.demo.sections, 3);
    const request = chatRequest(3, 'Chi è Maaret?', {
      sections,
      cards: unlockedCards(books.demo.cards, sections, 3),
    });
    expect(await model.compose(request)).toEqual(await model.compose(request));
  });

  it('notices what he has just remembered', async () => {
    const { text } = await reply(books.demo, 6, 'Chi è Tuomas?', [], [4, 5, 6]);
    expect(voice.noticing.some((line) => text.startsWith(line.replace('{n}', '6')))).toBe(true);
    expect(text).toContain('dodici anni');
  });
});

describe('the book’s own words', () => {
  it('are read only when asked for, whole, and marked', async () => {
    const [first, second] = await talk(books.demo, 3, ['Chi è Ferro?', 'leggimelo']);
    expect(first?.quotes).toEqual([]);
    const [excerpt = ''] = second ? quoted(second) : [];
    expect(second?.quotes).toHaveLength(1);
    expect(wordsOf(excerpt)).toBeLessThanOrEqual(45);
    const text = paragraphs(books.demo.sections[2]?.content ?? '').join(' ');
    expect(text).toContain(excerpt.replace(/\n/g, ' '));
    expect(/[.!?…»]$/.test(excerpt)).toBe(true);
  });

  it('are what a book without cards answers with', async () => {
    let found = 0;
    for (const { ask, facts } of pinocchioQuestions) {
      const said = await reply(books.pinocchio, 36, ask);
      expect(said.quotes.length).toBeLessThanOrEqual(1);
      for (const excerpt of quoted(said)) expect(wordsOf(excerpt)).toBeLessThanOrEqual(50);
      if (facts.some((fact) => plain(said.text).includes(plain(fact)))) found += 1;
    }
    expect(found).toBeGreaterThanOrEqual(12);
  });

  it('go on where they stopped', async () => {
    const [first, second] = await talk(books.pinocchio, 5, ['Che cosa succede nel capitolo 3?', 'E poi?']);
    const text = paragraphs(books.pinocchio.sections[2]?.content ?? '').join(' ');
    const place = (said = '') => text.indexOf(said.replace(/\n/g, ' '));
    expect(place(first && quoted(first)[0])).toBe(0);
    expect(place(second && quoted(second)[0])).toBeGreaterThan(10);
  });
});

describe('before the first section', () => {
  it.each([
    ['Chi sei?', 'Nilak'],
    ['Quanto fa freddo?', '[Ff]ischia'],
    ['Che cosa è successo nel Buio?', 'Settantotto|Sono nato dopo'],
  ])('%s', async (question, expected) => {
    expect((await reply(books.demo, 0, question)).text).toMatch(new RegExp(expected));
  });

  it('falls back on the author’s lines where there are no cards', async () => {
    const line = voice.levelZero.find(({ topic }) => topic === 'dove sei');
    expect((await reply({ ...books.demo, cards: [] }, 0, 'ma dove sei?')).text).toBe(line?.text);
  });

  it('knows nobody', async () => {
    for (const name of ['Maaret', 'Irja', 'Qaanik']) {
      const { text } = await reply(books.demo, 0, `Chi è ${name}?`);
      expect(admits(text)).toBe(true);
      expect(text).not.toContain(name);
    }
  });
});

describe('after the last section', () => {
  const asked = [
    'Chi è Gandalf?',
    'Parlami di Sigrun',
    'E poi?',
    'Come va a finire?',
    'ci sarà un seguito?',
    'mi mancherai',
    'Che cosa succede nella sezione 14?',
  ];

  it('nobody is sent on to read, and a stranger is simply not in his story', async () => {
    const last = books.demo.cards.filter(({ kind }) => kind === 'end').map(({ says }) => says);
    for (const { text } of await talk(books.demo, 12, asked))
      expect(text).not.toMatch(/\bleggi|più in là|più avanti|codice,|per ora|altro codice/);
    expect(last).toContain((await reply(books.demo, 12, 'Chi è Gandalf?')).text);
    expect(last).not.toContain((await reply(books.demo, 11, 'Chi è Gandalf?')).text);
  });
});

/** Every sentence he has of his own, as a pattern: what stands for a placeholder is the reader's. */
const ownSentences = ownLines
  .flatMap(sentences)
  .map((line) => new RegExp(`^${escapePattern(line).replaceAll(/\\{\w+\\}/g, '.+')}$`, 'isu'));

it('says nothing but cards, whole sentences of what is unlocked and lines of the voice, whatever is asked', async () => {
  const word = fc.constantFrom(
    ...'chi è cosa Ferro Maaret Irja Ilse-4 neve relè radio Pinocchio Geppetto naso fame perché dove morto poi branco leggimi'.split(
      ' ',
    ),
  );
  const question = fc.oneof(
    fc.array(word, { minLength: 1, maxLength: 6 }).map((some) => some.join(' ')),
    fc.string({ maxLength: 60, unit: 'grapheme' }),
  );
  let told = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('demo' as const, 'pinocchio' as const),
      fc.integer({ min: 0, max: 12 }),
      question,
      async (book, level, asked) => {
        const { text } = await reply(books[book], level, asked);
        const sections = unlockedSections(books[book].sections, level);
        const source = [
          ...sections.map(({ content }) => paragraphs(content).join(' ')),
          ...unlockedCards(books[book].cards, sections, level).map(
            ({ says, more = '', back = '' }) => `${says} ${more} ${back}`,
          ),
        ].join('\n');
        expect(text.length).toBeGreaterThan(5);
        expect(wordsOf(text)).toBeLessThanOrEqual(75);
        for (const sentence of text
          .split(/\n|\[…\]/)
          .map((part) => part.trim())
          .filter(Boolean)
          .flatMap(sentences)) {
          const isTold = source.includes(sentence);
          if (isTold) told += 1;
          const isOwn = isTold || ownSentences.some((pattern) => pattern.test(sentence));
          expect(isOwn, sentence).toBe(true);
        }
      },
    ),
    // Half of what is asked is noise: 150 questions had 35 to 123 such sentences, by chance.
    { numRuns: 500 },
  );
  expect(told).toBeGreaterThan(50);
});

it('has lines that name nobody and nothing the book introduces', () => {
  const names =
    /Qaanik|Maaret|Ferro|Irja|Halvorsen|Ironwind|Tuomas|Ruokto|Kivgiq|Aslak|Ánne|Ilse|Nodo|Porto Nord/;
  expect(JSON.stringify(voice)).not.toMatch(names);
});
