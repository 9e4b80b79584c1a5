import type { ChatRequest } from '../types.ts';
import type { Question, Wanted } from './question.ts';
import { told, type Telling, type Unit } from './units.ts';
import type { Lead } from './voice.ts';

/** A run of units to be said, and where it stands. */
export interface Excerpt {
  telling: Telling;
  from: number;
  to: number;
  units: readonly Unit[];
}

const shortest = 28;
const longest = 100;

/**
 * How much of the question an excerpt must hold, by rarity; below it, matching is chance. Asked for a yes or a no, it
 * must hold nearly all: half of a guess is no answer to it.
 */
const enough = 0.52;
/** More is needed when something in the question is not in the unlocked text at all. */
const enoughBesideUnknown = 0.6;
const enoughForYesNo = 0.85;

/** What tells who somebody is. */
const describing =
  /^(Era|È|Sono) \p{Lu}|(?<!\p{L})(si chiama\p{L}*|chiamav\p{L}*|nome|teneva|faceva|pilotava|figli[oa]|dimostrava|portava|anni)(?!\p{L})/u;

/** What an excerpt is judged by. */
interface Search {
  question: Question;
  lead: Lead;
  /** What the whole question weighs. */
  total: number;
  /** What the protagonist has said so far. */
  said: string;
  /** Where the rarest word of the question is first told of: that is where a person is introduced. */
  first: { telling: Telling; at: number } | undefined;
}

/** A telling, with what each of its units has to do with the question. */
interface Field {
  telling: Telling;
  hits: readonly (readonly Wanted[])[];
  /** How well ranking thinks of the passage each matching unit stands in, 0 to 1. */
  priors: readonly number[];
  /** How well it thinks of the section. */
  prior: number;
  /** Words of the question that the section has anywhere. */
  nearby: readonly Wanted[];
}

/**
 * The run of sentences that says most of what is asked, in words that can stand alone; none when the
 * question's rare words do not stand together anywhere.
 */
export function findExcerpt(
  request: ChatRequest,
  question: Question,
  said: string,
  lead: Lead,
): { excerpt: Excerpt; repeated: boolean } | undefined {
  const total = weigh(question.known) + question.unknownWeight;
  if (total === 0) return undefined;
  const search: Search = { question, lead, total, said, first: firstMention(request, question) };

  let best: { excerpt: Excerpt; value: number; repeated: boolean } | undefined;
  for (const field of fieldsOf(request, search)) {
    for (const [from, to, cover] of runs(field, search)) {
      const { telling } = field;
      const units = telling.units.slice(from, to + 1);
      const repeated = units.some(({ text }) => text.length > 20 && said.includes(text));
      const value = cover + worthOf(field, from, to, search) - (repeated ? 3 : 0);
      if (!best || value > best.value) best = { excerpt: { telling, from, to, units }, value, repeated };
    }
  }
  return best;
}

/**
 * The tellings of the sections that speak of everybody the question names: those that ranking found, so that the work does
 * not grow with the book, and the one where the rarest word is first told of.
 */
function* fieldsOf(request: ChatRequest, { question, lead, first }: Search): Generator<Field> {
  const { known, names } = question;
  const ranked = new Set(request.passages.map(({ section }) => section));
  if (first) ranked.add(first.telling.section);
  const topScore = request.passages[0]?.score ?? 1;
  for (const section of request.sections) {
    if (request.passages.length > 0 && !ranked.has(section)) continue;
    const { tellings, vocabulary } = told(section);
    const speaksOf = ({ stems }: Wanted) => stems.some((stem) => vocabulary.has(stem));
    if (!known.some(speaksOf) || !names.every(speaksOf)) continue;
    const passages = request.passages.filter((passage) => passage.section === section);
    const prior = (passages[0]?.score ?? 0) / topScore;
    for (const telling of tellings) {
      const hits = telling.units.map((unit) =>
        known.filter(({ stems }) => stems.some((stem) => unit.stems.has(stem))),
      );
      const priors = telling.units.map(({ text }, at) => {
        const passage = hits[at]?.length ? passages.find((one) => one.text.includes(text)) : undefined;
        return (passage?.score ?? 0) / topScore;
      });
      yield { telling, hits, priors, prior, nearby: lead === 'yesNo' ? [] : known.filter(speaksOf) };
    }
  }
}

/** The runs that hold enough of the question, each with how much of it. */
function* runs(field: Field, search: Search): Generator<[from: number, to: number, cover: number]> {
  const { telling, hits, nearby } = field;
  const { question, lead, total } = search;
  const threshold =
    lead === 'yesNo' ? enoughForYesNo : question.unknownWeight > 0 ? enoughBesideUnknown : enough;
  // A run begins at, or just before, something that was asked.
  const ahead = lead === 'who' ? 1 : 2;
  for (let from = 0; from < telling.units.length; from += 1) {
    if (!hits.slice(from, from + ahead).some((hit) => hit.length > 0)) continue;
    const covered = new Set<Wanted>();
    let words = 0;
    for (let to = from; to < telling.units.length; to += 1) {
      words += telling.units[to]?.words ?? 0;
      if (words > longest && to > from) break;
      for (const wanted of hits[to] ?? []) covered.add(wanted);
      if (words < shortest && to < telling.units.length - 1) continue;
      const cover = (lead === 'yesNo' ? closest(hits.slice(from, to + 1)) : weigh(covered)) / total;
      // What the section speaks of elsewhere counts half: the sentence that answers seldom repeats the question.
      const around = (0.5 * weigh(nearby.filter((wanted) => !covered.has(wanted)))) / total;
      if (cover < 0.3 || cover + around < threshold) continue;
      if (question.names.every((name) => covered.has(name))) yield [from, to, 2.2 * cover + around];
    }
  }
}

/** What speaks for a run besides how much of the question it holds. The weights were set by reading conversations. */
function worthOf(field: Field, from: number, to: number, search: Search): number {
  const { telling, hits, priors, prior } = field;
  const { question, lead, total, first } = search;
  const units = telling.units.slice(from, to + 1);
  const matching = units.filter((_, at) => hits[from + at]?.length);
  const words = units.reduce((sum, unit) => sum + unit.words, 0);
  const hinted = question.hints.filter(({ stems }) =>
    units.some((unit) => stems.some((stem) => unit.stems.has(stem))),
  );

  let value = shape(units) - Math.abs(words - 58) / 110;
  value += 0.7 * (matching.length / units.length);
  value += 0.3 * prior + 0.9 * Math.max(telling.summary ? 0.7 * prior : 0, ...priors.slice(from, to + 1));
  value += (0.8 * weigh(hinted)) / (total + weigh(question.hints) || 1);
  if (matching.every(lists)) value -= 0.8;
  if (lead === 'who') {
    if (first?.telling === telling) value += Math.max(0, 1 - Math.abs(from - first.at) / 20);
    if (matching.some(({ text }) => describing.test(text))) value += 0.6;
  }
  return value;
}

/** A mere list («C’erano mia madre, il Buio, la gamba») says nothing of what it names. */
function lists({ text, words }: Unit): boolean {
  return (text.match(/,/g)?.length ?? 0) / words > 0.28;
}

/** What two neighbouring units hold of the question at best: words that stand apart confirm nothing. */
function closest(hits: readonly (readonly Wanted[])[]): number {
  return Math.max(...hits.map((hit, at) => weigh(new Set([...hit, ...(hits[at + 1] ?? [])]))));
}

function weigh(wanted: Iterable<Wanted>): number {
  let sum = 0;
  for (const { rarity } of wanted) sum += rarity;
  return sum;
}

/** How well a run stands alone: begins where a paragraph does, ends where one ends, leans on nothing before it. */
function shape(units: readonly Unit[]): number {
  const first = units[0];
  const last = units.at(-1);
  if (!first || !last) return -1;
  let value = 0;
  if (first.opens) value += 0.3;
  if (first.leaning) value -= 0.45;
  if (first.dialogue) value -= 0.25;
  if (last.closes) value += 0.3;
  if (/[?:][»”]?$/.test(last.text)) value -= 0.6;
  if (last.dialogue) value -= 0.1;
  if (units.filter(({ dialogue }) => dialogue).length > units.length * 0.7) value -= 0.35;
  return value;
}

function firstMention(
  request: ChatRequest,
  question: Question,
): { telling: Telling; at: number } | undefined {
  const [rarest] = question.known.toSorted((one, other) => other.rarity - one.rarity);
  if (!rarest) return undefined;
  for (const section of request.sections) {
    const [telling] = told(section).tellings;
    const at = telling?.units.findIndex((unit) => rarest.stems.some((stem) => unit.stems.has(stem))) ?? -1;
    if (telling && at >= 0) return { telling, at };
  }
  return undefined;
}

/** A run from `from` on: about `words` words, to the end of a paragraph if one is near. */
export function runFrom(telling: Telling, from: number, words = 60): Excerpt | undefined {
  let count = 0;
  let to = from;
  for (; to < telling.units.length; to += 1) {
    const unit = telling.units[to];
    if (!unit) break;
    if (count > 0 && count + unit.words > longest + 10) break;
    count += unit.words;
    const cliff = /[?:][»”]?$/.test(unit.text);
    if (count >= words && unit.closes && !cliff) return cutAt(telling, from, to);
  }
  return to > from ? cutAt(telling, from, to - 1) : undefined;
}

function cutAt(telling: Telling, from: number, to: number): Excerpt {
  return { telling, from, to, units: telling.units.slice(from, to + 1) };
}

/** What comes after the last thing said: the next run of the same telling, or of the next unlocked section. */
export function continuation(request: ChatRequest): { excerpt: Excerpt } | 'nothing-after' | undefined {
  const last = request.history.findLast(
    ({ role, content }) => role === 'assistant' && content.length > 0,
  )?.content;
  if (!last) return undefined;
  let found: { telling: Telling; at: number } | undefined;
  let longestRun = 0;
  for (const section of request.sections) {
    for (const telling of told(section).tellings) {
      let run = 0;
      for (const [at, { text }] of telling.units.entries()) {
        // Short lines stand in many places; the longest run is what was said.
        run = last.includes(text) ? run + text.length : 0;
        if (run > Math.max(longestRun, 20)) [found, longestRun] = [{ telling, at }, run];
      }
    }
  }
  if (!found) return undefined;
  const next = runFrom(found.telling, found.at + 1);
  if (next) return { excerpt: next };
  const place = request.sections.indexOf(found.telling.section);
  const following = request.sections[place + 1];
  const opening = following && told(following).tellings[0];
  const excerpt = opening && runFrom(opening, 0);
  return excerpt ? { excerpt } : 'nothing-after';
}
