/*
 * npm run bench -- character [--show]: how often the embedded model answers with the passage that holds the fact. The sixty
 * questions about the demonstration book were written before it was tuned, twenty more afterwards; Pinocchio's are forty questions,
 * without cards and with a second author's. Asked as soon as the section is unlocked, and with the whole book unlocked. Cards say a
 * fact in other words than the text: where there are some, `bench -- talk` judges.
 * Then the same questions at every level, most of them from what is locked: how many answers have a sentence, a name or a term of
 * the plot that only locked sections have. Nothing guards this answer on its way out; ends with status 1 if there is one.
 */
import { answerTo, converse } from '../tests/support/character.ts';
import { bookGuard } from '../tests/support/book-guard.ts';
import { lockedFinder } from '../tests/support/locked-finder.ts';
import { freshQuestions, heldOutQuestions, readerQuestions } from '../tests/support/reader-questions.ts';
import { pinocchioQuestions } from '../tests/support/pinocchio-questions.ts';
import { demoSections, pinocchioCards, pinocchioSections } from '../tests/support/sections.ts';
import { flag } from './harness/options.ts';
import { table } from './harness/report.ts';

const isShown = flag('show');
const show = (text: string) => isShown && console.log(`  ${text.replaceAll('\n', ' / ')}`);
const demo = { name: 'demo', book: demoSections(), guard: bookGuard() } as const;
const pinocchio = { name: 'pinocchio', book: pinocchioSections(), guard: bookGuard() } as const;
const sets = [
  ['demonstration book, 60 questions, no cards', readerQuestions, demo],
  ['20 held out, no cards', heldOutQuestions, demo],
  ['20 written last, no cards', freshQuestions, demo],
  ['Pinocchio, 40, no cards', pinocchioQuestions, pinocchio],
  [
    'Pinocchio, 40, with cards',
    pinocchioQuestions,
    { ...pinocchio, cards: pinocchioCards(), guard: bookGuard() },
  ],
] as const;

const rows = [];
for (const [title, questions, talk] of sets) {
  const counts = [0, 0];
  for (const question of questions)
    for (const [column, level] of [question.section, talk.book.length].entries()) {
      const { answer, holds } = await answerTo({ ...talk, level }, question);
      if (holds) counts[column] = (counts[column] ?? 0) + 1;
      else if (questions !== heldOutQuestions) show(`✗ [${question.section}] ${question.ask} → ${answer}`);
    }
  rows.push([title, counts.join(' / ')]);
}
table(['at its section / whole book', 'found'], rows);

for (const { name, book } of [demo, pinocchio]) {
  const questions = sets
    .filter(([, , talk]) => talk.name === name && !('cards' in talk))
    .flatMap(([, own]) => [...own]);
  let all = 0;
  let leaks = 0;
  for (let level = 0; level <= book.length; level += 1) {
    const finds = lockedFinder(name, book, level);
    for (const [at, { ask }] of questions.entries()) {
      // Of Pinocchio's 37 levels every third question.
      if (name === 'pinocchio' && (at + level) % 3 !== 0) continue;
      const [answer = ''] = await converse({ book, level }, [ask]);
      const leak = finds(answer, ask);
      all += 1;
      if (leak === undefined) continue;
      leaks += 1;
      process.exitCode = 1;
      show(`above level ${level}: ${leak} (${ask}) → ${answer}`);
    }
  }
  console.log(`${name}, every level: ${leaks} of ${all} answers say what only locked sections have`);
}
