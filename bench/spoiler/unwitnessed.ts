import type { Section } from '../../src/shared/contracts/sections.ts';
import { absenceMarks } from '../../src/shared/witnessed.ts';
import { bookGuard } from '../../tests/support/book-guard.ts';
import { answerTo, converse } from '../../tests/support/character.ts';
import { pinocchioQuestions } from '../../tests/support/pinocchio-questions.ts';
import {
  freshQuestions,
  heldOutQuestions,
  readerQuestions,
  type ReaderQuestion,
} from '../../tests/support/reader-questions.ts';
import type { Figure, Trial } from './figure.ts';

/** The lines of the voice that say so, however the answer goes on. */
const ignorance =
  /non (lo )?so\b|non saprei|non ce l’ho|non mi dice|non (lo )?conosco|non c’ero|mai sentito|niente, per ora|carta bianca|non ci sono ancora|non l’ho vissuto/i;
const admits = (answer: string) => ignorance.test(answer.slice(0, 120));
const flat = (text: string) => text.replace(/\s+/g, ' ').toLowerCase();
const holdsFact = ({ facts }: ReaderQuestion, text: string) =>
  facts.some((fact) => flat(text).includes(flat(fact)));

/** The book of one question, with the paragraphs marked that `isMarked` chooses among those of its section. */
const markedFor = (
  book: readonly Section[],
  { section: number }: ReaderQuestion,
  isMarked: (paragraph: string, at: number) => boolean,
): Section[] =>
  book.map((section) => {
    if (section.sectionNumber !== number) return section;
    const mark = (text: string) => `${absenceMarks.open}\n${text}\n${absenceMarks.close}`;
    const paragraphs = section.content.split(/\n\s*\n/);
    return {
      ...section,
      content: paragraphs.map((text, at) => (isMarked(text, at) ? mark(text) : text)).join('\n\n'),
    };
  });

/**
 * Passages marked «non c’ero», asked of the embedded model without cards and summaries, at the question's section: a third of the
 * paragraphs that do not answer is marked, then those that do.
 */
export async function measureUnwitnessed({ name, book: full, isQuick }: Trial): Promise<Figure[]> {
  const summaries = { contentReduced70: undefined, contentReduced30: undefined, contentLine: undefined };
  const book = full.map((section) => ({ ...section, ...summaries }));
  const ofDemo = [...readerQuestions, ...heldOutQuestions, ...freshQuestions];
  const questions = name === 'demo' ? ofDemo : pinocchioQuestions;
  const guard = bookGuard();
  const counts = { asked: 0, before: 0, beside: 0, told: 0, admits: 0, admitsFuture: 0 };
  for (const [at, question] of questions.entries()) {
    if (isQuick && at % 4 !== 0) continue;
    const { section: level, ask } = question;
    const content = book.find(({ sectionNumber }) => sectionNumber === level)?.content ?? '';
    if (!holdsFact(question, content)) continue;
    const holds = async (marked: readonly Section[]) =>
      (await answerTo({ book: marked, level, guard }, question)).holds ? 1 : 0;
    const answers = async (marked: readonly Section[], at: number) =>
      (await converse({ book: marked, level: at, guard }, [ask]))[0] ?? '';
    const isBeside = (text: string, place: number) => place % 3 === at % 3 && !holdsFact(question, text);
    counts.asked += 1;
    counts.before += await holds(book);
    counts.beside += await holds(markedFor(book, question, isBeside));
    const answer = await answers(
      markedFor(book, question, (text) => holdsFact(question, text)),
      level,
    );
    if (holdsFact(question, answer)) counts.told += 1;
    if (admits(answer)) counts.admits += 1;
    if (admits(await answers(book, level - 1))) counts.admitsFuture += 1;
  }
  const of = (count: number) => `${count} of ${counts.asked}`;
  return [
    {
      name: 'non c’ero: facts answered, nothing marked; a third beside them',
      value: `${of(counts.before)}; ${of(counts.beside)}`,
      demanded: '≤ 2 points less',
      isMet: counts.before - counts.beside <= 0.02 * counts.asked,
    },
    {
      name: 'non c’ero: facts told that are marked',
      value: of(counts.told),
      demanded: '0',
      isMet: counts.told === 0,
    },
    {
      name: 'non c’ero: «non lo so» to what is marked; to the same as future',
      value: `${of(counts.admits)}; ${of(counts.admitsFuture)}`,
    },
  ];
}
