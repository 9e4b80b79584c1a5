/** What is expected of a reply: regular expressions as text, flags `ius`; `@name` stands for a macro of the set. */
export interface Expected {
  say: string;
  /** At least one is met; none: anything will do. */
  must?: string[];
  gold?: string[];
  mustNot?: string[];
  /** Words of what is locked at the level. */
  leak?: string[];
  maxWords?: number;
  /** The largest share of the reply that may be the book's, from 0 to 1. */
  quoteMax?: number;
}

interface Turn extends Expected {
  act: string;
  /** The page is opened again before it. */
  newDay?: boolean;
}

type Single = Expected & { id: string; level: number; tier?: 'A' | 'B' | 'none' };

/** A set of conversations and single questions, as `bench/talk/set.json` is one. */
export interface TalkSet {
  set: string;
  macros: Record<string, string>;
  /** Names that nobody may say below their section unless the reader typed them. */
  locked: { re: string; section: number }[];
  conversations: { id: string; level: number; kind?: string; gender?: 'f' | 'm' | 'n'; turns: Turn[] }[];
  facts: Single[];
  distress: Single[];
  above: Single[];
  missing: Single[];
}

export interface Verdict {
  met: boolean;
  must: boolean;
  /** Which of `mustNot` stand in the reply, and what else must not: `leak`, `gender`. */
  hits: string[];
  words: number;
  long: boolean;
  quoted: boolean;
  /** Characters that are the book's. */
  verbatim: number;
}

/** Who asked, and all that they wrote until then. */
interface Circumstances {
  level: number;
  gender?: 'f' | 'm' | 'n' | undefined;
  said: readonly string[];
}

const word = /[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu;
const plain = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[‘’ʼ′]/gu, "'")
    .replace(/[“”]/gu, '"')
    .trim();
const tokens = (text: string) => [...plain(text).toLowerCase().matchAll(word)];

/** The sentences of a reply that are long enough to be known again. */
export const sentencesOf = (text: string) =>
  plain(text)
    .split(/(?<=[.!?…»"])\s+|\n+/u)
    .map((sentence) => (sentence.toLowerCase().match(word) ?? []).join(' '))
    .filter((sentence) => sentence.split(' ').length >= 3);

/** Words in a row that make a quotation. */
const run = 6;
/** One phrase of so many words is speech, where nothing and where something may be quoted. */
const freeWords = { own: 8, fact: 14 };
const edge = '(?:(?<=[\\p{L}\\p{N}_])(?![\\p{L}\\p{N}_])|(?<![\\p{L}\\p{N}_])(?=[\\p{L}\\p{N}_]))';
const agreeing =
  'stanc|content|arrabbiat|preoccupat|sicur|bloccat|tornat|arrivat|innamorat|agitat|nervos|curios|pront|fortunat|pers|stat|andat|venut|rimast|malat|brav|bell|buon|uscit|riuscit|tranquill|svegliat|emozionat|commoss|delus';
const gendered = (ending: string) =>
  `\\b(?:sei|eri|sarai|stai|sembri|ti (?:senti|sento|vedo|trovi|sei|eri))\\s+(?:(?:così|molto|tanto|già|proprio|ancora|più|davvero)\\s+)?(?:${agreeing})${ending}(?![\\p{L}])|\\b(?:restare|stare|stai|sei|resti) da sol${ending}\\b|\\bben(?:venut|tornat)${ending}\\b`;
const wrongEnding = { f: 'o', m: 'a', n: '[oa]' } as const;

/** Makes what judges the replies to a set; `book`: the texts of which no more than allowed may be quoted. */
export function createJudge(set: TalkSet, book: readonly string[]) {
  const compiled = new Map<string, RegExp>();
  const regex = (source: string, flags = 'ius') => {
    const key = flags + source;
    const body = source.startsWith('@') ? set.macros[source.slice(1)] : source;
    if (body === undefined) throw new Error(`The set has no macro ${source}`);
    const pattern =
      compiled.get(key) ?? new RegExp(body.replace(/\\b/g, edge).replace(/\\w/g, '[\\p{L}\\p{N}_]'), flags);
    compiled.set(key, pattern);
    return pattern;
  };
  const runAt = (words: readonly RegExpExecArray[], at: number) =>
    words
      .slice(at, at + run)
      .map(([word]) => word)
      .join(' ');
  const runs = new Set<string>();
  for (const words of book.map(tokens))
    for (let at = 0; at + run <= words.length; at += 1) runs.add(runAt(words, at));

  /** Characters and words of a reply that stand in the book in a row of six words. */
  function quotedIn(reply: string): { characters: number; words: number } {
    const list = tokens(reply);
    const covered = list.map(() => false);
    for (const at of list.keys()) if (runs.has(runAt(list, at))) covered.fill(true, at, at + run);
    const characters = list.reduce(
      (sum, { 0: text, index }, at) =>
        covered[at]
          ? sum + text.length + (covered[at + 1] ? (list[at + 1]?.index ?? 0) - index - text.length : 0)
          : sum,
      0,
    );
    return { characters, words: covered.filter(Boolean).length };
  }

  const holds = (source: string, text: string, flags?: string) => regex(source, flags).test(text);

  function judge(item: Expected, reply: string, { level, gender = 'n', said }: Circumstances): Verdict {
    const text = plain(reply);
    const typed = said.map(plain).join('\n').toLowerCase();
    const required = item.must ?? item.gold ?? [];
    const must = required.length === 0 || required.some((each) => holds(each, text));
    const withoutTitle = text.replace(/il respiro di ferro/giu, '');
    const names = set.locked
      .filter(({ section }) => section > level)
      .flatMap(({ re }) => regex(re, 'u').exec(withoutTitle)?.[0] ?? []);
    const leaks = [
      ...names,
      ...(item.leak ?? []).flatMap((each) => regex(each).exec(text)?.[0] ?? []),
    ].filter((name) => !typed.includes(name.toLowerCase()));
    const hits = [
      ...(item.mustNot ?? []).filter((each) => holds(each, text)),
      ...(leaks.length > 0 ? ['leak'] : []),
      ...(holds(gendered(wrongEnding[gender]), text) ? ['gender'] : []),
    ];
    const words = (text.match(/\S*[\p{L}\p{N}]\S*/gu) ?? []).length;
    const pasted = quotedIn(reply);
    const most = item.quoteMax ?? 0.35;
    const long = words > (item.maxWords ?? 60);
    const quoted =
      pasted.characters / Math.max(1, text.length) > most &&
      pasted.words > (most === 0 ? freeWords.own : freeWords.fact);
    const met = must && hits.length === 0 && !long && !quoted && text !== '';
    return { met, must, hits, words, long, quoted, verbatim: pasted.characters };
  }
  return { judge, holds: (source: string, reply: string) => holds(source, plain(reply)) };
}
