import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, describe, expect, it } from 'vitest';
import { unlockedMessages, unlockedSections } from '#shared/gate.ts';
import { pinocchioQuestions } from '#tests/support/pinocchio-questions.ts';
import { openEncodedModel } from '#tests/support/encoded.ts';
import { siteModel } from '#tests/support/offline.ts';
import { demoSections, pinocchioSections, storedSection } from '#tests/support/sections.ts';
import { promptMessages } from '../model/messages.ts';
import { ModelError } from '../model/types.ts';
import { memoryText, planPassages, planStable } from './memory.ts';
import { buildRequest, promptTokens } from './prompt.ts';
import { textsOf } from '../narrator/sizes.ts';

const model = siteModel();
const encoded = await openEncodedModel();
afterAll(encoded.close);
const books = { demo: demoSections(), pinocchio: pinocchioSections() };
const persona = { name: 'Nilak', text: readFileSync('src/content/persona.md', 'utf8') };

describe('the stable part', () => {
  it('holds every section in full when there is room', () => {
    const entries = planStable(unlockedSections(books.demo, 12), Infinity);
    expect(entries.map(({ size }) => size)).toEqual(Array.from({ length: 12 }, () => 'full'));
  });

  it('gives the newest sections the larger sizes', () => {
    const sections = unlockedSections(books.demo, 12);
    const entries = planStable(sections, 9_000);
    const lengths = entries.map(({ text }) => text.length);
    expect(entries[0]?.size).toBe('line');
    expect(Math.max(...lengths.slice(9))).toBeGreaterThan(Math.max(...lengths.slice(0, 3)));
    expect(memoryText(entries).length).toBeLessThanOrEqual(9_000);
  });

  it('drops no section, whatever the budget', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('demo' as const, 'pinocchio' as const),
        fc.nat(36),
        fc.integer({ min: 60, max: 60_000 }),
        (book, level, budget) => {
          const sections = unlockedSections(books[book], level);
          const entries = planStable(sections, budget);
          expect(entries.flatMap((kept) => kept.sections)).toEqual(
            sections.map((section) => section.sectionNumber),
          );
          expect(memoryText(entries).length).toBeLessThanOrEqual(budget);
        },
      ),
    );
  });

  it('merges the oldest sections when not even their lines fit', () => {
    const [first, ...others] = planStable(unlockedSections(books.pinocchio, 36), 400);
    expect(first?.size).toBe('merged');
    expect(first?.sections.length).toBeGreaterThan(10);
    expect(others.every(({ size }) => size === 'line')).toBe(true);
  });
});

it('makes missing summaries of the section’s own sentences', () => {
  const [chapter] = unlockedSections(books.pinocchio, 1);
  if (!chapter) throw new Error('no chapter');
  const texts = textsOf(chapter);
  expect(texts.line.length).toBeLessThan(260);
  expect(texts['30'].length).toBeLessThan(chapter.content.length * 0.45);
  expect(texts['70']).toBe(chapter.content);
});

const question = fc.constantFrom(
  'Che cosa è successo a Geppetto e al burattino?',
  'Parlami del mercato e della radio',
  'E poi?',
  'x'.repeat(2_000),
  '🐻'.repeat(200),
);

it('stays within the budget at any level and for any question, or says that it cannot', () => {
  let fitted = 0;
  fc.assert(
    fc.property(
      fc.constantFrom('demo' as const, 'pinocchio' as const),
      fc.nat(36),
      fc.integer({ min: 1_500, max: 40_000 }),
      question,
      fc.array(fc.string({ maxLength: 400, unit: 'grapheme' }), { maxLength: 20 }),
      (book, level, budget, asked, said) => {
        const history = openHistory(said, level);
        try {
          const { request, plan } = buildRequest(
            persona,
            { level, sections: unlockedSections(books[book], level), history, question: asked },
            budget,
            500,
          );
          fitted += 1;
          expect(plan.tokens).toBe(promptTokens(request) + 500);
          expect(plan.tokens).toBeLessThanOrEqual(budget);
          expect(request.history).toEqual(
            history.slice(history.length - plan.historyTurns).map(({ role, content }) => ({ role, content })),
          );
        } catch (error) {
          expect(error).toBeInstanceOf(ModelError);
          expect(budget).toBeLessThan(3_600);
        }
      },
    ),
    { numRuns: 200 },
  );
  expect(fitted).toBeGreaterThan(80);
});

it('estimates no fewer tokens than a real tokenizer counts', () => {
  for (const [book, level] of [
    ['demo', 12],
    ['pinocchio', 5],
    ['pinocchio', 36],
  ] as const) {
    for (const budget of [4_000, 8_000, 30_000]) {
      const sections = unlockedSections(books[book], level);
      const input = { level, sections, history: [], question: 'Che cosa è successo? 🐻❄️ Привет 日本' };
      const { request, plan } = buildRequest(persona, input, budget, 1_200);
      const real = promptMessages(request).reduce((sum, { content }) => sum + encode(content).length, 0);
      expect(real + 1_200).toBeLessThanOrEqual(plan.tokens);
    }
  }
  for (const section of [...books.demo, ...books.pinocchio]) {
    expect(encode(section.content).length).toBeLessThanOrEqual(Math.ceil(section.content.length / 3.2));
  }
});

it('is the same for all readers of a level but for what they asked', () => {
  const sections = unlockedSections(books.demo, 9);
  const build = (asked: string, said: string[]) =>
    buildRequest(
      persona,
      { level: 9, sections, history: openHistory(said, 3), question: asked },
      8_000,
      1_200,
    ).request;
  const one = build('Chi è Irja?', []);
  const other = build('Che cosa hai trovato nella neve, sotto i solchi del branco?', ['Ciao', 'Ciao a te.']);
  expect(other.stablePrompt).toBe(one.stablePrompt);
  expect(other.examples).toEqual(one.examples);
  expect(other.questionPrompt).not.toBe(one.questionPrompt);
});

describe('the passages for a question', () => {
  const sections = unlockedSections(books.pinocchio, 36);
  const ask = 'Chi mise in prigione Geppetto, e che cosa fece Pinocchio per strada?';
  const find = async (question: string) =>
    (await model.find({ question, history: [], sections, cards: [] })).passages;
  const plan = async (budget: number) => planPassages(await find(ask), budget);

  it.each([700, 3_000, 9_000, 40_000])(
    'keep within %i characters, twelve of 900 at most, in story order',
    async (budget) => {
      const entries = await plan(budget);
      expect(entries.length).toBeLessThanOrEqual(12);
      expect(Math.max(...entries.map(({ text }) => text.length))).toBeLessThanOrEqual(900);
      expect(memoryText(entries).length).toBeLessThanOrEqual(budget);
      const numbers = entries.flatMap((entry) => entry.sections);
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    },
  );

  it('say each sentence once, joined where they touch and with a mark where they do not', async () => {
    let joined = 0;
    for (const { ask: question } of pinocchioQuestions) {
      const entries = planPassages(await find(question), 7_000);
      const parts = entries.flatMap(({ text }) => text.slice(text.indexOf('\n') + 1).split('\n\n[…]\n\n'));
      joined += parts.length - entries.length;
      const whole = parts.filter((part) => !part.includes('[…]')).map(plain);
      for (const part of whole)
        expect(sections.some(({ content }) => plain(content).includes(part))).toBe(true);
      const said = whole.join(' ');
      for (const part of whole) expect(said.split(part)).toHaveLength(2);
    }
    expect(joined).toBeGreaterThan(5);
  });
});

const plain = (text: string) => text.replace(/\s+/g, ' ');

it('brings the matching passages and says what has just been unlocked', async () => {
  const sections = unlockedSections(books.demo, 6);
  const input = {
    level: 6,
    sections,
    history: openHistory(['Ciao', 'Ciao.'], 3),
    question: 'Quante celle mancavano al custode di Campo Solare?',
  };
  const found = await encoded.model.find({ ...input, cards: [] });
  const { request, plan } = buildRequest(persona, { ...input, found }, 8_000, 1_200);
  expect(plan.forQuestion.flatMap((kept) => kept.sections)).toContain(6);
  expect(request.questionPrompt).toContain('Sei in meno');
  expect(request.questionPrompt).toContain('da 4 a 6');
});

it('has nothing of the book at level 0', () => {
  const { request } = buildRequest(
    persona,
    { level: 0, sections: unlockedSections(books.demo, 0), history: [], question: 'Chi è Ferro?' },
    8_000,
    1_200,
  );
  expect(request.stablePrompt.endsWith('Vuota.')).toBe(true);
  expect(request.questionPrompt).not.toMatch(/Ferro|Qaanik/);
});

it('shortens a line an author’s section may not have', () => {
  const section = storedSection({ sectionNumber: 1, title: 'Una', content: 'parola '.repeat(500) });
  const [visible] = unlockedSections([section], 1);
  if (!visible) throw new Error('no section');
  expect(textsOf(visible).line.length).toBeLessThan(200);
});

function openHistory(said: readonly string[], level: number) {
  return unlockedMessages(
    said.map((content, index) => ({
      id: `m${index}`,
      readerId: 'r',
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content,
      level,
      timestamp: new Date(1_000 + index).toISOString(),
    })),
    level,
  );
}
