import MiniSearch from 'minisearch';
import { hostilePrompts } from '../../src/server/main/bench-api.ts';
import type { Section } from '../../src/shared/contracts/sections.ts';
import { unlockedSections } from '../../src/shared/gate.ts';
import { persona } from '../../tests/support/book-guard.ts';
import { aboutTheDemoBook } from '../../tests/support/demo-questions.ts';
import { pinocchioChapters } from '../../tests/support/sections.ts';
import { buildPrompt, entriesOf, holdsSection, tokensOf } from '../harness/prompt.ts';
import { everyOne, type Figure, levelsOf, type Trial } from './figure.ts';

const tokenBudget = 8_000;
const answerTokens = 1_200;

/** BM25 over the sections: whether at least 30 % of one is within so many characters of the best. */
function searchIn(sections: readonly Section[]) {
  const index = new MiniSearch<Section>({ fields: ['title', 'content'] });
  index.addAll(sections);
  const byId = new Map(sections.map((section) => [section.id as unknown, section]));
  return (question: string, wanted: number, characters: number): boolean => {
    for (const { id } of index.search(question, { combineWith: 'OR' })) {
      const { sectionNumber = 0, content = '' } = byId.get(id) ?? {};
      if (sectionNumber === wanted) return characters >= content.length * 0.3;
      characters -= content.length;
    }
    return false;
  };
}

/** Question → its section among what enters the prompt, at every level that has it, beside BM25; and the prompt's length. */
export async function measureRecall({ name, book, isQuick }: Trial): Promise<Figure[]> {
  // A heading alone asks nothing: it is taken for talk, and the book is not opened for it.
  const headings = pinocchioChapters().map(
    ({ heading, sectionNumber }) => [`Parlami di questo: ${heading}`, sectionNumber] as const,
  );
  const questions = name === 'demo' ? aboutTheDemoBook : headings;
  const hits = { pairs: 0, ours: 0, bm25: 0 };
  const tokens: number[] = [];
  const estimates: number[] = [];

  const build = async (level: number, question: string) => {
    const input = { level, sections: unlockedSections(book, level), history: [], question };
    const built = await buildPrompt(persona, input, tokenBudget, answerTokens);
    tokens.push(tokensOf(built) + answerTokens);
    estimates.push(built.plan.tokens);
    return built;
  };

  for (const level of levelsOf(book)) {
    const isFound = searchIn(unlockedSections(book, level));
    for (const [at, [question, section]] of questions.entries()) {
      if (section > level || (isQuick && (at + level) % 6 !== 0)) continue;
      const built = await build(level, question);
      const characters = entriesOf(built).reduce((sum, { text }) => sum + text.length, 0);
      hits.pairs += 1;
      hits.ours += holdsSection(built, section) ? 1 : 0;
      hits.bm25 += isFound(question, section, characters) ? 1 : 0;
    }
    for (const [at, question] of hostilePrompts.entries())
      if (!isQuick || at % 6 === 0) await build(level, question);
    await build(level, 'Raccontami tutto. '.repeat(110));
    await build(level, '🐻'.repeat(900));
  }
  const [ours, bm25] = [hits.ours, hits.bm25].map((count) => count / hits.pairs) as [number, number];
  const within = (values: readonly number[]) => values.filter((value) => value <= tokenBudget).length;
  const real = everyOne('budget: o200k within 8,000', within(tokens), tokens.length);
  return [
    {
      name: `recall, ${hits.pairs} pairs of question and level; BM25`,
      value: `${ours.toFixed(3)}; ${bm25.toFixed(3)}`,
      demanded: '≥ 0.97',
      isMet: ours >= 0.97,
    },
    everyOne('budget: estimate within 8,000', within(estimates), estimates.length),
    { ...real, value: `${real.value}, most ${Math.max(...tokens)}` },
  ];
}
