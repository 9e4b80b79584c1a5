import { summaryShares } from '#shared/contracts/summaries.ts';
import { runNow, type Task } from '#shared/tasks.ts';
import { countWords } from '#shared/words.ts';
import { centrality } from './centrality.ts';
import { chooseToFit } from './fit.ts';
import { textOf, unitsOf, type Unit } from './units.ts';

/** Units that are compared with each other; a longer text is taken in parts, so that each part of the story has its share. */
const partSize = 90;

/** How the parts of a unit's worth are weighed: chosen by hand on the demonstration book (docs/decisions/008). */
const weights = { coverage: 1, centrality: 0.6, names: 0.25, ends: 0.2, speech: 0.75, leaning: 0.8 };

/** A unit of which less than this is new says what was said: it comes last. */
const sameAgain = 0.35;

/** The longest sentence that is taken for the line, in characters; and the shortest. */
const line = { longest: 220, shortest: 45 };

interface Scored {
  unit: Unit;
  /** Worth by itself, whatever else is taken. */
  score: number;
  /** What it added, or would add, to what was taken before it. */
  gain: number;
}

/**
 * A text at about 70 or 30 % of its words, of its own sentences, whole and in their order. Its statistics are its own: it
 * needs nothing of the other sections.
 *
 * `undefined` when no choice of whole sentences has the right length (see `summaryShares`).
 */
export function* extractInSteps(content: string, form: keyof typeof summaryShares): Task<string | undefined> {
  const { least, most, target } = summaryShares[form];
  const total = countWords(content);
  const units = yield* unitsOf(content);
  const chosenSentences: Scored[] = [];
  const otherSentences: Scored[] = [];
  for (const part of partsOf(units)) {
    const scored = yield* score(part, units.length);
    const budget = part.reduce((sum, { words }) => sum + words, 0) * target;
    yield* choose(scored, budget, chosenSentences, otherSentences);
  }
  const [low, high] = [Math.ceil(total * least), Math.floor(total * most)];
  for (const sizeOf of sizings) {
    const sized = (items: readonly Scored[]) =>
      items.flatMap((item) => {
        const words = sizeOf(item.unit);
        return words === undefined ? [] : [{ unit: item.unit, gain: item.gain, words }];
      });
    const selection = chooseToFit(sized(chosenSentences), sized(otherSentences), low, high);
    const text = selection && textOf(selection.map(({ unit }) => unit).toSorted((a, b) => a.order - b.order));
    if (text && countWords(text) >= low && countWords(text) <= high) return text;
  }
  return undefined;
}

/**
 * The dash of a speech taken from its middle is a word too, but only where the speech does not go on from the unit before: it
 * is counted nowhere, then everywhere, and at last units that may need one are left out.
 */
const sizings: ((unit: Unit) => number | undefined)[] = [
  ({ words }) => words,
  ({ words, needsDash }) => words + (needsDash ? 1 : 0),
  ({ words, needsDash }) => (needsDash ? undefined : words),
];

export const extract = (content: string, form: keyof typeof summaryShares) =>
  runNow(extractInSteps(content, form));

/** The one sentence of a text that says most of it; `undefined` when it has none of a fitting length. */
export function* extractLineInSteps(content: string): Task<string | undefined> {
  const units = yield* unitsOf(content);
  let best: { text: string; worth: number } | undefined;
  for (const part of partsOf(units)) {
    for (const { unit, score: own } of yield* score(part, units.length)) {
      const { text, speech, leaning, stems } = unit;
      if (speech || leaning || text.length < line.shortest || !standsAlone(text)) continue;
      // What a sentence says, not how densely: the line must hold as much as it can.
      const worth = own * Math.sqrt(stems.size);
      if (!best || worth > best.worth) best = { text, worth };
    }
  }
  return best?.text ?? units.find(({ text }) => standsAlone(text))?.text;
}

/** Whole, not too long, and not the announcement of a speech. */
function standsAlone(text: string): boolean {
  return text.length <= line.longest && /^[\p{L}\p{N}]/u.test(text) && /[.!?…]$/.test(text);
}

export const extractLine = (content: string) => runNow(extractLineInSteps(content));

function partsOf(units: readonly Unit[]): Unit[][] {
  const parts: Unit[][] = [];
  const count = Math.max(1, Math.ceil(units.length / partSize));
  for (let part = 0; part < count; part += 1)
    parts.push(
      units.slice(Math.round((part * units.length) / count), Math.round(((part + 1) * units.length) / count)),
    );
  return parts;
}

function* score(part: readonly Unit[], all: number): Task<Scored[]> {
  const ranks = yield* centrality(part);
  return part.map((unit, at) => {
    const { order } = unit;
    const atEnd = order === 0 || order === all - 1 ? 1 : order < 3 || order >= all - 3 ? 0.5 : 0;
    const worth =
      weights.centrality * (ranks[at] ?? 0) +
      weights.names * Math.min(1, unit.names.size / 2) +
      weights.ends * atEnd;
    return {
      unit,
      gain: 0,
      score: worth * (unit.speech ? weights.speech : 1) * (unit.leaning ? weights.leaning : 1),
    };
  });
}

/** Takes units into `taken` while `budget` words last, each time the one that adds most per word; the others go to `left`. */
function* choose(scored: readonly Scored[], budget: number, taken: Scored[], left: Scored[]): Task<void> {
  const weight = stemWeights(scored);
  const covered = new Map<string, number>();
  const open = new Set(scored);
  const inside = new Set<number>();
  let spent = 0;
  for (;;) {
    let best: { item: Scored; gain: number } | undefined;
    for (const item of open) {
      if (spent + item.unit.words > budget + item.unit.words / 2) continue;
      // Said a second time it is worth a third, and then a third of that.
      let fresh = 0;
      let alone = 0;
      for (const [stem, count] of item.unit.stems) {
        const before = covered.get(stem) ?? 0;
        const worth = (weight.get(stem) ?? 0) * (1 - 3 ** -count);
        alone += worth;
        fresh += worth * 3 ** -before;
      }
      const neighbour = inside.has(item.unit.order - 1) ? 1.1 : 1;
      const { words } = item.unit;
      const novelty = fresh / (alone || 1);
      const worth = (weights.coverage * fresh) / words + (item.score / Math.sqrt(words)) * novelty;
      const gain = worth * neighbour * (novelty < sameAgain ? 0.1 : 1);
      item.gain = gain;
      if (!best || gain > best.gain) best = { item, gain };
    }
    if (!best) break;
    const { item } = best;
    open.delete(item);
    taken.push(item);
    inside.add(item.unit.order);
    spent += item.unit.words;
    for (const [stem, count] of item.unit.stems) covered.set(stem, (covered.get(stem) ?? 0) + count);
    yield;
  }
  left.push(...open);
}

/** What it is worth to mention a stem: more for what the text keeps coming back to. From 0 to 1. */
function stemWeights(scored: readonly Scored[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { unit } of scored)
    for (const [stem, count] of unit.stems) counts.set(stem, (counts.get(stem) ?? 0) + count);
  const most = Math.log(1 + Math.max(1, ...counts.values()));
  return new Map([...counts].map(([stem, count]) => [stem, Math.log(1 + count) / most]));
}
