/*
 * npm run bench -- recall [--book=FILE --questions=FILE] [--half=0|1] [--show]: whether what answers a question is in its prompt. The
 * forty questions about Pinocchio, asked as soon as their chapter is open and with the whole book open; with `--book` another
 * novel (`[{ sectionNumber, title, content }]`) and its questions (`[[question, section, [words of the answer]]]`), of which
 * `--half` takes every second one. Ends with status 1 where an aim of docs/performance.md is missed.
 */
import { readFileSync } from 'node:fs';
import { unlockedSections } from '../src/shared/gate.ts';
import { readVoiceExamples } from '../src/content/talk/examples.ts';
import { persona as plainPersona } from '../tests/support/book-guard.ts';
import { pinocchioQuestions } from '../tests/support/pinocchio-questions.ts';
import type { ReaderQuestion } from '../tests/support/reader-questions.ts';
import { pinocchioSections, storedSection } from '../tests/support/sections.ts';
import { flag, option } from './harness/options.ts';
import { buildPrompt, entriesOf, holdsSection, tokensOf } from './harness/prompt.ts';
import { mean, median, processorClock, table, integer } from './harness/report.ts';

const half = option('half');

function otherBook(file: string, questionsFile: string) {
  type Chapter = Parameters<typeof storedSection>[0];
  type Question = readonly [ask: string, section: number, facts: readonly string[]];
  const chapters = JSON.parse(readFileSync(file, 'utf8')) as Chapter[];
  const questions = (JSON.parse(readFileSync(questionsFile, 'utf8')) as Question[])
    .filter((_, at) => half === undefined || at % 2 === Number(half))
    .map(([ask, section, facts]): ReaderQuestion => ({ ask, section, facts }));
  const sections = chapters.map(({ sectionNumber, title, content }) =>
    storedSection({ sectionNumber, title, content }),
  );
  return { name: file, sections, questions, aims: [0.95, 0.8] };
}

const pinocchio = {
  name: 'Pinocchio',
  sections: pinocchioSections(),
  questions: pinocchioQuestions,
  aims: [0.98, 0.95],
};
const [bookFile, questionsFile] = [option('book'), option('questions')];
const books = [pinocchio, ...(bookFile && questionsFile ? [otherBook(bookFile, questionsFile)] : [])];

/** What is planned on Groq's free plan: the whole request, and of it the answer. */
const size = [5_000, 500] as const;
const persona = { ...plainPersona, examples: readVoiceExamples() };
const plain = (text: string) => text.replace(/\s+/g, ' ');
const clock = processorClock();

const rows: string[][] = [];
for (const { name, sections, questions, aims } of books)
  for (const isWhole of [false, true]) {
    const prompts: { ms: number; holds: boolean; isThere: boolean; tokens: number }[] = [];
    for (const { ask, after, section, facts } of questions) {
      const level = isWhole ? sections.length : section;
      const input = { level, sections: unlockedSections(sections, level), history: [] };
      await buildPrompt(persona, { ...input, question: after ?? 'Chi sei?' }, ...size);
      clock();
      const built = await buildPrompt(persona, { ...input, question: ask }, ...size);
      const ms = clock();
      const own = entriesOf(built).filter((entry) => entry.sections.includes(section));
      const holds = own.some(({ text }) => facts.some((fact) => plain(text).includes(plain(fact))));
      const isThere = holdsSection(built, section);
      if (flag('show') && !holds)
        console.log(`  ✗ ${isThere ? '' : 'not the chapter '}[${section}] ${ask} (${facts[0] ?? ''})`);
      prompts.push({ ms, holds, isThere, tokens: tokensOf(built) });
    }
    const shares = [prompts.filter(({ isThere }) => isThere), prompts.filter(({ holds }) => holds)].map(
      (some) => some.length / questions.length,
    );
    if (shares.some((share, at) => share < (aims[at] ?? 0))) process.exitCode = 1;
    const tokens = prompts.map((prompt) => prompt.tokens);
    rows.push([
      `${name}, ${questions.length} questions, ${isWhole ? 'whole book' : 'at its section'}`,
      ...shares.map((share, at) => `${share.toFixed(3)} (≥ ${aims[at]})`),
      `${integer(mean(tokens))} (${integer(Math.max(...tokens))})`,
      median(prompts.map(({ ms }) => ms)).toFixed(1),
    ]);
  }
table(['', 'chapter', 'passage', 'tokens (most)', 'processor ms, median'], rows);
