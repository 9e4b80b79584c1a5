import { type ChatModel, paragraphs, sentences } from '../../src/server/main/lab.ts';
import type { Section } from '../../src/shared/contracts/sections.ts';
import { bookGuard } from '../../tests/support/book-guard.ts';
import { requestIn } from '../../tests/support/chat-request.ts';
import { overhear } from '../../tests/support/overhear.ts';
import type { BookName, Figure } from './figure.ts';

const instant: ChatModel = {
  name: 'instant',
  tokenBudget: 8_000,
  answerTokens: 1_200,
  async *reply() {
    yield 'Fuori nevica ancora. ';
    yield 'Di quello non so niente, per ora.';
  },
};

function quantiles(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(2);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}

/** What the guard costs: its index, a sentence, and the first sentence of a reply over a model that takes no time. */
export async function measureCost(_: BookName, book: readonly Section[], quick: boolean): Promise<Figure[]> {
  const level = Math.ceil(book.length / 2);
  const request = requestIn(book, level, 'Che freddo fa?');
  const builds: number[] = [];
  for (let round = 0; round < (quick ? 3 : 10); round += 1) {
    const began = performance.now();
    bookGuard().release('Ciao.', request, '');
    builds.push(performance.now() - began);
  }
  const guard = bookGuard();
  guard.release('Ciao.', request, '');

  const each: number[] = [];
  for (const { content } of book) {
    for (const sentence of paragraphs(content)
      .flatMap(sentences)
      .slice(0, quick ? 5 : 40)) {
      const began = performance.now();
      guard.release(sentence, request, sentence);
      each.push(performance.now() - began);
    }
  }

  const asked = { guarded: [] as number[], open: [] as number[] };
  for (let round = 0; round < (quick ? 40 : 300); round += 1) {
    const scene = { book, model: instant, level, question: `Che freddo fa oggi, per la ${round}ª volta?` };
    asked.guarded.push((await overhear({ ...scene, guard })).firstMs);
    asked.open.push((await overhear(scene)).firstMs);
  }
  return [
    {
      name: 'guard: index of the book',
      value: `p50 ${builds.toSorted((a, b) => a - b)[Math.floor(builds.length / 2)]?.toFixed(0)} ms`,
    },
    { name: 'guard: one sentence', value: quantiles(each) },
    { name: 'first sentence over a model that takes 0 ms', value: quantiles(asked.guarded) },
    { name: '  the same without the guard', value: quantiles(asked.open) },
  ];
}
