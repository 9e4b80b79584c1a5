/*
 * npm run bench -- spoiler [--quick]: whether the character gives the story away, measured on the demonstration book and on the
 * whole of Pinocchio, at every level: what a reader sees of models that tell all they know, what of harmless text is withheld, what
 * enters the prompt beside BM25, and what it costs. That what is sent and answered does not depend on what is
 * locked, is tested (non-interference.test.ts). Ends with status 1 when a figure is not what it must be.
 */
import { demoSections, pinocchioSections } from '../tests/support/sections.ts';
import { flag } from './harness/options.ts';
import { machine } from './harness/report.ts';
import { measureCost } from './spoiler/cost.ts';
import type { Trial } from './spoiler/figure.ts';
import { measureLeaks } from './spoiler/leaks.ts';
import { measureRecall } from './spoiler/recall.ts';
import { measureUnwitnessed } from './spoiler/unwitnessed.ts';

const isQuick = flag('quick');
const trials: Trial[] = [
  { name: 'demo', book: demoSections(), isQuick },
  { name: 'pinocchio', book: pinocchioSections(), isQuick },
];
const measures = [measureUnwitnessed, measureLeaks, measureRecall, measureCost];

console.log(`${machine()}${isQuick ? ', quick' : ''}`);
let missed = 0;
for (const trial of trials) {
  console.log(`\n${trial.name}: ${trial.book.length} sections`);
  for (const measure of measures)
    for (const { name, value, demanded = '', isMet } of await measure(trial)) {
      if (isMet === false) missed += 1;
      console.log(`  ${name.padEnd(62)} ${value.padEnd(30)} ${demanded}${isMet === false ? '  ✗' : ''}`);
    }
}
console.log(`\n${missed === 0 ? 'All as demanded' : `${missed} not as demanded`}`);
process.exitCode = missed === 0 ? 0 : 1;
