import { signsOf, somebody } from './answers.ts';
import { isCliff, type Excerpt } from './excerpts.ts';
import { weigh, type Field, type Search } from './fields.ts';

/** Units before and after one that still speak of the same thing. */
export const reach = 4;

/**
 * What speaks for a sentence's being the answer, and how much: fitted (softmax over all sentences of what is unlocked, L2) on
 * the sixty questions about the demonstration book, forty about Pinocchio and its thirty-six headings. What did
 * not help questions left out of the fitting was dropped.
 */
const weights = {
  own: 1.999, // what the sentence itself has of the question
  near: -1.455, // what the two beside it add
  around: 0.72, // what the four on either side add
  before: 1.272, // what stands just before it: the answer comes after
  section: 2.253, // what only the rest of its section has
  prior: 1.434, // how ranking thinks of the section
  passage: 1.883, // and of the passage
  titled: 4.652, // how much of the question the section’s title is
  late: 1.157, // how late in what is unlocked
  summary: 2.92, // told in short: the facts stand closer together
  strongNear: 3.041, // what this kind of answer has, where the words are
  strongAround: 1.583, // the same, further off
  weak: 0.972, // what such an answer often has
  weakNear: 1.445, // the same, where the words are
  person: 1.448, // asked who: somebody not named in the question
  reply: 1.51, // the reply to somebody’s question that has the words
  dialogue: -0.299,
  follows: 3.133, // what is asked next was mostly told next
  length: 0.106,
  hints: 2.781, // the words that only ask
  capitals: 0.833, // an inscription
  nearNoSign: 2.57, // where nothing tells this kind of answer, the words alone
  aroundPerson: 0.48, // the same, where the words are
  kinNear: 2.833, // words of kindred meaning
  sureNear: 2.294, // the very words
  yesNear: 2.645, // asked for a yes or a no
  whyAfter: 2.375, // asked why: what stands before
  leastWide: 1.25, // the word of the question least found: around, beside, in the section
  leastNear: -0.681,
  leastSection: 0.602,
} as const;

type Evidence = Record<keyof typeof weights, number>;
const signals = Object.keys(weights) as (keyof Evidence)[];

/** How likely each unit of a telling is to be the answer, as a logarithm; `undefined` where nothing of the question is near. */
export function likelihoods(search: Search): (field: Field) => (number | undefined)[] {
  const { question, lead, last, request } = search;
  const { known, hints } = question;
  const total = weigh(known) || 1;
  const allHints = weigh(hints) || 1;
  const signs = signsOf(request.question, lead);
  const asked = new Set(known.flatMap(({ stems }) => [...stems.keys()]));
  const worth = (vector: readonly number[]) =>
    known.reduce((all, { rarity }, index) => all + rarity * (vector[index] ?? 0), 0) / total;
  const least = (vector: readonly number[]) =>
    known.reduce((all, { lent }, index) => (lent ? all : Math.min(all, vector[index] ?? 0)), 1);

  return (field) => {
    const { telling, own } = field;
    const best = (from: number, to: number) =>
      known.map((_, index) => {
        let most = 0;
        for (let at = Math.max(0, from); at <= Math.min(own.length - 1, to); at += 1)
          most = Math.max(most, own[at]?.[index] ?? 0);
        return most;
      });

    const evidenceOf = (at: number): Evidence | undefined => {
      const unit = telling.units[at];
      const wide = best(at - reach, at + reach);
      if (!unit || !wide.some((one) => one > 0)) return undefined;
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
        passage: field.passages[at] ?? 0,
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
        capitals: /\p{Lu}{4}/u.test(unit.text) ? 1 : 0,
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
      return evidence && signals.reduce((all, signal) => all + evidence[signal] * weights[signal], 0);
    });
  };
}

/** How close to what was told last, 0 to 1: what is asked next was mostly told next. */
function nextTo(last: Excerpt, { telling }: Field, at: number): number {
  if (last.telling.section !== telling.section) return 0;
  const distance = last.telling === telling ? at - last.to - 1 : 8;
  return Math.max(0.3, 1 - Math.abs(distance < 0 ? 2 * distance : distance) / 30);
}
