import { terms } from '../text/italian.ts';
import type { ChatRequest } from '../model/types.ts';
import type { Excerpt } from './excerpts.ts';
import type { Question, Wanted } from './question.ts';
import { told, type Telling, type Unit } from './units.ts';
import type { Lead } from './voice.ts';

/** What is looked for and where the conversation is. */
export interface Search {
  request: ChatRequest;
  question: Question;
  lead: Lead;
  /** Where the last answer was taken from, when this question leans on it. */
  last: Excerpt | undefined;
  /** What the protagonist has said so far. */
  said: string;
}

/** A telling, with what each of its units has of each word of the question. */
export interface Field {
  telling: Telling;
  /** For each unit, for each known word, what the unit's best stem for it counts. */
  own: readonly (readonly number[])[];
  hints: readonly number[];
  /** For each known word, what the best of its stems that the section has anywhere counts. */
  nearby: readonly number[];
  /** How much of the question the section's title is, 0 to 1. */
  titled: number;
  /** How late in what is unlocked, 0 to 1. */
  late: number;
  /** How well ranking thinks of the section, and of the passage a unit stands in, 0 to 1. */
  prior: number;
  passage(unit: Unit): number;
}

/** Sections that are looked through whole. */
const mostSections = 14;

/** The tellings of the sections that have anything of the question, with what each unit has of it. */
export function* fieldsOf({ request, question }: Search): Generator<Field> {
  const { known, names, hints } = question;
  const topScore = request.passages[0]?.score ?? 1;
  const topSection = Math.max(
    1e-9,
    ...request.sections.map((section) =>
      sectionScore(request.passages.filter((one) => one.section === section)),
    ),
  );
  // Of a long book only what ranking found: the work must not grow with its length.
  const ranked = new Set(request.passages.map(({ section }) => section));
  const sections = request.sections
    .filter((section) => request.sections.length <= mostSections || ranked.size === 0 || ranked.has(section))
    .map((section) => ({ section, ...told(section) }));
  const speaks = ({ vocabulary }: { vocabulary: ReadonlySet<string> }, { stems }: Wanted) =>
    [...stems.keys()].some((stem) => vocabulary.has(stem));
  // Where all the names are spoken of together; where nothing is, any of them will do.
  const together = sections.filter((one) => names.every((name) => speaks(one, name)));
  for (const one of together.length > 0 ? together : sections) {
    const nearby = known.map(({ stems }) =>
      [...stems].reduce(
        (most, [stem, worth]) => (one.vocabulary.has(stem) ? Math.max(most, worth) : most),
        0,
      ),
    );
    if (!nearby.some((worth) => worth > 0)) continue;
    const passages = request.passages.filter(({ section }) => section === one.section);
    const prior = sectionScore(passages) / topSection;
    const inTitle = new Set(terms(one.section.title));
    const titled =
      sum(known, ({ stems }) =>
        [...stems].some(([stem, worth]) => worth === 1 && inTitle.has(stem)) ? 1 : 0,
      ) / (weigh(known) || 1);
    const late = (request.sections.indexOf(one.section) + 1) / request.sections.length;
    for (const telling of one.tellings) {
      yield {
        telling,
        nearby,
        titled,
        late,
        own: held(telling, known),
        hints: held(telling, hints).map((row) => sum(hints, (_, index) => row[index] ?? 0)),
        prior,
        passage: ({ text }) =>
          (passages.find((passage) => passage.text.includes(text))?.score ?? 0) / topScore,
      };
    }
  }
}

/** What ranking thinks of a section: its best passage, half the second, a quarter of the third. */
function sectionScore(passages: readonly { score: number }[]): number {
  return passages.reduce((all, { score }, place) => all + score * 0.5 ** place, 0);
}

/** For each unit of a telling, for each word, what the unit's best stem for it counts. */
function held({ units, where }: Telling, wanted: readonly Wanted[]): number[][] {
  const silent = wanted.map(() => 0);
  const rows = units.map(() => silent);
  for (const [index, { stems }] of wanted.entries())
    for (const [stem, worth] of stems)
      for (const at of where.get(stem) ?? []) {
        let row = rows[at] ?? silent;
        if (row === silent) rows[at] = row = [...silent];
        row[index] = Math.max(row[index] ?? 0, worth);
      }
  return rows;
}

function sum(wanted: readonly Wanted[], worth: (one: Wanted, index: number) => number): number {
  return wanted.reduce((all, one, index) => all + one.rarity * worth(one, index), 0);
}

export function weigh(wanted: readonly Wanted[]): number {
  return sum(wanted, () => 1);
}
