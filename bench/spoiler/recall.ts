import MiniSearch from 'minisearch';
import { buildRequest, hostilePrompts, promptTokens } from '../../src/server/main/lab.ts';
import type { Section } from '../../src/shared/contracts/sections.ts';
import { openSections } from '../../src/shared/gate.ts';
import { persona } from '../../tests/support/book-guard.ts';
import { aboutTheDemoBook } from '../../tests/support/demo-questions.ts';
import { pinocchioChapters } from '../../tests/support/sections.ts';
import { entriesOf, holdsSection, tokensOf } from '../harness/prompt.ts';
import { everyOne, type Figure, levelsOf, share, type Trial } from './figure.ts';

const tokenBudget = 8_000;
const answerTokens = 1_200;

/** The sections of which at least 30 % fits when whole ones are taken in this order, within `characters`. */
function fitting(order: readonly Section[], characters: number): Set<number> {
  const numbers = new Set<number>();
  for (const { sectionNumber, content } of order) {
    if (characters >= content.length * 0.3) numbers.add(sectionNumber);
    characters -= content.length;
    if (characters <= 0) break;
  }
  return numbers;
}

/** BM25 over the sections. @returns what a question finds, best first */
function searchIn(sections: readonly Section[]) {
  const index = new MiniSearch<Section>({ fields: ['title', 'content'] });
  index.addAll(sections);
  const byId = new Map(sections.map((section) => [section.id as unknown, section]));
  return (question: string) =>
    index.search(question, { combineWith: 'OR' }).flatMap(({ id }) => byId.get(id) ?? []);
}

/** Question → its section among what enters the prompt, at every level that has it, beside simpler ways to choose; and the prompt's length. */
export async function measureRecall({ name, book, isQuick }: Trial): Promise<Figure[]> {
  // A heading alone asks nothing: it is taken for talk, and the book is not opened for it.
  const headings = pinocchioChapters().map(
    ({ heading, sectionNumber }) => [`Parlami di questo: ${heading}`, sectionNumber] as const,
  );
  const questions = name === 'demo' ? aboutTheDemoBook : headings;
  const search = searchIn(book);
  const hits = { ours: 0, bm25: 0, filtered: 0, last: 0 };
  let pairs = 0;
  const prompts = { all: 0, estimated: 0, real: 0, under: 0, most: 0 };

  const build = (level: number, question: string) => {
    const input = { level, sections: openSections(book, level), history: [], question };
    const built = buildRequest(persona, input, tokenBudget, answerTokens);
    const tokens = tokensOf(built) + answerTokens;
    prompts.all += 1;
    prompts.estimated += built.plan.tokens <= tokenBudget ? 1 : 0;
    prompts.real += tokens <= tokenBudget ? 1 : 0;
    prompts.under += tokens <= promptTokens(built.request) + answerTokens ? 1 : 0;
    prompts.most = Math.max(prompts.most, tokens);
    return built;
  };

  for (const level of levelsOf(book)) {
    const open = openSections(book, level);
    const searchOpen = searchIn(open);
    for (const [at, [question, section]] of questions.entries()) {
      if (section > level || (isQuick && (at + level) % 6 !== 0)) continue;
      const built = build(level, question);
      const characters = entriesOf(built).reduce((sum, { text }) => sum + text.length, 0);
      const enters = (order: readonly Section[]) => (fitting(order, characters).has(section) ? 1 : 0);
      pairs += 1;
      hits.ours += holdsSection(built, section) ? 1 : 0;
      hits.bm25 += enters(searchOpen(question));
      hits.filtered += enters(search(question).filter(({ sectionNumber }) => sectionNumber <= level));
      hits.last += enters(open.toReversed());
    }
    for (const [at, question] of hostilePrompts.entries())
      if (!isQuick || at % 6 === 0) build(level, question);
    build(level, 'Raccontami tutto. '.repeat(110));
    build(level, '🐻'.repeat(900));
  }
  const part = (count: number) => (count / pairs).toFixed(3);
  const others = [hits.bm25, hits.filtered, hits.last].map(part).join(', ');
  const real = everyOne('budget: o200k within 8,000', prompts.real, prompts.all);
  return [
    {
      name: `recall, ${pairs} pairs of question and level`,
      value: part(hits.ours),
      demanded: '≥ 0.97',
      isMet: hits.ours / pairs >= 0.97,
    },
    { name: '  BM25; of the whole book, then filtered; the last sections', value: others },
    everyOne('budget: estimate within 8,000', prompts.estimated, prompts.all),
    { ...real, value: `${real.value}, most ${prompts.most}` },
    { name: 'budget: o200k within the estimate', value: share(prompts.under, prompts.all) },
  ];
}
