import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { isAsking, paragraphs, sentences } from '../text/italian.ts';
import { createVocabulary, variantsOf, type Vocabulary } from '../text/word-variants.ts';
import { signsOf, somebody } from './answers.ts';
import { contentTerms, isContent, perList, post, termsIn } from './terms.ts';

type Sections = readonly Visible<Section>[];

/** A sentence of a section's text; of one too long to be said, as many clauses as can be. */
interface Sentence {
  text: string;
  words: number;
  /** It does not begin, or does not end, with its sentence. */
  follows: boolean;
  continues: boolean;
  terms: ReadonlySet<string>;
  /** Opens or closes its paragraph. */
  opens: boolean;
  closes: boolean;
}

/** Words that are read out at once, at most. */
const longest = 45;

/** Words of a part of a sentence that is longer, and characters of any. */
const partOfLong = 28;
const mostCharacters = 300;

const wordsIn = (text: string) => text.split(/\s+/).length;

/** A sentence, or its clauses put together as far as they can be said. */
function sayable(sentence: string): Pick<Sentence, 'text' | 'follows' | 'continues'>[] {
  const parts: string[] = [];
  const isLong = wordsIn(sentence) > longest || sentence.length > mostCharacters;
  // A clause without end is cut between its words.
  const clauses = isLong
    ? sentence.split(/(?<=[,;:—])\s+/).flatMap((clause) => clause.match(/.{1,300}(?:\s|$)|\S{300}/gsu) ?? [])
    : [sentence];
  for (const clause of clauses) {
    const joined = `${parts.at(-1) ?? ''} ${clause}`.trim();
    if (parts.length > 0 && wordsIn(joined) <= partOfLong && joined.length <= mostCharacters)
      parts[parts.length - 1] = joined;
    else parts.push(clause.trim());
  }
  return parts.map((text, at) => ({ text, follows: at > 0, continues: at < parts.length - 1 }));
}

export const sentencesOf = memoizeByObject((section: Visible<Section>): readonly Sentence[] =>
  paragraphs(section.content).flatMap((paragraph) => {
    const texts = sentences(paragraph).flatMap(sayable);
    return texts.map(({ text, ...part }, at) => ({
      ...part,
      text,
      words: wordsIn(text),
      terms: contentTerms(text),
      opens: at === 0,
      closes: at === texts.length - 1,
    }));
  }),
);

/** The texts of {@link sentencesOf}, one after the other. */
export function* passagesOf({ content }: Visible<Section>): Generator<string> {
  for (const paragraph of paragraphs(content))
    for (const sentence of sentences(paragraph)) for (const { text } of sayable(sentence)) yield text;
}

/** The sentences of the open sections in order; every number in it is counted in those alone. */
export interface ProseIndex {
  sections: Sections;
  all: readonly Sentence[];
  /** The place of the section of each sentence, and of the first sentence of each section. */
  sectionAt: readonly number[];
  starts: readonly number[];
  vocabulary: Vocabulary;
  places: ReadonlyMap<string, readonly number[]>;
}

export const proseIndex = perList((sections: Sections): ProseIndex => {
  const all: Sentence[] = [];
  const sectionAt: number[] = [];
  const starts: number[] = [];
  const places = new Map<string, number[]>();
  for (const [at, section] of sections.entries()) {
    starts.push(all.length);
    for (const sentence of sentencesOf(section)) {
      for (const term of sentence.terms) post(places, term, all.length);
      sectionAt.push(at);
      all.push(sentence);
    }
  }
  const titles = sections.flatMap(({ title }) => [...contentTerms(title)]);
  return {
    sections,
    all,
    sectionAt,
    starts,
    places,
    vocabulary: createVocabulary([...places.keys(), ...titles]),
  };
});

/**
 * What a word of the question gives a sentence that has it, or stands so many sentences from one that has; an answer comes
 * after what is asked about. Measured on Pinocchio's forty questions and the demonstration book's sixty.
 */
const fade = { own: 1, next: 0.7, near: 0.45, after: 1.15, reach: 6, section: 0.25 } as const;
/** Gains of a sentence with what this kind of question calls for, with somebody in it, with every word, and by its length. */
const faint = 0.15;
const gains = { sign: 0.2, person: 0.2, least: 0.3, word: 0.02, words: 20 } as const;
const asWell = { asking: 0.4, variant: 0.85, unknown: 0.6 } as const;

export interface ProseScores {
  index: ProseIndex;
  /** Of each sentence: how likely it is to answer. Only to be compared within one question. */
  scores: Float64Array;
  best: number;
  /** What the sentences may have of the question. */
  terms: ReadonlySet<string>;
}

/** What kind of thing is asked for: an answer has the thing, «verde», and not the word, «colore». */
const kindAsked =
  /(?<!\p{L})(?<=(?:che|quale|qual è il|qual è la|il|a che|di che) )(?:colore|nome|mestiere|luogo|posto|punto|motivo|ragione|età|numero|prezzo|animale)(?!\p{L})/giu;

/** How well each sentence of the open sections may answer; `undefined` where nothing of the question is in them. */
export function scoreProse(question: string, sections: Sections): ProseScores | undefined {
  const index = proseIndex(sections);
  if (!index) return undefined;
  const { all, sectionAt, places, vocabulary } = index;
  const scores = new Float64Array(all.length);
  const weight = (holders: number) => Math.log(1 + all.length / (1 + holders));
  let total = 0;
  const wanted: Wanted[] = [];
  const terms = new Set<string>();
  for (const [term, word] of termsIn(question.replace(kindAsked, ' '))) {
    if (!isContent(term)) continue;
    const variants = variantsOf(term, word, vocabulary);
    if (variants.size === 0) {
      if (!isAsking(term)) total += weight(0) * asWell.unknown;
      continue;
    }
    const own = new Map<number, number>();
    const holders = new Set<number>();
    for (const [variant, worth] of variants) {
      terms.add(variant);
      for (const at of places.get(variant) ?? []) {
        own.set(at, Math.max(own.get(at) ?? 0, worth * worth));
        if (worth >= 0.8 || !variants.has(term)) holders.add(at);
      }
    }
    const strength =
      weight(holders.size) * (isAsking(term) ? asWell.asking : 1) * (variants.has(term) ? 1 : asWell.variant);
    total += strength;
    wanted.push({
      strength,
      asks: isAsking(term),
      own,
      around: spread(own, sectionAt),
      inSection: bySection(own, sectionAt),
    });
  }
  if (wanted.length === 0) return undefined;
  const first = firstMention(question, wanted);
  const { strong, person } = signsOf(question);
  let best = 0;
  for (const at of new Set(wanted.flatMap(({ around }) => [...around.keys()]))) {
    let sum = 0;
    let least = 1;
    for (const { strength, asks, around, inSection } of wanted) {
      const value = Math.max(around.get(at) ?? 0, fade.section * (inSection.get(sectionAt[at] ?? -1) ?? 0));
      sum += strength * value;
      if (!asks) least = Math.min(least, value);
    }
    let score = sum / total;
    if (score < faint) continue;
    const { text, words } = all[at] ?? { text: '', words: 0 };
    if (strong?.test(text)) score *= 1 + gains.sign;
    if (person && (somebody.test(text) || /(?<=\p{Ll} )\p{Lu}/u.test(text))) score *= 1 + gains.person;
    score *= (1 + gains.least * least) * (1 + gains.word * Math.min(gains.words, words));
    if (at >= first && at < first + introduction.length) score *= introduction.gain;
    scores[at] = score;
    best = Math.max(best, score);
  }
  return best > 0 ? { index, scores, best, terms } : undefined;
}

/** «Chi è Irja?», «parlami del treno»: somebody or something is asked about, and nothing else. */
const introducing = /(?<!\p{L})(chi (è|e|era|sono|erano)|parlami|raccontami|che cos['’](è|era))(?!\p{L})/iu;
/** Who or what it is stands where it is first told of, in so many sentences. */
const introduction = { length: 4, gain: 2.2 } as const;

/** The first sentence with the rarest word of a question that asks for nothing else. */
function firstMention(question: string, wanted: readonly Wanted[]): number {
  const about = wanted.filter(({ asks }) => !asks);
  if (!introducing.test(question) || about.length > 2) return Infinity;
  const [rarest] = about.sort((one, other) => other.strength - one.strength);
  return Math.min(...(rarest?.own.keys() ?? []), Infinity);
}

/** A word of the question: where it counts, and how much. */
interface Wanted {
  strength: number;
  /** The sentences that have it. */
  own: ReadonlyMap<number, number>;
  asks: boolean;
  around: ReadonlyMap<number, number>;
  inSection: ReadonlyMap<number, number>;
}

function bySection(own: ReadonlyMap<number, number>, sectionAt: readonly number[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const [at, value] of own) {
    const section = sectionAt[at] ?? -1;
    if (value > (found.get(section) ?? 0)) found.set(section, value);
  }
  return found;
}

/** What the sentences with a word, those around them and the rest of their sections have of it. */
function spread(own: ReadonlyMap<number, number>, sectionAt: readonly number[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const [at, value] of own)
    for (let to = at - fade.reach; to <= at + fade.reach; to += 1) {
      if (sectionAt[to] !== sectionAt[at]) continue;
      const distance = Math.abs(to - at);
      const worth = distance === 0 ? fade.own : distance === 1 ? fade.next : fade.near;
      const given = value * worth * (to > at ? fade.after : 1);
      if (given > (found.get(to) ?? 0)) found.set(to, given);
    }
  return found;
}

/** A run of whole sentences of one section. */
export interface Excerpt {
  section: Visible<Section>;
  /** Places of its first and last sentence in the section. */
  from: number;
  to: number;
  text: string;
}

/** What stands for the words left out of a sentence. */
export const gap = '[…]';

export function excerptOf(section: Visible<Section>, from: number, to: number): Excerpt {
  const all = sentencesOf(section);
  let text = all[from]?.text ?? '';
  for (let at = from + 1; at <= to; at += 1) {
    const sentence = all[at];
    const speech =
      sentence?.opens && /[—«]/.test(sentence.text.charAt(0) + (all[at - 1]?.text.charAt(0) ?? ''));
    text += (speech ? '\n' : ' ') + (sentence?.text ?? '');
  }
  if (all[from]?.follows) text = `${gap} ${text}`;
  if (all[to]?.continues) text += ` ${gap}`;
  return { section, from, to, text };
}

/** The sentences from a place on, as many as can be said: whole, at most 45 words unless the first alone is longer. */
export function excerptFrom(section: Visible<Section>, from: number, most = longest): Excerpt | undefined {
  const all = sentencesOf(section);
  if (from >= all.length) return undefined;
  let words = 0;
  let to = from - 1;
  while (to + 1 < all.length && (to < from || words + (all[to + 1]?.words ?? 0) <= most)) {
    to += 1;
    words += all[to]?.words ?? 0;
  }
  // Not a question that is answered next.
  while (to > from && isCliff(all[to])) to -= 1;
  return excerptOf(section, from, to);
}

const isCliff = (sentence: Sentence | undefined) => /[?:]»?$/.test(sentence?.text ?? '');
/** How much the likeliest sentence counts beside its neighbours. */
const sharpness = 5;

/** The run of at most 45 words most likely to answer. */
export function bestExcerpt({ index, scores, best }: ProseScores): Excerpt | undefined {
  const { all, sectionAt, sections, starts } = index;
  let found: { from: number; to: number; value: number } | undefined;
  for (let from = 0; from < all.length; from += 1) {
    if ((scores[from] ?? 0) < best / 2) continue;
    let words = 0;
    let sum = 0;
    for (let to = from; to < all.length && sectionAt[to] === sectionAt[from]; to += 1) {
      words += all[to]?.words ?? 0;
      if (words > longest && to > from) break;
      sum += ((scores[to] ?? 0) / best) ** sharpness;
      const shape =
        (all[from]?.opens ? 1.05 : 1) * (all[to]?.closes ? 1.05 : 1) * (isCliff(all[to]) ? 0.85 : 1);
      if (!found || sum * shape > found.value) found = { from, to, value: sum * shape };
    }
  }
  const at = found && sectionAt[found.from];
  const section = at === undefined ? undefined : sections[at];
  const start = at === undefined ? 0 : (starts[at] ?? 0);
  return found && section && excerptOf(section, found.from - start, found.to - start);
}
