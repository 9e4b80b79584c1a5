import { likelihoods, reach } from './evidence.ts';
import { cutAt, isCliff, type Excerpt } from './excerpts.ts';
import { fieldsOf, weigh, type Field, type Search } from './fields.ts';
import type { Telling, Unit } from './units.ts';

export interface Found {
  excerpt: Excerpt;
  /** How much of the question the excerpt and what stands around it hold, 0 to 1. */
  cover: number;
  /** It was said before, in part. */
  repeated: boolean;
  /** Another place that may well hold the answer. */
  other?: Excerpt;
}

/** Words of a run, when another may be said beside it and when it is said alone. */
const shortest = 30;
const longest = 62;
const mostAlone = 105;
/** Words of two runs. */
const mostTogether = 112;
/** A second run is said when it is at least this likely beside the first. */
const worthSaying = 0.25;
/** Likelihoods are fitted on single questions; somewhat flattened they choose better runs. */
const sharpness = 0.75;
const kinCover = 0.2;
/** What was told before is told again only when nothing else comes near. */
const again = 0.4;

/** Runs less likely than this beside the best are not weighed. */
const hopeless = 0.02;
/** What standing alone well adds to a run's value, and the most that {@link shape} gives. */
const shapeWeight = 0.15;
const bestShape = 0.6;

interface Run {
  telling: Telling;
  from: number;
  to: number;
  words: number;
  cover: number;
  repeated: boolean;
  /** How likely the answer is in it, times how well it stands alone: only to be compared. */
  value: number;
}

/** The run of sentences most likely to hold the answer, in words that can stand alone, and a second one if it may be there. */
export function findExcerpt(search: Search): Found | undefined {
  const { known } = search.question;
  if (known.length === 0 || weigh(known) === 0) return undefined;
  const all = allRuns(search);
  const best = highest(all, mayStandAlone);
  if (!best) return undefined;
  const other = highest(
    all,
    (one) =>
      one.words <= longest &&
      !one.repeated &&
      one.value > best.value * worthSaying &&
      one.words + best.words <= mostTogether &&
      belongs(one, best) &&
      !isOfTheSame(one, best),
  );
  const { cover, repeated } = best;
  // One place told at length is better heard than two cut short, if as much is in it.
  const long = highest(
    all,
    (one) => one.repeated === repeated && one.telling.section === best.telling.section,
  );
  if (long && long.value >= best.value + (other?.value ?? 0))
    return { excerpt: rounded(long), cover: long.cover, repeated };
  if (!other) return { excerpt: rounded(best), cover, repeated };
  const between = gapBetween(best, other);
  if (between) return { excerpt: between, cover, repeated };
  return {
    excerpt: cutAt(best.telling, best.from, best.to),
    cover,
    repeated,
    other: cutAt(other.telling, other.from, other.to),
  };
}

/** A second run of another section has to speak of the matter itself, not only to be likely. */
function belongs(one: Run, best: Run): boolean {
  return one.telling.section === best.telling.section || one.cover >= 0.45;
}

/** The runs that can be said and may be chosen: what is left out could be neither the best nor told beside it. */
function allRuns(search: Search): Run[] {
  const { question, said, lead } = search;
  const total = weigh(question.known) + question.unknownWeight;
  const likelihoodOf = likelihoods(search);
  const fields = [...fieldsOf(search)].map((field) => ({ field, likelihood: likelihoodOf(field) }));
  const top = fields.reduce(
    (most, { likelihood }) => likelihood.reduce((all: number, one) => Math.max(all, one ?? all), most),
    -Infinity,
  );
  const shares = fields.map(({ field, likelihood }) => ({
    field,
    share: likelihood.map((one) => (one === undefined ? 0 : Math.exp(sharpness * (one - top)))),
  }));
  const candidates = shares.flatMap(({ field, share }) => likelyRuns(field, share));
  const wasSaid = once(({ text }: Unit) => text.length > 20 && said.includes(text));
  const weighed = ({ field, from, to, words, likely }: Candidate): Run | undefined => {
    const { telling } = field;
    const cover = coverOf(field, from, to, search, total);
    if (cover === undefined) return undefined;
    const units = telling.units.slice(from, to + 1);
    const repeated = units.some(wasSaid);
    let value = likely * (1 + shapeWeight * shape(units));
    if (repeated) value *= again;
    // Asked for a yes or a no, it is not enough to be close.
    value *= (lead === 'yesNo' ? 0.1 : 1) + cover;
    return { telling, from, to, words, cover, repeated, value };
  };
  // A run that cannot come near the best, however well it covers the question and stands alone, is nowhere looked for: the
  // likeliest, weighed first, spares most of them.
  const most = (1 + shapeWeight * bestShape) * (lead === 'yesNo' ? 1.1 : 2) * 1.000001;
  const likeliest = candidates
    .filter(mayStandAlone)
    .reduce<Candidate | undefined>(
      (one, other) => (one && one.likely >= other.likely ? one : other),
      undefined,
    );
  let best = (likeliest && weighed(likeliest)?.value) ?? 0;
  const found: Run[] = [];
  for (const candidate of candidates) {
    if (candidate.likely * most <= worthSaying * best) continue;
    const run = weighed(candidate);
    if (!run) continue;
    found.push(run);
    if (mayStandAlone(run)) best = Math.max(best, run.value);
  }
  return found;
}

interface Candidate {
  field: Field;
  from: number;
  to: number;
  words: number;
  /** The sum of its units' shares. */
  likely: number;
}

/** Short enough to be said beside another, or a single sentence. */
const mayStandAlone = ({ from, to, words }: { from: number; to: number; words: number }) =>
  words <= longest || from === to;

function once<K extends object, T>(look: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>();
  return (key) => {
    const found = known.get(key) ?? look(key);
    known.set(key, found);
    return found;
  };
}

/**
 * Every run of a length that can be said and that is not hopeless; none ends at a question that is answered next. The likeliest
 * sentence alone counts 1: most of a book need not be looked at closely.
 */
function likelyRuns(field: Field, share: readonly number[]): Candidate[] {
  const { units } = field.telling;
  const found: Candidate[] = [];
  if (share.reduce((sum, one) => sum + one, 0) < hopeless / 2) return found;
  for (let from = 0; from < units.length; from += 1) {
    let words = 0;
    let likely = 0;
    for (let to = from; to < units.length; to += 1) {
      const unit = units[to];
      if (!unit) break;
      words += unit.words;
      if (words > mostAlone && to > from) break;
      likely += share[to] ?? 0;
      if (likely <= hopeless || (words < shortest && to < units.length - 1)) continue;
      const isOpen = isCliff(unit) || (unit.text.includes('?') && units[to + 1]?.dialogue);
      if (!isOpen || to === units.length - 1) found.push({ field, from, to, words, likely });
    }
  }
  return found;
}

function highest(all: readonly Run[], may: (one: Run) => boolean): Run | undefined {
  let best: Run | undefined;
  for (const one of all) if ((!best || one.value > best.value) && may(one)) best = one;
  return best;
}

/** Both runs and what little stands between them, if they are of one telling. */
function gapBetween(one: Run, other: Run): Excerpt | undefined {
  if (one.telling !== other.telling) return undefined;
  const [from, to] = [Math.min(one.from, other.from), Math.max(one.to, other.to)];
  const words = one.telling.units.slice(from, to + 1).reduce((sum, unit) => sum + unit.words, 0);
  return words <= mostTogether + 10 ? cutAt(one.telling, from, to) : undefined;
}

/** A run that is said alone, drawn out to the end of a paragraph: what answers often stands a little further on. */
function rounded({ telling, from, to }: Run): Excerpt {
  let words = 0;
  let end = to;
  for (let at = from; at < telling.units.length; at += 1) {
    const unit = telling.units[at];
    words += unit?.words ?? 0;
    if (words > mostAlone && at > to) break;
    if (at > to && unit?.closes && !isCliff(unit)) end = at;
  }
  return cutAt(telling, from, end);
}

/** Whether two runs share units, or tell the same once in full and once in short. */
function isOfTheSame(one: Run, other: Run): boolean {
  if (one.telling === other.telling) return one.from <= other.to && other.from <= one.to;
  if (one.telling.section !== other.telling.section) return false;
  const stemsOf = ({ telling, from, to }: Run) =>
    new Set(telling.units.slice(from, to + 1).flatMap(({ stems }) => [...stems]));
  const [a, b] = [stemsOf(one), stemsOf(other)];
  const shared = [...a].filter((stem) => b.has(stem)).length;
  return shared > 0.35 * Math.min(a.size, b.size);
}

/** How much of the question a run holds: what is in it counts whole, what stands around it in part. */
function coverOf(
  { own, nearby }: Field,
  from: number,
  to: number,
  { question, lead }: Search,
  total: number,
): number | undefined {
  let inside = 0;
  let surely = 0;
  let sure = question.unknownWeight;
  let isAsked = question.known.every(({ lent }) => lent);
  let around = 0;
  let elsewhere = 0;
  for (const [index, { rarity, name, lent }] of question.known.entries()) {
    let most = 0;
    for (let at = from; at <= to; at += 1) most = Math.max(most, own[at]?.[index] ?? 0);
    let close = 0;
    for (let at = Math.max(0, from - reach); at <= Math.min(own.length - 1, to + reach); at += 1)
      close = Math.max(close, own[at]?.[index] ?? 0);
    if (close > 0 && !lent) isAsked = true;
    if (!name && !lent) {
      // Asked for a yes or a no, a word that is only akin is little of an answer; that somebody is named is none.
      surely += rarity * (most < 0.55 ? kinCover * most : most);
      sure += rarity;
    }
    inside += rarity * most;
    around += rarity * Math.max(0, close - most) * (name ? 0.75 : 0.5);
    if (close === 0) elsewhere += rarity * (nearby[index] ?? 0) * (name ? 0.45 : 0.25);
  }
  if (!isAsked) return undefined;
  const cover = lead === 'yesNo' && sure > 0 ? surely / sure : (inside + around + 0.6 * elsewhere) / total;
  return Math.min(1, cover);
}

/** How well a run stands alone: begins where a paragraph does, ends where one ends, leans on nothing before it. */
function shape(units: readonly Unit[]): number {
  const first = units[0];
  const last = units.at(-1);
  if (!first || !last) return -1;
  let value = 0;
  if (first.opens) value += 0.3;
  if (first.leaning) value -= 0.45;
  if (first.dialogue) value -= 0.3;
  if (last.closes) value += 0.3;
  if (isCliff(last)) value -= 0.8;
  if (last.dialogue) value -= 0.1;
  if (units.filter(({ dialogue }) => dialogue).length > units.length * 0.7) value -= 0.35;
  return value;
}
