import { createHostedModel } from '../../src/server/main/lab.ts';
import type { Section } from '../../src/shared/contracts/sections.ts';
import { absenceMarks } from '../../src/shared/witnessed.ts';
import { bookGuard } from '../../tests/support/book-guard.ts';
import { answerTo, converse } from '../../tests/support/character.ts';
import { startFakeGroq } from '../../tests/support/fake-groq.ts';
import { variants, withUnwitnessed } from '../../tests/support/locked-variants.ts';
import { pinocchioQuestions } from '../../tests/support/pinocchio-questions.ts';
import {
  freshQuestions,
  heldOutQuestions,
  readerQuestions,
  type ReaderQuestion,
} from '../../tests/support/reader-questions.ts';
import type { BookName, Figure } from './figure.ts';

/** The lines of the voice that say so, however the answer goes on. */
const admits = (answer: string) =>
  /non (lo )?so\b|non saprei|non ce l’ho|non mi dice|non (lo )?conosco|non c’ero|mai sentito|niente, per ora|carta bianca|non ci sono ancora|non l’ho vissuto/i.test(
    answer.slice(0, 120),
  );
const flat = (text: string) => text.replace(/\s+/g, ' ').toLowerCase();
const holdsFact = ({ facts }: ReaderQuestion, text: string) =>
  facts.some((fact) => flat(text).includes(flat(fact)));

/** The book of one question, with the paragraphs marked that `isMarked` chooses among those of its section. */
function markedFor(
  book: readonly Section[],
  { section: number }: ReaderQuestion,
  isMarked: (paragraph: string, at: number) => boolean,
): Section[] {
  return book.map((section) => {
    if (section.sectionNumber !== number) return section;
    const paragraphs = section.content
      .split(/\n\s*\n/)
      .map((text, at) =>
        isMarked(text, at) ? `${absenceMarks.open}\n${text}\n${absenceMarks.close}` : text,
      );
    return { ...section, content: paragraphs.join('\n\n') };
  });
}

/**
 * Passages marked «non c’ero», asked of the embedded model without cards and summaries, at the question's section: a third of the
 * paragraphs that do not answer is marked, then those that do. Then what a reader is told, with the passages real, absent and noise.
 */
export async function measureUnwitnessed(
  name: BookName,
  full: readonly Section[],
  quick: boolean,
): Promise<Figure[]> {
  const book = full.map((section) => ({
    ...section,
    contentReduced70: undefined,
    contentReduced30: undefined,
    contentLine: undefined,
  }));
  const all =
    name === 'demo' ? [...readerQuestions, ...heldOutQuestions, ...freshQuestions] : pinocchioQuestions;
  const guard = bookGuard();
  const counts = { asked: 0, before: 0, beside: 0, told: 0, admits: 0, admitsFuture: 0 };
  for (const [at, question] of all.entries()) {
    if (quick && at % 4 !== 0) continue;
    const content = book.find(({ sectionNumber }) => sectionNumber === question.section)?.content ?? '';
    if (!holdsFact(question, content)) continue;
    const holds = async (marked: readonly Section[]) =>
      (await answerTo({ book: marked, level: question.section, guard }, question)).holds;
    counts.asked += 1;
    if (await holds(book)) counts.before += 1;
    const beside = markedFor(
      book,
      question,
      (text, place) => place % 3 === at % 3 && !holdsFact(question, text),
    );
    if (await holds(beside)) counts.beside += 1;
    const about = markedFor(book, question, (text) => holdsFact(question, text));
    const [answer = ''] = await converse({ book: about, level: question.section, guard }, [question.ask]);
    if (holdsFact(question, answer)) counts.told += 1;
    if (admits(answer)) counts.admits += 1;
    const [early = ''] = await converse({ book, level: question.section - 1, guard }, [question.ask]);
    if (admits(early)) counts.admitsFuture += 1;
  }
  const groq = await startFakeGroq();
  groq.otherwise = { kind: 'answer', pieces: ['Non lo so.'] };
  const hosted = createHostedModel({ apiKey: 'k', baseUrl: groq.url });
  const identical = { replies: 0, bodies: 0 };
  let compared = 0;
  for (const [at, { ask, section }] of all.entries()) {
    if (at % (quick ? 8 : 2) !== 0) continue;
    const replies = new Set<string>();
    const bodies = new Set<string>();
    for (const variant of variants) {
      const talk = { book: withUnwitnessed(book, variant, at), level: section, guard };
      replies.add(JSON.stringify(await converse(talk, [ask])));
      groq.bodies.length = 0;
      await converse({ ...talk, model: hosted }, [ask, 'E poi?']);
      bodies.add(groq.bodies.join('\n'));
    }
    compared += 1;
    if (replies.size === 1) identical.replies += 1;
    if (bodies.size === 1 && !bodies.has('')) identical.bodies += 1;
  }
  await groq.close();
  const alike = (count: number) => ({
    value: `${((100 * count) / compared).toFixed(2)} % of ${compared}`,
    demanded: '100 %',
    ok: count === compared,
  });
  const share = (count: number) => `${count} of ${counts.asked}`;
  const lost = (100 * (counts.before - counts.beside)) / counts.asked;
  return [
    {
      name: 'non c’ero: HTTP bodies, passages real, absent and noise',
      ...alike(identical.bodies),
    },
    {
      name: 'non c’ero: replies, passages real, absent and noise',
      ...alike(identical.replies),
    },
    { name: 'non c’ero: facts answered, nothing marked', value: share(counts.before) },
    {
      name: 'non c’ero: facts answered, a third beside them marked',
      value: share(counts.beside),
      demanded: '≤ 2 points less',
      ok: lost <= 2,
    },
    {
      name: 'non c’ero: facts told that are marked',
      value: share(counts.told),
      demanded: '0',
      ok: counts.told === 0,
    },
    {
      name: 'non c’ero: «non lo so» to what is marked; to the same as future',
      value: `${share(counts.admits)}; ${share(counts.admitsFuture)}`,
    },
  ];
}
