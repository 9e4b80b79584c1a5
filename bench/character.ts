/*
 * npm run bench -- character [--show]: how often the embedded model answers with the passage that holds the fact. The sixty
 * questions about the demonstration book were written before it was tuned, twenty more afterwards; Pinocchio's are forty questions,
 * without cards and with a second author's. Asked as soon as the section is unlocked, and with the whole book unlocked. Cards say a
 * fact in other words than the text: where there are some, `bench -- talk` judges. That no answer says what only locked sections
 * have is tested (src/server/features/spoiler-check/leaks.test.ts).
 */
import { bookGuard } from '../tests/support/book-guard.ts';
import { answerTo } from '../tests/support/character.ts';
import { pinocchioQuestions } from '../tests/support/pinocchio-questions.ts';
import { freshQuestions, heldOutQuestions, readerQuestions } from '../tests/support/reader-questions.ts';
import { demoSections, pinocchioCards, pinocchioSections } from '../tests/support/sections.ts';
import { flag } from './harness/options.ts';
import { table } from './harness/report.ts';

const demo = { book: demoSections(), guard: bookGuard() };
const pinocchio = { book: pinocchioSections(), guard: bookGuard() };
const withCards = { ...pinocchio, cards: pinocchioCards(), guard: bookGuard() };
const sets = [
  ['demonstration book, 60 questions, no cards', readerQuestions, demo],
  ['20 held out, no cards', heldOutQuestions, demo],
  ['20 written last, no cards', freshQuestions, demo],
  ['Pinocchio, 40, no cards', pinocchioQuestions, pinocchio],
  ['Pinocchio, 40, with cards', pinocchioQuestions, withCards],
] as const;

const rows = [];
for (const [title, questions, talk] of sets) {
  const counts = [0, 0];
  for (const question of questions)
    for (const [column, level] of [question.section, talk.book.length].entries()) {
      const { answer, holds } = await answerTo({ ...talk, level }, question);
      counts[column] = (counts[column] ?? 0) + (holds ? 1 : 0);
      if (!holds && flag('show') && questions !== heldOutQuestions)
        console.log(`  ✗ [${question.section}] ${question.ask} → ${answer.replaceAll('\n', ' / ')}`);
    }
  rows.push([title, counts.join(' / ')]);
}
table(['at its section / whole book', 'found'], rows);
