/*
 * npm run bench -- recall [--book=FILE --questions=FILE] [--half=0|1] [--show]: whether what answers a question is in its prompt. The
 * forty questions about Pinocchio, asked as soon as their chapter is open and with the whole book open; with `--book` another
 * novel (`[{ sectionNumber, title, content }]`) and its questions (`[[question, section, [words of the answer]]]`), of which
 * `--half` takes every second one. Ends with status 1 where an aim of docs/performance.md is missed.
 */
import { readFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/esm/encoding/o200k_base';
import { buildRequest, promptMessages } from '../src/server/main/lab.ts';
import { openSections } from '../src/shared/gate.ts';
import { readVoiceExamples } from '../src/content/talk/examples.ts';
import { persona as plainPersona } from '../tests/support/book-guard.ts';
import { pinocchioQuestions } from '../tests/support/pinocchio-questions.ts';
import type { ReaderQuestion } from '../tests/support/reader-questions.ts';
import { pinocchioSections, storedSection } from '../tests/support/sections.ts';

const option = (name: string) =>
  process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);
const show = process.argv.includes('--show');
const half = option('half');

type Row = readonly [ask: string, section: number, facts: readonly string[]];
type Chapter = Parameters<typeof storedSection>[0];

function otherBook() {
  const [file, asked] = [option('book'), option('questions')];
  if (!file || !asked) return [];
  const sections = (JSON.parse(readFileSync(file, 'utf8')) as Chapter[]).map(
    ({ sectionNumber, title, content }) => storedSection({ sectionNumber, title, content }),
  );
  const questions = (JSON.parse(readFileSync(asked, 'utf8')) as Row[])
    .filter((_, at) => half === undefined || at % 2 === Number(half))
    .map(([ask, section, facts]): ReaderQuestion => ({ ask, section, facts }));
  return [{ name: file, sections, questions, aims: { chapter: 0.95, passage: 0.8 } }];
}

const books = [
  {
    name: 'Pinocchio',
    sections: pinocchioSections(),
    questions: pinocchioQuestions,
    aims: { chapter: 0.98, passage: 0.95 },
  },
  ...otherBook(),
];
/** What is planned on Groq's free plan: the whole request, and of it the answer. */
const size = [5_000, 500] as const;
const persona = { ...plainPersona, examples: readVoiceExamples() };
const plain = (text: string) => text.replace(/\s+/g, ' ');

let isMissed = false;
for (const { name, sections, questions, aims } of books)
  for (const whole of [false, true]) {
    const counts = { chapter: 0, passage: 0, tokens: 0, most: 0, longest: 0, passages: 0 };
    const times: number[] = [];
    for (const { ask, after, section, facts } of questions) {
      const level = whole ? sections.length : section;
      const input = { level, sections: openSections(sections, level), question: ask };
      const asked = { ...input, history: [] };
      buildRequest(persona, { ...asked, question: after ?? 'Chi sei?' }, ...size);
      const began = process.cpuUsage();
      const { request, plan } = buildRequest(persona, asked, ...size);
      const { user, system } = process.cpuUsage(began);
      times.push((user + system) / 1_000);
      const entries = [...plan.stable, ...plan.forQuestion].filter((entry) =>
        entry.sections.includes(section),
      );
      const isThere = entries.some(({ size }) => ['30', '70', 'full', 'passage'].includes(size));
      const holds = entries.some(({ text }) => facts.some((fact) => plain(text).includes(plain(fact))));
      const tokens = promptMessages(request).reduce((sum, { content }) => sum + countTokens(content) + 8, 0);
      const passages = plan.forQuestion.filter(({ size }) => size === 'passage');
      counts.chapter += isThere ? 1 : 0;
      counts.passage += holds ? 1 : 0;
      counts.tokens += tokens;
      counts.most = Math.max(counts.most, tokens);
      counts.passages += passages.length;
      counts.longest = Math.max(counts.longest, ...passages.map(({ text }) => text.length));
      if (show && !holds)
        console.log(`  ✗ ${isThere ? '' : 'not the chapter '}[${section}] ${ask} (${facts[0] ?? ''})`);
    }
    const share = (count: number) => count / questions.length;
    if (share(counts.chapter) < aims.chapter || share(counts.passage) < aims.passage) isMissed = true;
    const mean = (sum: number, digits = 0) => share(sum).toFixed(digits);
    console.log(
      `${name}, ${questions.length} questions, ${whole ? 'whole book' : 'at its section'}: chapter ${share(counts.chapter).toFixed(3)} (≥ ${aims.chapter}), passage ${share(counts.passage).toFixed(3)} (≥ ${aims.passage}); ${mean(counts.tokens)} tokens (most ${counts.most}), ${mean(counts.passages, 1)} passages (the longest ${counts.longest}); CPU ${times.sort((one, other) => one - other)[times.length >> 1]?.toFixed(1) ?? ''} ms at the median`,
    );
  }
process.exitCode = isMissed ? 1 : 0;
