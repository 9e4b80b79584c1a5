/*
 * npm run bench -- character [--show]: how often the embedded model answers with the passage that holds the fact. The sixty
 * questions about the demonstration book were written before it was tuned, twenty more afterwards; Pinocchio's are the headings
 * of its chapters, and forty questions, without cards and with a second author's. Asked as soon as the section is unlocked, and
 * with the whole book unlocked. Cards say a fact in other words than the text: where there are some, `bench -- talk` judges.
 * Then the same questions at every level, most of them from what is locked: how many answers have a
 * sentence, a name or a term of the plot that only locked sections have. Nothing guards this answer on its way out; ends with
 * status 1 if there is one.
 */
import { answerTo, converse, quotes } from '../tests/support/character.ts';
import { bookGuard } from '../tests/support/book-guard.ts';
import { lockedFinder } from '../tests/support/locked-finder.ts';
import { freshQuestions, heldOutQuestions, readerQuestions } from '../tests/support/reader-questions.ts';
import { pinocchioQuestions } from '../tests/support/pinocchio-questions.ts';
import {
  demoSections,
  pinocchioCards,
  pinocchioChapters,
  pinocchioSections,
} from '../tests/support/sections.ts';

const show = process.argv.includes('--show');
const demo = demoSections();
const demoGuard = bookGuard();
const chapters = pinocchioSections();
const pinocchioGuard = bookGuard();
const cards = pinocchioCards();
const guardWithCards = bookGuard();

for (const [name, questions, talk] of [
  ['demo, 60 questions, no cards', readerQuestions, { book: demo, guard: demoGuard }],
  ['demo, 20 held out, no cards', heldOutQuestions, { book: demo, guard: demoGuard }],
  ['demo, 20 written last, no cards', freshQuestions, { book: demo, guard: demoGuard }],
  ['pinocchio, 40 questions, no cards', pinocchioQuestions, { book: chapters, guard: pinocchioGuard }],
  [
    'pinocchio, 40 questions, with cards',
    pinocchioQuestions,
    { book: chapters, cards, guard: guardWithCards },
  ],
] as const) {
  for (const whole of [false, true]) {
    let held = 0;
    for (const question of questions) {
      const level = whole ? talk.book.length : question.section;
      const { answer, holds } = await answerTo({ ...talk, level }, question);
      if (holds) held += 1;
      else if (show && questions !== heldOutQuestions)
        console.log(
          `  ✗ [${question.section}] ${question.after ? question.after + ' → ' : ''}${question.ask}\n      ${answer.replace(/\n/g, ' / ')}`,
        );
    }
    console.log(`${name}, ${whole ? 'whole book' : 'at its section'}: ${held}/${questions.length}`);
  }
}

for (const whole of [false, true]) {
  let held = 0;
  for (const [at, { heading, sectionNumber }] of pinocchioChapters().entries()) {
    const level = whole ? chapters.length : sectionNumber;
    const [answer = ''] = await converse({ book: chapters, level, guard: pinocchioGuard }, [heading]);
    const section = chapters[at];
    if (section && quotes(answer, section, chapters)) held += 1;
    else if (show) console.log(`  ✗ [${sectionNumber}] ${heading}\n      ${answer}`);
  }
  console.log(`pinocchio, ${whole ? 'whole book' : 'at its chapter'}: ${held}/36`);
}

let above = 0;
for (const [name, book, questions] of [
  ['demo', demo, [...readerQuestions, ...heldOutQuestions, ...freshQuestions].map(({ ask }) => ask)],
  [
    'pinocchio',
    chapters,
    [...pinocchioQuestions.map(({ ask }) => ask), ...pinocchioChapters().map(({ heading }) => heading)],
  ],
] as const) {
  let asked = 0;
  let told = 0;
  for (let level = 0; level <= book.length; level += 1) {
    const finds = lockedFinder(name, book, level);
    for (const [at, question] of questions.entries()) {
      // Of Pinocchio's 37 levels every third question.
      if (name === 'pinocchio' && (at + level) % 3 !== 0) continue;
      const [answer = ''] = await converse({ book, level }, [question]);
      asked += 1;
      const found = finds(answer, question);
      if (found === undefined) continue;
      told += 1;
      if (show) console.log(`  above level ${level}: ${found}\n      ${question}\n      ${answer}`);
    }
  }
  above += told;
  console.log(`${name}, every level: ${told} of ${asked} answers say what only locked sections have`);
}
process.exitCode = above === 0 ? 0 : 1;
