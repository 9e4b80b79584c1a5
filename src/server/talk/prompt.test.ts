import { describe, expect, it } from 'vitest';
import type { StoredChatMessage } from '#shared/contracts/chat.ts';
import { openMessages, openSections } from '#shared/gate.ts';
import { demoSections } from '#tests/support/sections.ts';
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
  return openMessages(stored, Infinity);
}

const inputAt = (level: number, more: Partial<ReplyInput> = {}): ReplyInput => ({
  level,
  sections: openSections(book, level),
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

describe('what is said last', () => {
  const last = (input: ReplyInput) => build(input).request.questionPrompt.split('\n').at(-1) ?? '';
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

  it('is the newest sixteen turns of a long one', () => {
    expect(contents(inputAt(3, { history: turns(40, 1) }))).toEqual(
      Array.from({ length: 16 }, (_, at) => String(at + 24)),
    );
  });

  it('is fewer of them where the budget is small, the newest kept', () => {
    const kept = contents(inputAt(3, { history: turns(16, 80) }), 4_500);
    expect(kept.length).toBeLessThan(16);
    expect(kept.at(-1)).toBe('15');
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
      for (const question of ['Ciao', 'Dimmi '.repeat(300), '🐻‍❄️'.repeat(150)]) {
        const { request, plan } = build(inputAt(level, { question }), budget);
        expect(plan.tokens).toBe(promptTokens(request) + 1_200);
        expect(plan.tokens).toBeLessThanOrEqual(budget);
      }
  });

  it('is an ordinary one for a model that counts nothing', () => {
    const free = build(inputAt(12), Infinity);
    expect(promptTokens(free.request)).toBeLessThan(8_000);
    expect(free.plan.stable).toEqual(build(inputAt(12)).plan.stable);
  });

  it('that not even the shortest prompt fits is refused', () => {
    const attempt = () => build(inputAt(12), 1_300);
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
