/*
 * npm run bench -- help [<file>…]: takes each sentence of a file as the first message of a reader who has the whole book open, and
 * prints how many get the fixed help, how many the question, and how many nothing, at three thresholds of the classifier. A file is
 * lines of sentences (`.txt`), lists of them by kind (`.yaml`), or whole talks of readers (`.json`), of which it prints how many
 * are broken by help or numbers, and how many questions are asked.
 */
import { readFileSync } from 'node:fs';
import model from '#server/help/trained-model.json';
import { parse } from 'yaml';
import { helpTexts } from '../src/content/talk/help.ts';
import { createHelp, type Help, type Turn } from '../src/server/main/lab.ts';
import { openCards, openSections } from '../src/shared/gate.ts';
import { demoCards, demoSections } from '../tests/support/sections.ts';

const files = process.argv.slice(2);
const bundled = ['ordinary-sentences.txt', 'fresh-dangers.yaml', 'ordinary-talks.json'].map(
  (name) => `tests/fixtures/${name}`,
);
const steps = [-0.1, 0, 0.1];

const sections = openSections(demoSections(), 12);
const story = { sections, cards: openCards(demoCards(), sections, 12) };

function sentencesIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  if (!file.endsWith('.yaml')) return text.split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.values(parse(text) as Record<string, string[]>).flat();
}

/** What help says in a talk, the talk's own replies being nothing to the point. */
function saidIn(help: Help, turns: readonly string[]): string[] {
  const talk: (Turn & { timestamp: string })[] = [];
  return turns.flatMap((content, at) => {
    const timestamp = new Date(Date.UTC(2004, 0, 20, 21, at)).toISOString();
    talk.push({ role: 'user', content, timestamp });
    const answer = help.answerFor(talk, { story });
    talk.push({ role: 'assistant', content: answer?.text ?? 'Tac.', timestamp });
    return answer ? [answer.kind] : [];
  });
}

console.log('threshold  help  question  nothing  of');
for (const file of files.length > 0 ? files : bundled) {
  console.log(file);
  const talks = file.endsWith('.json')
    ? (JSON.parse(readFileSync(file, 'utf8')) as { talks: { id: string; turns: string[] }[] }).talks
    : [];
  const sentences = talks.length > 0 ? [] : sentencesIn(file);
  for (const step of steps) {
    const threshold = model.threshold + step;
    const help = createHelp(helpTexts, { ...model, threshold });
    if (talks.length > 0) {
      const said = talks.map(({ turns }) => saidIn(help, turns));
      const broken = said.filter((kinds) => kinds.some((kind) => kind !== 'question')).length;
      const asked = said.flat().filter((kind) => kind === 'question').length;
      console.log(threshold.toFixed(2), `broken ${broken} of ${talks.length} talks, ${asked} questions`);
      continue;
    }
    const tiers = sentences.map((content) => help.answerFor([{ role: 'user', content }], { story })?.tier);
    const question = tiers.filter((tier) => tier === 'guess').length;
    const nothing = tiers.filter((tier) => tier === undefined).length;
    const counts = [sentences.length - question - nothing, question, nothing, sentences.length];
    console.log(threshold.toFixed(2).padEnd(9), ...counts.map((count) => String(count).padStart(7)));
  }
}
