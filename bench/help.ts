/*
 * npm run bench -- help [<file>…]: takes each sentence of a file as the first message of a reader who has the whole book open, and
 * prints how many get the fixed help, how many the question, and how many nothing, at three thresholds of the classifier. A file is
 * lines of sentences (`.txt`) or lists of them by kind (`.yaml`).
 */
import { readFileSync } from 'node:fs';
import model from 'virtual:help-model';
import { parse } from 'yaml';
import { helpTexts } from '../src/content/talk/help.ts';
import { createHelp } from '../src/server/main/lab.ts';
import { openCards, openSections } from '../src/shared/gate.ts';
import { demoCards, demoSections } from '../tests/support/sections.ts';

const files = process.argv.slice(2);
const bundled = ['tests/fixtures/ordinary-sentences.txt', 'tests/fixtures/fresh-dangers.yaml'];
const steps = [-0.1, 0, 0.1];

const sections = openSections(demoSections(), 12);
const story = { sections, cards: openCards(demoCards(), sections, 12) };

function sentencesIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  if (!file.endsWith('.yaml')) return text.split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.values(parse(text) as Record<string, string[]>).flat();
}

console.log('threshold  help  question  nothing  of');
for (const file of files.length > 0 ? files : bundled) {
  console.log(file);
  const sentences = sentencesIn(file);
  for (const step of steps) {
    const threshold = model.threshold + step;
    const help = createHelp(helpTexts, { ...model, threshold });
    const tiers = sentences.map((content) => help.answerFor([{ role: 'user', content }], { story })?.tier);
    const question = tiers.filter((tier) => tier === 'guess').length;
    const nothing = tiers.filter((tier) => tier === undefined).length;
    const counts = [sentences.length - question - nothing, question, nothing, sentences.length];
    console.log(threshold.toFixed(2).padEnd(9), ...counts.map((count) => String(count).padStart(7)));
  }
}
