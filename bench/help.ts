/*
 * npm run bench -- help [<file>…]: takes each sentence of a file as the first message of a reader who has the whole book open, and
 * prints how many get the fixed help, how many the question, and how many nothing, at three thresholds of the classifier. A file is
 * lines of sentences (`.txt`), lists of them by kind (`.yaml`), or whole talks of readers (`.json`), counted as talks.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { helpTexts } from '../src/content/talk/help.ts';
import { createHelp, helpModel, type Turn } from '../src/server/main/bench-api.ts';
import { unlockedCards, unlockedSections } from '../src/shared/gate.ts';
import { demoCards, demoSections } from '../tests/support/sections.ts';
import { table } from './harness/report.ts';

const bundled = ['ordinary-sentences.txt', 'fresh-dangers.yaml', 'ordinary-talks.json'];
const files =
  process.argv.length > 2 ? process.argv.slice(2) : bundled.map((name) => `tests/fixtures/${name}`);

const sections = unlockedSections(demoSections(), 12);
const story = { sections, cards: unlockedCards(demoCards(), sections, 12) };

/** The talks of a file; a sentence is a talk of one turn. */
function talksIn(file: string): string[][] {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.json'))
    return (JSON.parse(text) as { talks: { turns: string[] }[] }).talks.map(({ turns }) => turns);
  const lines = file.endsWith('.yaml')
    ? Object.values(parse(text) as Record<string, string[]>).flat()
    : text.split('\n').filter((line) => line && !line.startsWith('#'));
  return lines.map((line) => [line]);
}

for (const file of files) {
  const talks = talksIn(file);
  const rows = [-0.1, 0, 0.1].map((step) => {
    const threshold = helpModel.threshold + step;
    const help = createHelp(helpTexts, { ...helpModel, threshold });
    /** What help answers in a talk, the talk's own replies being nothing to the point. */
    const answersIn = (turns: readonly string[]) => {
      const talk: (Turn & { timestamp: string })[] = [];
      return turns.flatMap((content, at) => {
        const timestamp = new Date(Date.UTC(2004, 0, 20, 21, at)).toISOString();
        talk.push({ role: 'user', content, timestamp });
        const answer = help.answerFor(talk, { story });
        talk.push({ role: 'assistant', content: answer?.text ?? 'Tac.', timestamp });
        return answer ? [answer] : [];
      });
    };
    const answers = talks.map(answersIn);
    const questions = answers.flat().filter(({ kind }) => kind === 'question').length;
    const broken = answers.filter((own) => own.some(({ kind }) => kind !== 'question')).length;
    const untouched = answers.filter((own) => own.length === 0).length;
    return [threshold.toFixed(2), broken, questions, untouched, talks.length];
  });
  table([file, 'help', 'questions', 'nothing', 'of'], rows);
}
