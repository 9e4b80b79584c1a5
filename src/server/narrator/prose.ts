import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { paragraphs, sentences } from '../text/italian.ts';

/** Sentences of one section that follow one another, by their places. */
export interface Run {
  section: Visible<Section>;
  from: number;
  to: number;
  /** Place of the sentence that answers best. */
  best: number;
}

/** A sentence of a section's text; of one too long to be said, as many clauses as can be. */
interface Sentence {
  text: string;
  words: number;
  /** It does not begin, or does not end, with its sentence. */
  follows: boolean;
  continues: boolean;
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

/** A run of whole sentences of one section. */
export interface Excerpt {
  section: Visible<Section>;
  /** Places of its first and last sentence in the section. */
  from: number;
  to: number;
  text: string;
}

/** What stands for the words left out of a sentence. */
const gap = '[…]';

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

/** A run of sentences from its best one on, with those before it that can be said at once with all the others. */
export function excerptWithin({ section, from, to, best }: Run): Excerpt {
  const all = sentencesOf(section);
  const count = () => all.slice(start, end + 1).reduce((sum, { words }) => sum + words, 0);
  let [start, end] = [from, to];
  while (start < end && count() > longest) {
    if (start < best) start += 1;
    else end -= 1;
  }
  while (end > best && isCliff(all[end])) end -= 1;
  return excerptOf(section, start, end);
}

const isCliff = (sentence: Sentence | undefined) => /[?:]»?$/.test(sentence?.text ?? '');

/** Sentences of a section as they stand in a prompt: paragraphs kept, what is left out of a sentence marked. */
export function proseText(section: Visible<Section>, { from, to }: Pick<Excerpt, 'from' | 'to'>): string {
  const all = sentencesOf(section);
  const text = all
    .slice(from, to + 1)
    .map(({ text: sentence, opens }, at) => (at === 0 ? '' : opens ? '\n\n' : ' ') + sentence)
    .join('');
  return `${all[from]?.follows ? `${gap} ` : ''}${text}${all[to]?.continues ? ` ${gap}` : ''}`;
}
