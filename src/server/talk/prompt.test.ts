import { describe, expect, it } from 'vitest';
import type { StoredChatMessage } from '#shared/contracts/chat.ts';
import { unlockedCards, unlockedMessages, unlockedSections } from '#shared/gate.ts';
import { siteModel } from '#tests/support/offline.ts';
import { demoCards, demoSections } from '#tests/support/sections.ts';
import { ModelError } from '../model/types.ts';
import { buildRequest, promptTokens, type ReplyInput } from './prompt.ts';

const persona = { name: 'Nilak', text: 'Sei Nilak.' };
const book = demoSections();

function said(...messages: [role: 'user' | 'assistant', content: string, level: number][]) {
  const stored = messages.map(([role, content, level], at): StoredChatMessage => ({
    id: `m${at}`,
    readerId: 'anna',
    role,
    content,
    level,
    timestamp: '2004-01-01T12:00:00.000Z',
  }));
  return unlockedMessages(stored, Infinity);
}

const inputAt = (level: number, more: Partial<ReplyInput> = {}): ReplyInput => ({
  level,
  sections: unlockedSections(book, level),
  history: [],
  question: 'Chi è Maaret?',
  ...more,
});
const build = (input: ReplyInput, budget = 8_000, answer = 1_200) =>
  buildRequest(persona, input, budget, answer);

describe('the part that all readers of a level share', () => {
  it.each<[string, Partial<ReplyInput>]>([
    ['question', { question: 'Che cosa è successo al mercato? '.repeat(20) }],
    ['conversation', { history: said(['user', 'Ciao', 1], ['assistant', 'Salve, eccomi.', 1]) }],
    ['last level', { history: said(['user', 'Ciao', 4]) }],
  ])('does not depend on the %s', (_, more) => {
    expect(build(inputAt(4, more)).request.stablePrompt).toBe(build(inputAt(4)).request.stablePrompt);
  });

  it('is another at another level, and empty at none', () => {
    expect(build(inputAt(4)).request.stablePrompt).not.toBe(build(inputAt(5)).request.stablePrompt);
    expect(build(inputAt(0)).request.stablePrompt).toContain('Vuota.');
  });
});

describe('level and rule, said again after the conversation', () => {
  const last = (input: ReplyInput) => build(input).request.questionPrompt.split('\n')[0] ?? '';
  it.each<[string, ReplyInput, string[], string[]]>([
    [
      'the level, and where the memory ends',
      inputAt(3),
      ['LIVELLO 3.', 'arriva alla sezione 3 e lì finisce'],
      ['appena tornato'],
    ],
    ['that there is none', inputAt(0), ['LIVELLO 0.', 'La tua memoria è vuota'], ['appena tornato']],
    [
      'what has just come back',
      inputAt(6, { history: said(['user', 'Ciao', 4]) }),
      ['ciò che sta da 5 a 6'],
      [],
    ],
    [
      'nothing came back at the same level',
      inputAt(6, { history: said(['user', 'Ciao', 6]) }),
      [],
      ['appena tornato'],
    ],
    [
      'nothing came back after going down',
      inputAt(2, { history: said(['user', 'Ciao', 6]) }),
      ['LIVELLO 2.'],
      ['appena tornato'],
    ],
    ['in whose name', inputAt(3), ['Rispondi come Nilak, in italiano'], []],
  ])('tells %s', (_, input, present, absent) => {
    for (const text of present) expect(last(input)).toContain(text);
    for (const text of absent) expect(last(input)).not.toContain(text);
  });
});

describe('the history in the prompt', () => {
  const turns = (count: number, length = 20) =>
    said(
      ...Array.from(
        { length: count },
        (_, at) => ['user', `${at} ${'parola '.repeat(length)}`, 3] as ['user', string, number],
      ),
    );
  const contents = (input: ReplyInput, budget?: number) =>
    build(input, budget).request.history.map(({ content }) => content.split(' ')[0]);

  it('is whole while it is short, oldest first', () => {
    expect(contents(inputAt(3, { history: turns(3) }))).toEqual(['0', '1', '2']);
  });

  it('is seventeen exchanges at most, and loses eight at a time, so that it begins as the request before', () => {
    const talk = (exchanges: number) =>
      said(
        ...Array.from({ length: exchanges }, (_, at): ['user' | 'assistant', string, number][] => [
          ['user', `${at} sì`, 3],
          ['assistant', 'Tac.', 3],
        ]).flat(),
      );
    const first = (exchanges: number) => contents(inputAt(3, { history: talk(exchanges) }))[0];
    expect([1, 17, 18, 25, 26].map(first)).toEqual(['0', '0', '8', '8', '16']);
  });

  it('is the newest sixteen turns for a model that counts nothing', () => {
    expect(contents(inputAt(3, { history: turns(40, 1) }), Infinity)).toEqual(
      Array.from({ length: 16 }, (_, at) => String(at + 24)),
    );
  });

  it('goes past a long answer, of which it keeps the beginning', () => {
    const history = said(
      ['user', 'Mi chiamo Giulia.', 3],
      ['assistant', 'Neve. '.repeat(900), 3],
      ['user', 'Ah.', 3],
    );
    const kept = build(inputAt(3, { history })).request.history;
    expect(kept[0]?.content).toBe('Mi chiamo Giulia.');
    expect(kept[1]?.content).toMatch(/^Neve\. .*…$/);
    expect(kept[1]?.content.length).toBeLessThan(700);
  });

  it('is fewer of them where the budget is small, the newest kept', () => {
    const kept = contents(inputAt(3, { history: turns(40, 60) }), 4_500);
    expect(kept.length).toBeLessThan(17);
    expect(kept.at(-1)).toBe('39');
  });

  it('makes room for itself: a long conversation costs the question’s passages, not the budget', () => {
    for (const history of [turns(0), turns(16, 120)]) {
      const { plan } = build(inputAt(12, { history }));
      expect(plan.tokens).toBeLessThanOrEqual(plan.tokenBudget);
    }
  });
});

describe('the budget', () => {
  it.each([4_000, 6_000, 8_000, 30_000])('of %i tokens holds the prompt and the answer', (budget) => {
    for (const level of [0, 1, 6, 12])
      for (const question of ['Ciao', 'Dimmi '.repeat(300), '🐻‍❄️'.repeat(40)]) {
        const { request, plan } = build(inputAt(level, { question }), budget);
        expect(plan.tokens).toBe(promptTokens(request) + 1_200);
        expect(plan.tokens).toBeLessThanOrEqual(budget);
      }
  });

  it('brings a model that reads no prompt the outline alone, for the author to see', () => {
    const free = build(inputAt(12), Infinity);
    expect(promptTokens(free.request)).toBeLessThan(8_000);
    expect(free.plan.forQuestion).toEqual([]);
    expect(free.plan.stable.flatMap(({ sections }) => sections)).toHaveLength(12);
  });

  it('that not even the shortest prompt fits is refused', () => {
    const attempt = () => build(inputAt(12), 1_230);
    expect(attempt).toThrow(ModelError);
    expect(attempt).toThrow(/shortest prompt/);
  });
});

it('names every unlocked section in the memory once, and no other', () => {
  for (const level of [1, 5, 12])
    for (const budget of [3_000, 8_000]) {
      const { stable } = build(inputAt(level), budget).plan;
      expect(stable.flatMap(({ sections }) => sections)).toEqual(
        Array.from({ length: level }, (_, at) => at + 1),
      );
    }
});

it('tells the model which sections the reader has just opened', () => {
  expect(build(inputAt(6, { history: said(['user', 'Ciao', 4]) })).request.justUnlocked).toEqual([5, 6]);
  expect(build(inputAt(6)).request.justUnlocked).toEqual([]);
});

describe('what a turn brings', () => {
  const cards = demoCards();
  const examples = [
    { phase: 'inizio', reader: 'ciao', says: 'Ciao. Ho un relè aperto.' },
    { phase: 'fine', reader: 'rieccomi', says: 'Ti avevo tenuto il posto.' },
  ] as const;
  const own = { ...persona, examples, describeReader: () => 'si chiama Giulia' };
  const model = siteModel();
  const turn = async (level: number, question: string, more: Partial<ReplyInput> = {}) => {
    const sections = unlockedSections(book, level);
    const input = {
      ...inputAt(level, more),
      sections,
      cards: unlockedCards(cards, sections, level),
      question,
    };
    return buildRequest(own, { ...input, found: await model.find(input) }, 8_000, 500);
  };

  it.each(['ciao come stai?', 'oggi ho preso 4 in matematica', 'e poi?', 'Come finisce la storia di Ferro?'])(
    'to «%s» is what is known of the reader, the whole outline and cards, the best of them last',
    async (question) => {
      const { request, plan } = await turn(6, question);
      expect(plan.stable.flatMap(({ sections }) => sections)).toHaveLength(6);
      expect(plan.forQuestion.filter(({ size }) => size === 'card').length).toBeGreaterThanOrEqual(3);
      expect(request.questionPrompt).toContain('Di chi ti scrive sai: si chiama Giulia.');
      expect(request.questionPrompt.endsWith(plan.forQuestion.at(-1)?.text ?? '?')).toBe(true);
    },
  );

  it('to a fact that a card answers: that card last, and none of the book’s own words', async () => {
    const { request, plan } = await turn(12, 'Quanto pesa Ferro?');
    expect(plan.forQuestion.map(({ size }) => size)).not.toContain('passage');
    expect(plan.forQuestion.at(-1)?.text).toMatch(/seicentocinquanta|650/);
    expect(request.stablePrompt).toContain('MEMORIA, in ordine');
  });

  it('to what no card answers: the book’s own words, and the cards after them', async () => {
    const { plan } = await turn(12, 'Di che nazione era il fabbricante dei bulloni?');
    const sizes = plan.forQuestion.map(({ size }) => size);
    expect(sizes.lastIndexOf('passage')).toBeGreaterThanOrEqual(0);
    expect(sizes.lastIndexOf('passage')).toBeLessThan(sizes.indexOf('card'));
  });

  it('goes on with what was asked before', async () => {
    const history = said(['user', 'Quanto pesa Ferro?', 12], ['assistant', 'Tanto.', 12]);
    const { plan } = await turn(12, 'e poi?', { history });
    expect(plan.forQuestion.some(({ text }) => /seicentocinquanta|650/.test(text))).toBe(true);
  });

  it('begins alike for all readers of a level: how he speaks in that part of the book, and where he is now', async () => {
    const { stablePrompt } = (await turn(3, 'ciao')).request;
    expect((await turn(3, 'Chi è Ferro?', { history: said(['user', 'Boh', 2]) })).request.stablePrompt).toBe(
      stablePrompt,
    );
    const shown = async (level: number) =>
      (await turn(level, 'ciao')).request.examples?.map(({ content }) => content);
    expect(await shown(3)).toEqual(['ciao', 'Ciao. Ho un relè aperto.']);
    expect(await shown(12)).toEqual(['rieccomi', 'Ti avevo tenuto il posto.']);
    expect(stablePrompt).toContain(
      `ADESSO. ${cards.find(({ kind, sectionId }) => kind === 'now' && sectionId === 'section-3')?.says}`,
    );
  });

  it('does not deny the reader’s own life, nor send on to read who has finished', async () => {
    expect((await turn(6, 'Chi è Ferro?')).request.questionPrompt).toContain(
      'della propria vita invece è vero',
    );
    expect((await turn(12, 'Chi è Ferro?')).request.questionPrompt).toContain('non mandare a leggere');
    expect((await turn(6, 'ciao')).request.questionPrompt).toContain('per te non è accaduto');
  });
});
