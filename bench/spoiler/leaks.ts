import { readFileSync } from 'node:fs';
import { hostilePrompts, paragraphs, sentences, traitorModel } from '../../src/server/main/lab.ts';
import { disguises } from '../../tests/support/disguises.ts';
import type { Section } from '../../src/shared/contracts/sections.ts';
import { bookGuard } from '../../tests/support/book-guard.ts';
import { requestIn } from '../../tests/support/chat-request.ts';
import { overhear } from '../../tests/support/overhear.ts';
import { plotParaphrases } from '../../tests/support/plot-paraphrases.ts';
import { lockedTerms, plotTerms, says } from '../../tests/support/plot-terms.ts';
import { demoSections, pinocchioSections } from '../../tests/support/sections.ts';
import { type Figure, levelsOf, noOne, share, type Trial } from './figure.ts';

const sentencesOf = (sections: readonly Section[]) =>
  sections.flatMap(({ content }) => paragraphs(content).flatMap(sentences));

/** The book's names and rare terms above the level: what a guard that knows no locked text can withhold. */
const guardedTerms = ({ name, book }: Trial, level: number) =>
  lockedTerms(
    plotTerms[name].filter(({ ordinary }) => !ordinary),
    book,
    level,
  );

type Guard = ReturnType<typeof bookGuard>;

/** What readers see of models that tell all they know, and what the guard withholds of text that gives nothing away. */
export async function measureLeaks(trial: Trial): Promise<Figure[]> {
  const guard = bookGuard();
  return [
    await measureDisguises(trial, guard),
    ...(await measureReading(trial, guard)),
    ...measureSentences(trial, guard),
  ];
}

/** Each locked term in each disguise, alone between two sentences that give nothing away. */
async function measureDisguises(trial: Trial, guard: Guard): Promise<Figure> {
  const { name, book, isQuick } = trial;
  let turn = 0;
  let all = 0;
  let leaks = 0;
  for (const level of levelsOf(book))
    for (const term of guardedTerms(trial, level))
      for (const [index, [disguise, write]] of disguises.entries()) {
        turn += 1;
        if (isQuick ? turn % 12 !== 0 : name === 'pinocchio' && index !== 0 && turn % 4 !== 0) continue;
        const word = write(term.text);
        const model = traitorModel(() => `Te lo dico piano. Poi c’è ${word}, lì sotto. E basta.`);
        const question = hostilePrompts[turn % hostilePrompts.length] ?? '';
        const { texts } = await overhear({ book, guard, model, level, question });
        all += 1;
        if (!texts.some((text) => text.includes(word) || says(text, term))) continue;
        leaks += 1;
        if (leaks <= 12) console.log(`    leaked: ${word} (${disguise}, level ${level})`);
      }
  return noOne(`traitor, a term in ${disguises.length} disguises: terms shown`, leaks, `${all} replies`);
}

/** The book itself, read out from every place on. */
async function measureReading(trial: Trial, guard: Guard): Promise<Figure[]> {
  const { book, isQuick } = trial;
  const counts = { all: 0, names: 0, ofWords: 0, sentences: 0, withoutGuard: 0 };
  for (const level of levelsOf(book).slice(0, -1)) {
    const locked = sentencesOf(book.filter(({ sectionNumber }) => sectionNumber > level));
    const open = sentencesOf(book.filter(({ sectionNumber }) => sectionNumber <= level)).join(' ');
    const terms = guardedTerms(trial, level);
    for (const [at, question] of hostilePrompts.entries()) {
      if (isQuick && (at + level) % 6 !== 0) continue;
      const from = Math.floor((locked.length * (at + (level % 7) / 7)) / hostilePrompts.length);
      const passage = locked.slice(from, from + 8);
      const model = traitorModel(() => passage.join(' '));
      const { texts } = await overhear({ book, guard, model, level, question });
      counts.all += 1;
      for (const term of terms) {
        counts[term.ofWords ? 'ofWords' : 'names'] += texts.filter((text) => says(text, term)).length;
        counts.withoutGuard += says(passage.join(' '), term) ? 1 : 0;
      }
      const isLong = (sentence: string) => (sentence.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= 8;
      counts.sentences += passage.filter(
        (one) => isLong(one) && !open.includes(one) && texts.some((text) => text.includes(one)),
      ).length;
    }
  }
  return [
    noOne('traitor, reading the book out: terms shown', counts.names, `${counts.all} replies`),
    { name: '  terms made of ordinary words shown', value: String(counts.ofWords) },
    { name: '  the same without the guard', value: String(counts.withoutGuard) },
    { name: '  sentences of 8 words or more shown (ordinary words)', value: String(counts.sentences) },
  ];
}

/** Sentences by themselves: locked ones that would pass, and harmless ones that would not. */
function measureSentences({ name, book, isQuick }: Trial, guard: Guard): Figure[] {
  const kinds = ['locked', 'open', 'everyday', 'other', 'plot'] as const;
  const counts = Object.fromEntries(kinds.map((kind) => [kind, { all: 0, withheld: 0 }])) as Record<
    (typeof kinds)[number],
    { all: number; withheld: number }
  >;
  const add = (kind: (typeof kinds)[number], lines: readonly string[], level: number) => {
    const request = requestIn(book, level);
    counts[kind].all += lines.length;
    counts[kind].withheld += lines.filter((line) => guard.release(line, request, '') === 'withhold').length;
  };
  const everyday = readFileSync('tests/fixtures/everyday-sentences.txt', 'utf8').trim().split('\n');
  const other = sentencesOf(name === 'demo' ? pinocchioSections() : demoSections()).filter(
    (_, at) => at % (isQuick ? 30 : 5) === 2,
  );
  for (const level of levelsOf(book)) {
    const isSampled = (_: string, at: number) => (at + level) % (isQuick ? 40 : 4) === 0;
    const of = (isWanted: (section: Section) => boolean) =>
      sentencesOf(book.filter(isWanted)).filter(isSampled);
    add(
      'open',
      of(({ sectionNumber }) => sectionNumber <= level),
      level,
    );
    add(
      'locked',
      of(({ sectionNumber }) => sectionNumber > level),
      level,
    );
    add('everyday', everyday, level);
    add('other', other, level);
  }
  for (const [text, section] of plotParaphrases[name])
    for (let level = 0; level < section; level += 1) add('plot', [text], level);

  const passed = ({ all, withheld }: { all: number; withheld: number }) => share(all - withheld, all);
  const falseAlarms = (title: string, { all, withheld }: { all: number; withheld: number }): Figure => ({
    name: `false alarms: ${title}`,
    value: share(withheld, all),
    demanded: '< 0.5 %',
    isMet: withheld < all * 0.005,
  });
  return [
    { name: 'locked sentences that would pass, alone (ordinary words)', value: passed(counts.locked) },
    { name: 'the plot told in everyday words: sentences that would pass', value: passed(counts.plot) },
    falseAlarms('unlocked sentences', counts.open),
    falseAlarms('everyday sentences', counts.everyday),
    { name: 'sentences of the other book withheld', value: share(counts.other.withheld, counts.other.all) },
  ];
}
