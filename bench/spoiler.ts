/*
 * npm run bench -- spoiler [--quick]: whether the character gives the story away, measured on the demonstration book and on the
 * whole of Pinocchio, at every level: what a model is sent, what a reader sees of models that tell all they know, what enters
 * the prompt beside simpler ways to choose it, and what it costs. Ends with status 1 when a figure is not what it must be.
 */
import { cpus } from 'node:os';
import { demoSections, pinocchioSections } from '../tests/support/sections.ts';
import type { Section } from '../src/shared/contracts/sections.ts';
import { measureCost } from './spoiler/cost.ts';
import type { BookName } from './spoiler/figure.ts';
import { measureLeaks } from './spoiler/leaks.ts';
import { measureNonInterference } from './spoiler/non-interference.ts';
import { measureRecall } from './spoiler/recall.ts';
import { measureUnwitnessed } from './spoiler/unwitnessed.ts';

const quick = process.argv.includes('--quick');
const books: Record<BookName, Section[]> = { demo: demoSections(), pinocchio: pinocchioSections() };

console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}${quick ? ', quick' : ''}`,
);
const began = performance.now();
let bad = 0;
for (const [name, book] of Object.entries(books) as [BookName, Section[]][]) {
  const characters = book.reduce((sum, { content }) => sum + content.length, 0);
  console.log(`\n${name}: ${book.length} sections, ${characters} characters`);
  for (const measure of [
    measureNonInterference,
    measureUnwitnessed,
    measureLeaks,
    measureRecall,
    measureCost,
  ]) {
    for (const { name: label, value, demanded = '', ok } of await measure(name, book, quick)) {
      if (ok === false) bad += 1;
      console.log(`  ${label.padEnd(58)} ${value.padEnd(30)} ${demanded}${ok === false ? '  ✗' : ''}`);
    }
  }
}
console.log(
  `\n${bad === 0 ? 'All as demanded' : `${bad} not as demanded`}, ${((performance.now() - began) / 1000).toFixed(0)} s`,
);
process.exitCode = bad === 0 ? 0 : 1;
