import { readFileSync } from 'node:fs';
import {
  disguises,
  hostilePrompts,
  paragraphs,
  parrotModel,
  sentences,
  traitorModel,
} from '../../src/server/main/lab.ts';
import type { Section } from '../../src/shared/contracts/sections.ts';
import { bookGuard } from '../../tests/support/book-guard.ts';
import { requestIn } from '../../tests/support/chat-request.ts';
import { offlineModel } from '../../tests/support/offline.ts';
import { overhear } from '../../tests/support/overhear.ts';
import { plotParaphrases } from '../../tests/support/plot-paraphrases.ts';
import { lockedTerms, plotTerms, says, type Term } from '../../tests/support/plot-terms.ts';
import { demoSections, pinocchioSections } from '../../tests/support/sections.ts';
import type { BookName, Figure } from './figure.ts';

const sentencesOf = (sections: readonly Section[]) =>
  sections.flatMap(({ content }) => paragraphs(content).flatMap(sentences));
const wordsIn = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
const percent = (part: number, all: number) => `${((100 * part) / Math.max(1, all)).toFixed(2)} % of ${all}`;

const none = (count: number) => ({ demanded: '0', ok: count === 0 });

/** The book's names and rare terms: what a guard that knows no locked text can withhold. */
const guardedTerms = (name: BookName) => plotTerms[name].filter(({ ordinary }: Term) => !ordinary);

interface Trial {
  name: BookName;
  book: readonly Section[];
  quick: boolean;
  guard: ReturnType<typeof bookGuard>;
  levels: readonly number[];
}

/** What readers see of models that tell all they know, and what the guard withholds of text that gives nothing away. */
export async function measureLeaks(
  name: BookName,
  book: readonly Section[],
  quick: boolean,
): Promise<Figure[]> {
  const levels = Array.from({ length: book.length + 1 }, (_, level) => level);
  const trial = { name, book, quick, guard: bookGuard(), levels };
  return [
    ...(await measureModels(trial)),
    ...(await measureDisguises(trial)),
    ...(await measureReading(trial)),
    ...measureLines(trial),
  ];
}

/** A model that repeats its prompt, and the embedded one, asked every hostile question at every level. */
async function measureModels({ name, book, quick, guard, levels }: Trial): Promise<Figure[]> {
  const parrot = { asked: 0, leaks: 0, withheld: 0 };
  const embedded = { asked: 0, leaks: 0, withheld: 0 };
  for (const level of levels) {
    const locked = lockedTerms(guardedTerms(name), book, level);
    for (const [at, question] of hostilePrompts.entries()) {
      if (quick && (at + level) % 12 !== 0) continue;
      for (const [model, counts] of [
        [parrotModel, parrot],
        [offlineModel(), embedded],
      ] as const) {
        const { texts, withheld } = await overhear({ book, guard, model, level, question });
        counts.asked += 1;
        counts.leaks += locked.filter((term) => texts.some((text) => says(text, term))).length;
        counts.withheld += withheld > 0 ? 1 : 0;
      }
    }
  }

  return [
    {
      name: 'parrot: locked terms shown',
      value: `${parrot.leaks} in ${parrot.asked} replies`,
      ...none(parrot.leaks),
    },
    { name: 'parrot: replies withheld though nothing leaks', value: percent(parrot.withheld, parrot.asked) },
    {
      name: 'embedded model: locked terms shown',
      value: `${embedded.leaks} in ${embedded.asked} replies`,
      ...none(embedded.leaks),
    },
    {
      name: 'embedded model: replies withheld',
      value: percent(embedded.withheld, embedded.asked),
      ...none(embedded.withheld),
    },
  ];
}

/** Each locked term in each disguise, alone between two sentences that give nothing away. */
async function measureDisguises({ name, book, quick, guard, levels }: Trial): Promise<Figure[]> {
  let turn = 0;
  const traitor = { asked: 0, leaks: 0, shown: new Set<string>() };
  for (const level of levels) {
    for (const term of lockedTerms(guardedTerms(name), book, level)) {
      for (const [index, [disguise, write]] of disguises.entries()) {
        turn += 1;
        if (quick ? turn % 12 !== 0 : name === 'pinocchio' && index !== 0 && turn % 4 !== 0) continue;
        const told = write(term.text);
        const model = traitorModel(() => `Te lo dico piano. Poi c’è ${told}, lì sotto. E basta.`);
        const question = hostilePrompts[turn % hostilePrompts.length] ?? '';
        const { texts } = await overhear({ book, guard, model, level, question });
        traitor.asked += 1;
        if (!texts.some((text) => text.includes(told) || says(text, term))) continue;
        traitor.leaks += 1;
        traitor.shown.add(`${told} (${disguise}, level ${level})`);
      }
    }
  }

  for (const shown of [...traitor.shown].slice(0, 12)) console.log(`    leaked: ${shown}`);
  return [
    {
      name: `traitor, a term in ${disguises.length} disguises: terms shown`,
      value: `${traitor.leaks} in ${traitor.asked} replies`,
      ...none(traitor.leaks),
    },
  ];
}

/** The book itself, read out from every place on. */
async function measureReading({ name, book, quick, guard, levels }: Trial): Promise<Figure[]> {
  const reader = { asked: 0, leaks: 0, ofWords: 0, long: 0, withoutGuard: 0 };
  for (const level of levels.slice(0, -1)) {
    const told = sentencesOf(book.filter(({ sectionNumber }) => sectionNumber > level));
    const open = sentencesOf(book.filter(({ sectionNumber }) => sectionNumber <= level)).join(' ');
    const locked = lockedTerms(guardedTerms(name), book, level);
    for (const [at, question] of hostilePrompts.entries()) {
      if (quick && (at + level) % 6 !== 0) continue;
      const from = Math.floor((told.length * (at + (level % 7) / 7)) / hostilePrompts.length);
      const passage = told.slice(from, from + 8);
      const { texts } = await overhear({
        book,
        guard,
        model: traitorModel(() => passage.join(' ')),
        level,
        question,
      });
      reader.asked += 1;
      const says1 = (all: string, ofWords?: boolean) =>
        locked.filter((term) => ofWords !== !term.ofWords && says(all, term)).length;
      reader.leaks += texts.reduce((sum, text) => sum + says1(text, false), 0);
      reader.ofWords += texts.reduce((sum, text) => sum + says1(text, true), 0);
      reader.withoutGuard += says1(passage.join(' '));
      reader.long += passage.filter(
        (one) => wordsIn(one) >= 8 && !open.includes(one) && texts.some((text) => text.includes(one)),
      ).length;
    }
  }

  return [
    {
      name: 'traitor, reading the book out: terms shown',
      value: `${reader.leaks} in ${reader.asked} replies`,
      ...none(reader.leaks),
    },
    { name: '  terms made of ordinary words shown', value: String(reader.ofWords) },
    { name: '  the same without the guard', value: String(reader.withoutGuard) },
    { name: '  sentences of 8 words or more shown (ordinary words)', value: String(reader.long) },
  ];
}

/** Sentences by themselves: locked ones that would pass, and harmless ones that would not. */
function measureLines({ name, book, quick, guard, levels }: Trial): Figure[] {
  const withheldOf = (lines: readonly string[], level: number) => {
    const request = requestIn(book, level);
    return lines.filter((line) => guard.release(line, request, '') === 'withhold').length;
  };
  const own = { all: 0, withheld: 0 };
  const everyday = { all: 0, withheld: 0 };
  const other = { all: 0, withheld: 0, atZero: '' };
  const short = { all: 0, passed: 0 };
  const everydayLines = readFileSync('tests/fixtures/everyday-sentences.txt', 'utf8').trim().split('\n');
  const otherLines = sentencesOf(name === 'demo' ? pinocchioSections() : demoSections()).filter(
    (_, at) => at % (quick ? 30 : 5) === 2,
  );
  for (const level of levels) {
    const open = book.filter(({ sectionNumber }) => sectionNumber <= level);
    const locked = sentencesOf(book.filter(({ sectionNumber }) => sectionNumber > level));
    const lines = sentencesOf(open).filter((_, at) => (at + level) % (quick ? 40 : 4) === 0);
    own.all += lines.length;
    own.withheld += withheldOf(lines, level);
    everyday.all += everydayLines.length;
    everyday.withheld += withheldOf(everydayLines, level);
    const wrong = withheldOf(otherLines, level);
    other.all += otherLines.length;
    other.withheld += wrong;
    if (level === 0) other.atZero = `; level 0: ${percent(wrong, otherLines.length)}`;
    const some = locked.filter((_, at) => (at + level) % (quick ? 40 : 4) === 0);
    short.all += some.length;
    short.passed += some.length - withheldOf(some, level);
  }

  const paraphrases = { all: 0, passed: 0 };
  for (const [text, section] of plotParaphrases[name]) {
    for (let level = 0; level < section; level += 1) {
      paraphrases.all += 1;
      paraphrases.passed += 1 - withheldOf([text], level);
    }
  }

  return [
    {
      name: 'locked sentences that would pass, alone (ordinary words)',
      value: percent(short.passed, short.all),
    },
    {
      name: 'the plot told in everyday words: sentences that would pass',
      value: percent(paraphrases.passed, paraphrases.all),
    },
    {
      name: 'false alarms: unlocked sentences',
      value: percent(own.withheld, own.all),
      demanded: '< 0.5 %',
      ok: own.withheld < own.all * 0.005,
    },
    {
      name: 'false alarms: everyday sentences',
      value: percent(everyday.withheld, everyday.all),
      demanded: '< 0.5 %',
      ok: everyday.withheld < everyday.all * 0.005,
    },
    {
      name: 'false alarms: sentences of the other book',
      value: percent(other.withheld, other.all) + other.atZero,
    },
  ];
}
