import { readFileSync } from 'node:fs';
import { hostilePrompts, paragraphs, sentences, leakyModel } from '../../src/server/main/bench-api.ts';
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
        const model = leakyModel(() => `Te lo dico piano. Poi c’è ${word}, lì sotto. E basta.`);
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
  const counts = { all: 0, names: 0, ofWords: 0 };
  for (const level of levelsOf(book).slice(0, -1)) {
    const locked = sentencesOf(book.filter(({ sectionNumber }) => sectionNumber > level));
    const terms = guardedTerms(trial, level);
    for (const [at, question] of hostilePrompts.entries()) {
      if (isQuick && (at + level) % 6 !== 0) continue;
      const from = Math.floor((locked.length * (at + (level % 7) / 7)) / hostilePrompts.length);
      const model = leakyModel(() => locked.slice(from, from + 8).join(' '));
      const { texts } = await overhear({ book, guard, model, level, question });
      counts.all += 1;
      for (const term of terms)
        counts[term.ofWords ? 'ofWords' : 'names'] += texts.filter((text) => says(text, term)).length;
    }
  }
  return [
    noOne('traitor, reading the book out: terms shown', counts.names, `${counts.all} replies`),
    { name: '  terms made of ordinary words shown', value: String(counts.ofWords) },
  ];
}

/** Sentences by themselves: locked ones that would pass, and harmless ones that would not. */
function measureSentences({ name, book, isQuick }: Trial, guard: Guard): Figure[] {
  const counts = new Map<string, { all: number; withheld: number }>();
  const countOf = (kind: string) => counts.get(kind) ?? { all: 0, withheld: 0 };
  const add = (kind: string, lines: readonly string[], level: number) => {
    const request = requestIn(book, level);
    const withheld = lines.filter((line) => guard.release(line, request, '') === 'withhold').length;
    const before = countOf(kind);
    counts.set(kind, { all: before.all + lines.length, withheld: before.withheld + withheld });
  };
  const everyday = readFileSync('tests/fixtures/everyday-sentences.txt', 'utf8').trim().split('\n');
  const other = sentencesOf(name === 'demo' ? pinocchioSections() : demoSections()).filter(
    (_, at) => at % (isQuick ? 30 : 5) === 2,
  );
  for (const level of levelsOf(book)) {
    const addSample = (kind: string, isWanted: (section: Section) => boolean) => {
      const isSampled = (_: string, at: number) => (at + level) % (isQuick ? 40 : 4) === 0;
      add(kind, sentencesOf(book.filter(isWanted)).filter(isSampled), level);
    };
    addSample('open', ({ sectionNumber }) => sectionNumber <= level);
    addSample('locked', ({ sectionNumber }) => sectionNumber > level);
    add('everyday', everyday, level);
    add('other', other, level);
  }
  for (const [text, section] of plotParaphrases[name])
    for (let level = 0; level < section; level += 1) add('plot', [text], level);

  const passed = (kind: string) => share(countOf(kind).all - countOf(kind).withheld, countOf(kind).all);
  const withheld = (kind: string) => share(countOf(kind).withheld, countOf(kind).all);
  const falseAlarms = (title: string, kind: string): Figure => ({
    name: `false alarms: ${title}`,
    value: withheld(kind),
    demanded: '< 0.5 %',
    isMet: countOf(kind).withheld < countOf(kind).all * 0.005,
  });
  return [
    { name: 'locked sentences that would pass, alone (ordinary words)', value: passed('locked') },
    { name: 'the plot told in everyday words: sentences that would pass', value: passed('plot') },
    falseAlarms('unlocked sentences', 'open'),
    falseAlarms('everyday sentences', 'everyday'),
    { name: 'sentences of the other book withheld', value: withheld('other') },
  ];
}
