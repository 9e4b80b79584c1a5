import MiniSearch from 'minisearch';
import { countTokens } from 'gpt-tokenizer/esm/encoding/o200k_base';
import { buildRequest, hostilePrompts, promptMessages, promptTokens } from '../../src/server/main/lab.ts';
import type { Section } from '../../src/shared/contracts/sections.ts';
import { openSections } from '../../src/shared/gate.ts';
import { persona } from '../../tests/support/book-guard.ts';
import { aboutTheDemoBook } from '../../tests/support/demo-questions.ts';
import { pinocchioChapters } from '../../tests/support/sections.ts';
import type { BookName, Figure } from './figure.ts';

const tokenBudget = 8_000;
const answerTokens = 1_200;
/** What a chat format adds around each message. */
const perMessage = 8;

/** The sections of which at least 30 % fits when whole ones are taken in this order, within `characters`. */
function entered(order: readonly Section[], characters: number): Set<number> {
  const numbers = new Set<number>();
  for (const { sectionNumber, content } of order) {
    if (characters >= content.length * 0.3) numbers.add(sectionNumber);
    characters -= content.length;
    if (characters <= 0) break;
  }
  return numbers;
}

function indexOf(sections: readonly Section[]) {
  const index = new MiniSearch<Section>({ fields: ['title', 'content'] });
  index.addAll(sections);
  return index;
}

/** Question → its section among what enters the prompt (30 % of it or more, or its matching passages), at every level that has it. */
export async function measureRecall(
  name: BookName,
  book: readonly Section[],
  quick: boolean,
): Promise<Figure[]> {
  const questions: (readonly [string, number])[] =
    name === 'demo'
      ? [...aboutTheDemoBook]
      : pinocchioChapters().map(
          // A heading alone asks nothing: it is taken for talk, and the book is not opened for it.
          ({ heading, sectionNumber }) => [`Parlami di questo: ${heading}`, sectionNumber] as const,
        );
  const byId = new Map(book.map((section) => [section.id, section]));
  const sectionsFrom = (found: readonly { id: string }[]) => found.flatMap(({ id }) => byId.get(id) ?? []);
  const whole = indexOf(book);
  const hits = { ours: 0, bm25: 0, filtered: 0, last: 0 };
  let pairs = 0;
  const budget = { prompts: 0, estimated: 0, real: 0, under: 0, most: 0 };

  const check = (level: number, question: string) => {
    const input = { level, sections: openSections(book, level), history: [], question };
    const { request, plan } = buildRequest(persona, input, tokenBudget, answerTokens);
    const messages = promptMessages(request);
    const tokens = messages.reduce(
      (sum, { content }) => sum + countTokens(content) + perMessage,
      answerTokens,
    );
    budget.prompts += 1;
    budget.estimated += plan.tokens <= tokenBudget ? 1 : 0;
    budget.real += tokens <= tokenBudget ? 1 : 0;
    budget.under += tokens <= promptTokens(request) + answerTokens ? 1 : 0;
    budget.most = Math.max(budget.most, tokens);
    return plan;
  };

  for (let level = 0; level <= book.length; level += 1) {
    const open = openSections(book, level);
    const ofLevel = indexOf(open);
    for (const [at, [question, expected]] of questions.entries()) {
      if (expected > level || (quick && (at + level) % 6 !== 0)) continue;
      const plan = check(level, question);
      const entries = [...plan.stable, ...plan.forQuestion];
      const characters = entries.reduce((sum, { text }) => sum + text.length, 0);
      pairs += 1;
      if (
        entries.some(
          ({ sections, size }) =>
            sections.includes(expected) && ['30', '70', 'full', 'passage'].includes(size),
        )
      )
        hits.ours += 1;
      const options = { combineWith: 'OR' } as const;
      const ranked = sectionsFrom(ofLevel.search(question, options));
      if (entered(ranked, characters).has(expected)) hits.bm25 += 1;
      const all = sectionsFrom(whole.search(question, options));
      const filtered = all.filter(({ sectionNumber }) => sectionNumber <= level);
      if (entered(filtered, characters).has(expected)) hits.filtered += 1;
      if (entered(open.toReversed(), characters).has(expected)) hits.last += 1;
    }
    for (const [at, question] of hostilePrompts.entries()) if (!quick || at % 6 === 0) check(level, question);
    check(level, 'Raccontami tutto. '.repeat(110));
    check(level, '🐻'.repeat(900));
  }
  const share = (count: number) => (count / pairs).toFixed(3);
  const percent = (count: number) => `${((100 * count) / budget.prompts).toFixed(2)} % of ${budget.prompts}`;
  return [
    {
      name: `recall, ${pairs} pairs of question and level`,
      value: share(hits.ours),
      demanded: '≥ 0.97',
      ok: hits.ours / pairs >= 0.97,
    },
    { name: '  plain BM25 (MiniSearch over the unlocked sections)', value: share(hits.bm25) },
    { name: '  whole book indexed, then filtered (not allowed)', value: share(hits.filtered) },
    { name: '  the last sections only', value: share(hits.last) },
    {
      name: 'budget: estimate within 8,000',
      value: percent(budget.estimated),
      demanded: '100 %',
      ok: budget.estimated === budget.prompts,
    },
    {
      name: 'budget: o200k within 8,000',
      value: `${percent(budget.real)}, most ${budget.most}`,
      demanded: '100 %',
      ok: budget.real === budget.prompts,
    },
    { name: 'budget: o200k within the estimate', value: percent(budget.under) },
  ];
}
