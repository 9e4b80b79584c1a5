/*
 * npm run bench -- summaries: the summariser of our own on the demonstration book and on Pinocchio. Lengths, time, the
 * longest slice, and how much of the author's own summaries' words it has (ROUGE-1 recall of stems), beside the lead of the same length.
 */
import {
  extractInSteps,
  extractLineInSteps,
  paragraphs,
  sentences,
  terms,
} from '../src/server/main/bench-api.ts';
import { summaryShares } from '../src/shared/contracts/summaries.ts';
import { runInSlices, type Task } from '../src/shared/tasks.ts';
import { countWords } from '../src/shared/words.ts';
import { demoSections, pinocchioSections } from '../tests/support/sections.ts';
import { mean, percent, processorClock, type Row, table } from './harness/report.ts';

const forms = [
  ['reduced70', 'contentReduced70'],
  ['reduced30', 'contentReduced30'],
] as const;

/** Of the reference's stems, repetitions counted, the share that the candidate has too. */
function recall(candidate: string, reference: string): number {
  const counts = new Map<string, number>();
  for (const term of terms(candidate)) counts.set(term, (counts.get(term) ?? 0) + 1);
  const expected = terms(reference);
  const shared = expected.filter((term) => {
    const count = counts.get(term) ?? 0;
    counts.set(term, count - 1);
    return count > 0;
  });
  return shared.length / expected.length;
}

/** The first sentences, up to so many words. */
function leadOf(content: string, words: number): string {
  const all = paragraphs(content).flatMap(sentences);
  const end = all.findIndex((_, at) => countWords(all.slice(0, at + 1).join(' ')) > words);
  return all.slice(0, end < 0 ? all.length : end).join(' ');
}

let longestStep = 0;
function* timed<T>(steps: Task<T>): Task<T> {
  for (;;) {
    const began = performance.now();
    const step = steps.next();
    longestStep = Math.max(longestStep, performance.now() - began);
    if (step.done) return step.value;
    yield;
  }
}

const range = (values: readonly number[], write: (value: number) => string) =>
  `${write(Math.min(...values))} to ${write(Math.max(...values))}`;
const asPercent = (share: number) => percent(share, 1);
const rows: Row[] = [];
for (const [name, book] of Object.entries({ demo: demoSections(), pinocchio: pinocchioSections() })) {
  for (const [form, field] of forms) {
    const shares: number[] = [];
    const recalls: [number, number][] = [];
    const clock = processorClock();
    for (const { content, [field]: reference } of book) {
      const summary = await runInSlices(timed(extractInSteps(content, form)));
      if (summary === undefined) continue;
      const words = countWords(summary);
      shares.push(words / countWords(content));
      if (reference) recalls.push([recall(summary, reference), recall(leadOf(content, words), reference)]);
    }
    const { least, most } = summaryShares[form];
    const within = shares.filter((share) => share >= least && share <= most).length;
    const means = [0, 1].map((at) => mean(recalls.map((pair) => pair[at] ?? 0)).toFixed(3));
    rows.push([
      `${name}, ${form}, within ${asPercent(least)} to ${asPercent(most)}`,
      `${within} of ${book.length}`,
      `${range(shares, asPercent)}, mean ${asPercent(mean(shares))}`,
      recalls.length > 0 ? means.join('; ') : '–',
      (clock() / book.length).toFixed(1),
    ]);
  }
  const lines: string[] = [];
  for (const { content } of book) lines.push((await runInSlices(timed(extractLineInSteps(content)))) ?? '');
  const lengths = lines.map(({ length }) => length);
  rows.push([`${name}, line`, '', `${range(lengths, String)} characters`, '', '']);
}
const head = ['', 'within', 'from, to', 'ROUGE-1 recall: ours; lead', 'processor ms each'];
table(head, rows);
console.log(`\nlongest step without a break: ${longestStep.toFixed(1)} ms`);
