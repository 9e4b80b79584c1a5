/*
 * npm run bench -- summaries: the summariser of our own on the demonstration book and on Pinocchio. Lengths, time, the longest
 * slice, and how much of the author's own summaries' words it has (ROUGE-1 recall of stems), beside the lead of the same length.
 */
import { extractInSteps, extractLineInSteps, paragraphs, sentences, terms } from '../src/server/main/lab.ts';
import { summaryShares } from '../src/shared/contracts/summaries.ts';
import { runInSlices, type Task } from '../src/shared/tasks.ts';
import { countWords } from '../src/shared/words.ts';
import { demoSections, pinocchioSections } from '../tests/support/sections.ts';

const forms = ['reduced70', 'reduced30'] as const;
const books = { demo: demoSections(), pinocchio: pinocchioSections() };
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of the reference's stems, repetitions counted, the share that the candidate has too. */
function recall(candidate: string, reference: string): number {
  const have = new Map<string, number>();
  for (const term of terms(candidate)) have.set(term, (have.get(term) ?? 0) + 1);
  const wanted = terms(reference);
  let found = 0;
  for (const term of wanted) {
    const left = have.get(term) ?? 0;
    if (left > 0) found += 1;
    have.set(term, left - 1);
  }
  return found / wanted.length;
}

/** The first sentences, up to so many words. */
function lead(content: string, words: number): string {
  const taken: string[] = [];
  for (const sentence of paragraphs(content).flatMap(sentences)) {
    if (countWords(taken.join(' ')) + countWords(sentence) > words) break;
    taken.push(sentence);
  }
  return taken.join(' ');
}

/** Every so many-th sentence: the simplest way to have something of everything. */
function thinned(content: string, words: number): string {
  const all = paragraphs(content).flatMap(sentences);
  const keep = words / countWords(content);
  return all.filter((_, at) => Math.floor((at + 1) * keep) > Math.floor(at * keep)).join(' ');
}

let longestSlice = 0;
function* timed<T>(steps: Task<T>): Task<T> {
  for (;;) {
    const began = performance.now();
    const step = steps.next();
    longestSlice = Math.max(longestSlice, performance.now() - began);
    if (step.done) return step.value;
    yield;
  }
}

for (const [name, book] of Object.entries(books)) {
  console.log(`\n${name}: ${book.length} sections`);
  for (const form of forms) {
    const shares: number[] = [];
    const recalls: number[][] = [[], [], []];
    const began = performance.now();
    let missing = 0;
    for (const section of book) {
      const { content } = section;
      const made = await runInSlices(timed(extractInSteps(content, form)));
      if (made === undefined) {
        missing += 1;
        continue;
      }
      shares.push(countWords(made) / countWords(content));
      const reference = form === 'reduced70' ? section.contentReduced70 : section.contentReduced30;
      if (!reference) continue;
      const length = countWords(made);
      for (const [at, text] of [made, lead(content, length), thinned(content, length)].entries())
        recalls[at]?.push(recall(text, reference));
    }
    const milliseconds = (performance.now() - began) / book.length;
    const { least, most } = summaryShares[form];
    const within = shares.filter((share) => share >= least && share <= most).length;
    console.log(
      `  ${form}: ${within} of ${book.length} within ${percent(least)}–${percent(most)}, from ${percent(Math.min(...shares))} to ${percent(Math.max(...shares))}, mean ${percent(mean(shares))}, ${missing} not made, ${milliseconds.toFixed(1)} ms each`,
    );
    if (recalls[0]?.length)
      console.log(
        `    ROUGE-1 recall of the author's: ours ${mean(recalls[0]).toFixed(3)}, lead ${mean(recalls[1] ?? []).toFixed(3)}, every n-th ${mean(recalls[2] ?? []).toFixed(3)}`,
      );
  }
  const lines = [];
  for (const { content } of book) lines.push(await runInSlices(timed(extractLineInSteps(content))));
  const lengths = lines.map((line) => line?.length ?? 0);
  console.log(`  line: ${Math.min(...lengths)} to ${Math.max(...lengths)} characters`);
  if (process.argv.includes('--show'))
    for (const [at, line] of lines.entries()) console.log(`    ${book[at]?.sectionNumber}. ${line}`);
}
console.log(`\nlongest step without a break: ${longestSlice.toFixed(1)} ms`);
