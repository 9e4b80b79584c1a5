import { type ChatModel, paragraphs, sentences } from '../../src/server/main/lab.ts';
import { bookGuard } from '../../tests/support/book-guard.ts';
import { requestIn } from '../../tests/support/chat-request.ts';
import { overhear } from '../../tests/support/overhear.ts';
import { median, p50p99 } from '../harness/report.ts';
import type { Figure, Trial } from './figure.ts';

const instant: ChatModel = {
  name: 'instant',
  tokenBudget: 8_000,
  answerTokens: 1_200,
  async *reply() {
    yield 'Fuori nevica ancora. ';
    yield 'Di quello non so niente, per ora.';
  },
};

function timeOf(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** What the guard costs: its index, a sentence, and the first sentence of a reply over a model that takes no time. */
export async function measureCost({ book, isQuick }: Trial): Promise<Figure[]> {
  const level = Math.ceil(book.length / 2);
  const request = requestIn(book, level, 'Che freddo fa?');
  const builds = Array.from({ length: isQuick ? 3 : 10 }, () =>
    timeOf(() => bookGuard().release('Ciao.', request, '')),
  );
  const guard = bookGuard();
  guard.release('Ciao.', request, '');
  const each = book.flatMap(({ content }) =>
    paragraphs(content)
      .flatMap(sentences)
      .slice(0, isQuick ? 5 : 40)
      .map((sentence) => timeOf(() => guard.release(sentence, request, sentence))),
  );
  const [guarded, open]: [number[], number[]] = [[], []];
  for (let round = 0; round < (isQuick ? 40 : 300); round += 1) {
    const scene = { book, model: instant, level, question: `Che freddo fa oggi, per la ${round}ª volta?` };
    guarded.push((await overhear({ ...scene, guard })).firstMs);
    open.push((await overhear(scene)).firstMs);
  }
  return [
    { name: 'guard: index of the book, median ms', value: median(builds).toFixed(0) },
    { name: 'guard: one sentence, p50 / p99 ms', value: p50p99(each) },
    { name: 'first sentence over a model that takes 0 ms, p50 / p99 ms', value: p50p99(guarded) },
    { name: '  the same without the guard', value: p50p99(open) },
  ];
}
