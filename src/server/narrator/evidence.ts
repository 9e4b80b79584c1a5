import { signsOf, somebody } from './answers.ts';
import { isCliff, type Excerpt } from './excerpts.ts';
import { told, type Telling } from './units.ts';
import { weigh, type Field, type Search } from './fields.ts';

/** Units before and after one that still speak of the same thing. */
export const reach = 4;

/**
 * What speaks for a sentence's being the answer, and how much: fitted (softmax over all sentences of what is unlocked, L2) on
 * the sixty questions about the demonstration book, forty about Pinocchio and its thirty-six headings. What did
 * not help questions left out of the fitting was dropped.
 */
const weights = {
  own: 2.4, // what the sentence itself has of the question
  near: -1.06, // what the two beside it add
  around: 1.57, // what the four on either side add
  before: 1.39, // what stands just before it: the answer comes after
  section: 3.22, // what only the rest of its section has
  prior: 1.14, // how ranking thinks of the section
  passage: 1.82, // and of the passage
  titled: 2.14, // how much of the question the section’s title is
  late: 1.11, // how late in what is unlocked
  summary: 2.79, // told in short: the facts stand closer together
  strongNear: 3.01, // what this kind of answer has, where the words are
  strongAround: 1.88, // the same, further off
  weak: 1.22, // what such an answer often has
  weakNear: 1.18, // the same, where the words are
  person: 0.95, // asked who: somebody not named in the question
  reply: 1.15, // the reply to somebody’s question that has the words
  dialogue: -0.34,
  follows: 0.38, // what is asked next was mostly told next
  length: 0.08,
  hints: 2.72, // the words that only ask
  capitals: 0.71, // an inscription
  nearNoSign: 2.92, // where nothing tells this kind of answer, the words alone
  aroundPerson: 1.17, // the same, where the words are
  kinNear: 3.65, // words of kindred meaning
  sureNear: 2.71, // the very words
  yesNear: 1.9, // asked for a yes or a no
  whyAfter: 2.29, // asked why: what stands before
  leastWide: 0.95, // the word of the question least found: around, beside, in the section
  leastNear: -0.89,
  leastSection: 0.23,
} as const;

/** Asked who somebody is: they are introduced where they are first named. Set by hand; few of the questions ask it. */
const introduction = 5;

type Evidence = Record<keyof typeof weights, number>;
const signals = Object.keys(weights) as (keyof Evidence)[];

/** How likely each unit of a telling is to be the answer, as a logarithm; `undefined` where nothing of the question is near. */
export function likelihoods(search: Search): (field: Field) => (number | undefined)[] {
  const { question, lead, last, request } = search;
  const { known, hints } = question;
  const total = weigh(known) || 1;
  const allHints = weigh(hints) || 1;
  const signs = signsOf(request.question, lead);
  const first = firstMention(search);
  const asked = new Set(known.flatMap(({ stems }) => [...stems.keys()]));
  const worth = (vector: readonly number[]) =>
    known.reduce((all, { rarity }, index) => all + rarity * (vector[index] ?? 0), 0) / total;
  const least = (vector: readonly number[]) =>
    known.reduce((all, { lent }, index) => (lent ? all : Math.min(all, vector[index] ?? 0)), 1);

  return (field) => {
    const { telling, own } = field;
    // Most sentences of a book have nothing of a question: they are not looked at word by word.
    const speaks = own.map((row) => row.some((one) => one > 0));
    const best = (from: number, to: number) => {
      const most = known.map(() => 0);
      for (let at = Math.max(0, from); at <= Math.min(own.length - 1, to); at += 1) {
        const row = speaks[at] ? own[at] : undefined;
        if (row) for (const [index, one] of row.entries()) if (one > (most[index] ?? 0)) most[index] = one;
      }
      return most;
    };

    const evidenceOf = (at: number): Evidence | undefined => {
      const unit = telling.units[at];
      if (!unit || !speaks.slice(Math.max(0, at - reach), at + reach + 1).includes(true)) return undefined;
      const wide = best(at - reach, at + reach);
      const close = best(at - 1, at + 1);
      const earlier = worth(best(at - 3, at - 1));
      const [inIt, beside, around] = [worth(own[at] ?? []), worth(close), worth(wide)];
      const strong = signs.strong?.test(unit.text) ? 1 : 0;
      const weak = signs.weak?.test(unit.text) ? 1 : 0;
      const person = !signs.person
        ? 0
        : [...unit.names].some((stem) => !asked.has(stem))
          ? 1
          : somebody.test(unit.text)
            ? 0.7
            : 0;
      const before = telling.units[at - 1];
      const replies = before && isCliff(before) && unit.dialogue;
      return {
        own: inIt,
        near: beside - inIt,
        around: around - beside,
        before: Math.max(0, earlier - inIt),
        section: Math.max(0, worth(field.nearby) - around),
        prior: field.prior,
        passage: field.passage(unit),
        titled: field.titled,
        late: field.late,
        summary: telling.summary ? 1 : 0,
        strongNear: strong * beside,
        strongAround: strong * around,
        weak,
        weakNear: weak * beside,
        person,
        aroundPerson: person * around,
        reply: replies ? earlier : 0,
        dialogue: unit.dialogue ? 1 : 0,
        follows: last ? nextTo(last, field, at) : 0,
        length: Math.log(1 + unit.words),
        hints: (field.hints[at] ?? 0) / allHints,
        capitals: unit.capitals ? 1 : 0,
        nearNoSign: signs.strong ? 0 : beside,
        kinNear: worth(close.map((one) => (one < 0.75 ? one : 0))),
        sureNear: worth(close.map((one) => (one >= 0.85 ? one : 0))),
        yesNear: lead === 'yesNo' ? beside : 0,
        whyAfter: lead === 'why' ? earlier : 0,
        leastWide: least(wide),
        leastNear: least(close),
        leastSection: least(field.nearby),
      };
    };

    return telling.units.map((_, at) => {
      const evidence = evidenceOf(at);
      const introduces =
        first?.telling === telling && at >= first.at - 1 ? Math.max(0, 1 - Math.abs(at - first.at) / 14) : 0;
      return (
        evidence &&
        signals.reduce((all, signal) => all + evidence[signal] * weights[signal], introduction * introduces)
      );
    });
  };
}

/** How close to what was told last, 0 to 1: what is asked next was mostly told next. */
function nextTo(last: Excerpt, { telling }: Field, at: number): number {
  if (last.telling.section !== telling.section) return 0;
  const distance = last.telling === telling ? at - last.to - 1 : 8;
  return Math.max(0.3, 1 - Math.abs(distance < 0 ? 2 * distance : distance) / 30);
}

/** «Chi è Irja?», «parlami del treno»: somebody or something is asked about, and nothing else. */
export const introducing =
  /(?<!\p{L})(chi (è|e|era|sono|erano)|parlami|raccontami|che cos['’](è|era))(?!\p{L})/iu;

/** Where somebody or something asked about is first told of, in the words of the text itself. */
function firstMention({ request, question }: Search): { telling: Telling; at: number } | undefined {
  if (!introducing.test(request.question) || question.known.length > 2) return undefined;
  const [thing] = question.known.toSorted(
    (one, other) => Number(other.name) - Number(one.name) || other.rarity - one.rarity,
  );
  // «Chi era il ladro?» asks for somebody else.
  if (!thing || (!thing.name && /(?<!\p{L})chi(?!\p{L})/iu.test(request.question))) return undefined;
  const stems = [...thing.stems].flatMap(([stem, worth]) => (worth > 0.75 ? [stem] : []));
  for (const section of request.sections) {
    const [telling] = told(section).tellings;
    const at = telling?.units.findIndex((unit) => stems.some((stem) => unit.stems.has(stem))) ?? -1;
    if (telling && at >= 0) return { telling, at };
  }
  return undefined;
}
