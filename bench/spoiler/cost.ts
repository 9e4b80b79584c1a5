import { paragraphs, sentences } from '../../src/server/main/bench-api.ts';
import { bookGuard } from '../../tests/support/book-guard.ts';
import { requestIn } from '../../tests/support/chat-request.ts';
import { median, p50p99 } from '../harness/report.ts';
import type { Figure, Trial } from './figure.ts';

function timeOf(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** What the guard costs: its index, and a sentence. */
export function measureCost({ book, isQuick }: Trial): Figure[] {
  const request = requestIn(book, Math.ceil(book.length / 2), 'Che freddo fa?');
  const builds = Array.from({ length: isQuick ? 3 : 10 }, () =>
    timeOf(() => bookGuard().release('Ciao.', request, '')),
  );
  const guard = bookGuard();
  guard.release('Ciao.', request, '');
  const lines = book.flatMap(({ content }) =>
    paragraphs(content)
      .flatMap(sentences)
      .slice(0, isQuick ? 5 : 40),
  );
  const each = lines.map((sentence) => timeOf(() => guard.release(sentence, request, sentence)));
  return [
    { name: 'guard: index of the book, median ms', value: median(builds).toFixed(0) },
    { name: 'guard: one sentence, p50 / p99 ms', value: p50p99(each) },
  ];
}
