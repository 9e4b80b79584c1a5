import { terms } from '../italian.ts';
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

/** What is looked for and where the conversation is. */
export interface Search {
  request: ChatRequest;
  question: Question;
  /** The words of the question before, when this one leans on it; they point, they are not required. */
  context: Question | undefined;
  lead: Lead;
  /** Where the last answer was taken from, when this question leans on it. */
  last: Excerpt | undefined;
  /** What the protagonist has said so far. */
  said: string;
}

export interface Found {
  excerpt: Excerpt;
  /** How much of the question the excerpt and what stands around it hold, 0 to 1. */
  cover: number;
  /** It was said before, in part. */
  repeated: boolean;
  /** Another place that says nearly as much of what is asked. */
  other?: Excerpt;
}

/** Words of an excerpt. */
const shortest = 30;
const longest = 62;
/** Units before and after a run that still speak of the same thing. */
const reach = 4;

/** What tells who somebody is. */
const describing =
  /^(Era|È|Sono) \p{Lu}|(?<!\p{L})(si chiama\p{L}*|chiamav\p{L}*|nome|teneva|faceva|pilotava|figli[oa]|dimostrava|portava|anni)(?!\p{L})/u;

/** What an answer to a question of this kind is likely to have. */
const signs: Partial<Record<Lead, RegExp>> = {
  howMany:
    /\d|(?<!\p{L})(un[oa]?|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici|quattordici|quindici|sedici|diciassette|diciotto|diciannove|\p{L}*(venti|trent|quarant|cinquant|sessant|settant|ottant|novant|cento|mille|mila)\p{L}*|metà|mezzo)(?!\p{L})/iu,
  when: /\d|(?<!\p{L})(mattina|sera|notte|alba|giorno|giorni|mese|mesi|anno|anni|inverno|estate|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|mezzogiorno|ora|ore|dopo|prima)(?!\p{L})/iu,
  why: /(?<!\p{L})(perché|perchè|poiché|siccome|per via|così|altrimenti|dunque|per questo|perciò|avevo capito)(?!\p{L})/iu,
  where:
    /(?<!\p{L})(in|a|al|alla|sul|sulla|nel|nella|nello|sotto|dentro|dietro|accanto|davanti|sopra|fino|fra|tra|presso|chilometro)(?!\p{L})/iu,
  told: /«|—/,
};

/** A telling, with what each of its units has of each word of the question. */
interface Field {
  telling: Telling;
  /** For each unit, for each known word, what the unit's best stem for it counts. */
  own: readonly (readonly number[])[];
  context: readonly number[];
  hints: readonly number[];
  /** For each known word, what the best of its stems that the section has anywhere counts. */
  nearby: readonly number[];
  /** How much of the question the section's title is, 0 to 1. */
  titled: number;
  /** How late in what is unlocked, 0 to 1. */
  late: number;
  /** How well ranking thinks of the section, and of the passage each unit stands in, 0 to 1. */
  prior: number;
  passages: readonly number[];
}

/** The run of sentences that says most of what is asked, in words that can stand alone. */
export function findExcerpt(search: Search): Found | undefined {
  const { question, said } = search;
  const total = weigh(question.known) + question.unknownWeight;
  if (total === 0 || question.known.length === 0) return undefined;
  const first = search.lead === 'who' ? firstMention(search) : undefined;

  const candidates: Candidate[] = [];
  for (const field of fieldsOf(search)) {
    const { telling } = field;
    const wasSaid = telling.units.map(({ text }) => text.length > 20 && said.includes(text));
    for (const [from, to] of runs(telling)) {
      const scored = score(field, from, to, search, total);
      if (!scored) continue;
      const repeated = wasSaid.slice(from, to + 1).some(Boolean);
      let value = scored.value + worthOf(field, from, to, search) - (repeated ? 1.1 : 0);
      if (first?.telling === telling) value += Math.max(0, 0.5 - Math.abs(from - first.at) / 24);
      candidates.push({ telling, from, to, cover: scored.cover, repeated, value });
    }
  }
  const best = highest(candidates, () => true);
  if (!best) return undefined;
  const other = highest(
    candidates,
    (one) =>
      !one.repeated &&
      one.value > best.value * worthSaying &&
      wordsOf(one) + wordsOf(best) <= mostTogether &&
      !isOfTheSame(one, best),
  );
  const between = other && gapBetween(best, other);
  if (between) return { excerpt: between, cover: best.cover, repeated: best.repeated };
  return {
    excerpt: other ? cutAt(best.telling, best.from, best.to) : rounded(best),
    cover: best.cover,
    repeated: best.repeated,
    ...(other && { other: cutAt(other.telling, other.from, other.to) }),
  };
}

interface Candidate {
  telling: Telling;
  from: number;
  to: number;
  cover: number;
  repeated: boolean;
  value: number;
}

/** A second excerpt is said when it is worth this much of the first. */
const worthSaying = 0.65;
/** Words of two excerpts. */
const mostTogether = 112;
/** Words of one alone. */
const mostAlone = 95;

/** Every run of a length that can be said. */
function* runs({ units }: Telling): Generator<[from: number, to: number]> {
  for (let from = 0; from < units.length; from += 1) {
    let words = 0;
    for (let to = from; to < units.length; to += 1) {
      words += units[to]?.words ?? 0;
      if (words > longest && to > from) break;
      if (words >= shortest || to === units.length - 1) yield [from, to];
    }
  }
}

function highest(all: readonly Candidate[], may: (one: Candidate) => boolean): Candidate | undefined {
  let best: Candidate | undefined;
  for (const one of all) if ((!best || one.value > best.value) && may(one)) best = one;
  return best;
}

function wordsOf({ telling, from, to }: Candidate): number {
  return telling.units.slice(from, to + 1).reduce((sum, { words }) => sum + words, 0);
}

/** Both runs and what little stands between them, if they are of one telling. */
function gapBetween(one: Candidate, other: Candidate): Excerpt | undefined {
  if (one.telling !== other.telling) return undefined;
  const all = { ...one, from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };
  return wordsOf(all) <= mostTogether + 10 ? cutAt(all.telling, all.from, all.to) : undefined;
}

/** A run that is said alone, drawn out to the end of a paragraph: what answers often stands a little further on. */
function rounded({ telling, from, to }: Candidate): Excerpt {
  let words = 0;
  let end = to;
  for (let at = from; at < telling.units.length; at += 1) {
    const unit = telling.units[at];
    words += unit?.words ?? 0;
    if (words > mostAlone && at > to) break;
    if (at > to && unit?.closes && !/[?:][»”]?$/.test(unit.text)) end = at;
  }
  return cutAt(telling, from, end);
}

/** Whether two runs share units, or tell the same once in full and once in short. */
function isOfTheSame(one: Candidate, other: Candidate): boolean {
  if (one.telling === other.telling) return one.from <= other.to && other.from <= one.to;
  if (one.telling.section !== other.telling.section) return false;
  const stemsOf = ({ telling, from, to }: Candidate) =>
    new Set(telling.units.slice(from, to + 1).flatMap(({ stems }) => [...stems]));
  const [a, b] = [stemsOf(one), stemsOf(other)];
  const shared = [...a].filter((stem) => b.has(stem)).length;
  return shared > 0.35 * Math.min(a.size, b.size);
}

/** The tellings of the sections that have anything of the question, with what each unit has of it. */
function* fieldsOf({ request, question, context }: Search): Generator<Field> {
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
        own: telling.units.map((unit) => known.map((wanted) => held(unit, wanted))),
        context: telling.units.map((unit) => sum(context?.known ?? [], (wanted) => held(unit, wanted))),
        hints: telling.units.map((unit) => sum(hints, (wanted) => held(unit, wanted))),
        prior,
        passages: telling.units.map(
          ({ text }) => (passages.find((passage) => passage.text.includes(text))?.score ?? 0) / topScore,
        ),
      };
    }
  }
}

/** What ranking thinks of a section: its best passage, half the second, a quarter of the third. */
function sectionScore(passages: readonly { score: number }[]): number {
  return passages.reduce((all, { score }, place) => all + score * 0.5 ** place, 0);
}

/** Sections that are looked through whole. */
const mostSections = 14;

/** What a unit's best stem for the word counts. */
function held(unit: Unit, { stems }: Wanted): number {
  let most = 0;
  for (const [stem, worth] of stems) if (worth > most && unit.stems.has(stem)) most = worth;
  return most;
}

function sum(wanted: readonly Wanted[], worth: (one: Wanted) => number): number {
  return wanted.reduce((all, one) => all + one.rarity * worth(one), 0);
}

/** How much of the question a run holds: what is in it counts whole, what stands around it in part. */
function score(
  { own, nearby }: Field,
  from: number,
  to: number,
  { question, lead }: Search,
  total: number,
): { value: number; cover: number } | undefined {
  let inside = 0;
  let surely = 0;
  let sure = question.unknownWeight;
  let isAsked = question.known.every(({ lent }) => lent);
  let often = 0;
  let around = 0;
  let elsewhere = 0;
  for (const [index, { rarity, name, lent }] of question.known.entries()) {
    let most = 0;
    let times = 0;
    for (let at = from; at <= to; at += 1) {
      const held = own[at]?.[index] ?? 0;
      most = Math.max(most, held);
      times += held;
    }
    if (!name) often += rarity * Math.min(2, Math.max(0, times - most));
    let close = 0;
    for (let at = Math.max(0, from - reach); at <= Math.min(own.length - 1, to + reach); at += 1)
      close = Math.max(close, own[at]?.[index] ?? 0);
    if (most > 0 && !lent) isAsked = true;
    if (!name && !lent) {
      // Asked for a yes or a no, a word that is only akin is no answer; nor is it one that somebody is named.
      surely += rarity * (most < 0.8 ? 0.3 : 1) * most;
      sure += rarity;
    }
    inside += rarity * most;
    around += rarity * Math.max(0, close - most) * (name ? 0.75 : 0.5);
    if (close === 0) elsewhere += rarity * (nearby[index] ?? 0) * (name ? 0.45 : 0.25);
  }
  if (inside === 0 || !isAsked) return undefined;
  // Words that stand together in one sentence, or in two that follow each other, were said of one thing.
  let tight = 0;
  let one = 0;
  for (let at = from; at <= to; at += 1) {
    const pair = question.known.reduce(
      (all, { rarity }, index) =>
        all + rarity * Math.max(own[at]?.[index] ?? 0, at < to ? (own[at + 1]?.[index] ?? 0) : 0),
      0,
    );
    tight = Math.max(tight, pair);
    one = Math.max(one, sum2(question.known, own[at] ?? []));
  }
  const value =
    (1.3 * inside + around + elsewhere + 0.4 * often + (lead === 'yesNo' ? 0.9 : 0.6) * tight + 0.5 * one) /
    weigh(question.known);
  const cover = lead === 'yesNo' && sure > 0 ? surely / sure : (inside + around + 0.6 * elsewhere) / total;
  return { value, cover: Math.min(1, cover) };
}

function sum2(known: readonly Wanted[], held: readonly number[]): number {
  return known.reduce((all, { rarity }, index) => all + rarity * (held[index] ?? 0), 0);
}

/** What speaks for a run besides how much of the question it holds. The weights were set by reading conversations. */
function worthOf(field: Field, from: number, to: number, search: Search): number {
  const { telling, hints, context, passages, prior } = field;
  const { lead, last } = search;
  const units = telling.units.slice(from, to + 1);
  const words = units.reduce((all, unit) => all + unit.words, 0);

  let value = 0.2 * shape(units) - Math.abs(words - 58) / 400;
  value += 0.6 * field.titled + 0.2 * field.late;
  value += 0.25 * prior + 0.1 * Math.max(...passages.slice(from, to + 1), telling.summary ? 0.6 * prior : 0);
  if (lead === 'who') {
    // Who somebody is stands where their name and what they do stand in one sentence.
    const says = units.findIndex(
      ({ text }, at) => describing.test(text) && (field.own[from + at] ?? []).some((one) => one > 0.8),
    );
    if (says >= 0) value += 0.7 - 0.15 * says;
  }
  const sign = signs[lead];
  if (sign) {
    const matching = units.filter((_, at) => (field.own[from + at] ?? []).some((one) => one > 0));
    if (matching.some(({ text }) => sign.test(text))) value += 0.22;
    else if (units.some(({ text }) => sign.test(text))) value += 0.12;
  }
  if (search.question.hints.length > 0)
    value += (0.3 * Math.max(...hints.slice(from, to + 1))) / (sum(search.question.hints, () => 1) || 1);
  if (search.context) {
    const all = sum(search.context.known, () => 1) || 1;
    value += (0.5 * Math.max(...context.slice(Math.max(0, from - reach), to + 1))) / all;
  }
  if (last && last.telling.section === telling.section) {
    // What is asked next was mostly told next.
    const distance = last.telling === telling ? from - last.to - 1 : 8;
    value += 0.45 * Math.max(0.3, 1 - Math.abs(distance < 0 ? 2 * distance : distance) / 30);
  }
  if (units.every(lists)) value -= 0.3;
  // What answers stands after what was asked about, not before it.
  const rests =
    units.length -
    1 -
    (field.own.slice(from, to + 1).findLastIndex((one) => one.some((held) => held > 0.8)) ?? 0);
  value += 0.1 * Math.min(2, rests) - 0.1;
  return value;
}

/** A mere list («C’erano mia madre, il Buio, la gamba») says nothing of what it names. */
function lists({ text, words }: Unit): boolean {
  return (text.match(/,/g)?.length ?? 0) / words > 0.28;
}

function weigh(wanted: Iterable<Wanted>): number {
  let all = 0;
  for (const { rarity } of wanted) all += rarity;
  return all;
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
  if (/[?:][»”]?$/.test(last.text)) value -= 0.8;
  if (last.dialogue) value -= 0.1;
  if (units.filter(({ dialogue }) => dialogue).length > units.length * 0.7) value -= 0.35;
  return value;
}

/** Where the rarest word of the question is first told of: that is where a person is introduced. */
function firstMention({ request, question }: Search): { telling: Telling; at: number } | undefined {
  const [rarest] = question.known.toSorted((one, other) => other.rarity - one.rarity);
  if (!rarest) return undefined;
  for (const section of request.sections) {
    const [telling] = told(section).tellings;
    const at = telling?.units.findIndex((unit) => held(unit, rarest) > 0.8) ?? -1;
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

/** The last run of a telling: at most `words` words, from the beginning of a paragraph if that is near. */
export function lastRun(telling: Telling, words = 60): Excerpt | undefined {
  const { units } = telling;
  let count = 0;
  let from = units.length;
  let opening: number | undefined;
  while (from > 0 && count + (units[from - 1]?.words ?? 0) <= words) {
    from -= 1;
    count += units[from]?.words ?? 0;
    if (units[from]?.opens && !units[from]?.leaning && count >= words / 3) opening = from;
  }
  return from < units.length ? cutAt(telling, opening ?? from, units.length - 1) : undefined;
}

function cutAt(telling: Telling, from: number, to: number): Excerpt {
  return { telling, from, to, units: telling.units.slice(from, to + 1) };
}

/** Where the last thing he told was taken from. */
export function lastTold(request: ChatRequest): Excerpt | undefined {
  const last = request.history.findLast(
    ({ role, content }) => role === 'assistant' && content.length > 0,
  )?.content;
  if (!last) return undefined;
  let found: Excerpt | undefined;
  let longestRun = 0;
  for (const section of request.sections) {
    for (const telling of told(section).tellings) {
      let run = 0;
      let from = 0;
      for (const [at, { text }] of telling.units.entries()) {
        if (!last.includes(text)) {
          run = 0;
          continue;
        }
        // Short lines stand in many places; the longest run is what was said.
        if (run === 0) from = at;
        run += text.length;
        if (run > Math.max(longestRun, 20)) [found, longestRun] = [cutAt(telling, from, at), run];
      }
    }
  }
  return found;
}

/** What comes after the last thing said: the next run of the same telling, or of the next unlocked section. */
export function continuation(request: ChatRequest): { excerpt: Excerpt } | 'nothing-after' | undefined {
  const found = lastTold(request);
  if (!found) return undefined;
  const next = runFrom(found.telling, found.to + 1);
  if (next) return { excerpt: next };
  const place = request.sections.indexOf(found.telling.section);
  const following = request.sections[place + 1];
  const opening = following && told(following).tellings[0];
  const excerpt = opening && runFrom(opening, 0);
  return excerpt ? { excerpt } : 'nothing-after';
}
