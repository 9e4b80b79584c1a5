import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { foldChatSpelling } from '../text/chat-spelling.ts';
import { escapePattern } from '../text/escape-pattern.ts';
import { sentences } from '../text/italian.ts';
import type { Turn } from '../model/types.ts';
import type { Card, Entry } from './entries.ts';
import { looksAsking } from './entries.ts';
import { contentStems } from './words.ts';
import type { Standing } from './search.ts';

/** The stems of the names that an entry is about. */
const namesByEntry = memoizeByObject(
  ({ card }: Entry): ReadonlySet<string> => new Set(card?.about.flatMap(contentStems) ?? []),
);

/** «E lei?», «quanto pesava?», «e il secondo?»: says too little by itself. */
const leaning =
  /^(e|ma|allora|quindi|poi|anche|e poi)\b|\b(lui|lei|loro|quell[oaie]|quest[oaie]|quel|cosi|li|ci|ne|gli|l|altr[oaie])\b/;

const mine =
  /\b(io|mi|me|mio|mia|miei|mie|nostr[oaie]|ho|sono|so|sto|faccio|vado|vengo|torno|abito|vivo|studio|lavoro|voglio|vorrei|devo|dovrei|posso|riesco|abbiamo|siamo|my|ero|avevo|facevo|\w{3,}[aei]vo)\b/;
/** Whether a text speaks of its writer. */
export const speaksOfSelf = (text: string): boolean => mine.test(foldChatSpelling(text));
const yours =
  /\b(tu|ti|te|tuo|tua|tuoi|tue|hai|sei|eri|avevi|fai|stai|puoi|vuoi|pensi|credi|dici|sai|your|you|\w{3,}(?:esti|assi))\b/;
const speaksToHim = (text: string): boolean => yours.test(foldChatSpelling(text));

/** Where a part of a sentence may begin that asks by itself: «ho tredici anni, e tu?». */
const partStart = /[,;:]\s+|\s+(?=(?:e|ma) tu(?!\p{L}))/u;

/** The parts of the sentences of a message that ask. */
const partsAsking = (question: string): string[] =>
  sentences(question)
    .filter(looksAsking)
    .flatMap((sentence) => sentence.split(partStart));

/** What a message asks in, without what its writer tells on the way: the last parts that speak of one of the two. */
function askedPart(question: string): string {
  const parts = partsAsking(question);
  const at = parts.findLastIndex((part) => speaksOfSelf(part) || speaksToHim(part));
  return parts.slice(Math.max(0, at)).join(' ') || question;
}

/** How many of the reader's messages back something may have been spoken of last. */
const mostAgo = 3;

/** Which card an answer told; the longest of those that stand in it. */
function cardTold(answer: string, cards: readonly Card[]): Card | undefined {
  let found: Card | undefined;
  for (const card of cards) {
    const isTold = answer.includes(card.says) || (card.more !== undefined && answer.includes(card.more));
    if (isTold && card.says.length > (found?.says.length ?? 0)) found = card;
  }
  return found;
}

export interface State extends Standing {
  /** The message, its names spelled as the author does. */
  question: string;
  /** The names, as the author writes them, of what was spoken of last. */
  subjectNames: readonly string[];
  lastCard: Card | undefined;
  /** The reader's message before, whole. */
  before: string;
  latest: string;
  said: readonly string[];
  /** The character's name. */
  ownName: string;
}

export function readState(
  question: string,
  history: readonly Turn[],
  entries: readonly Entry[],
  cards: readonly Card[],
  ownName: string,
): State {
  const said = history.filter(({ role }) => role === 'assistant').map(({ content }) => content);
  const all = said.join('\n');
  const known = new Set(entries.flatMap((entry) => [...namesByEntry(entry)]));
  const spelled = (text: string) => withNamesSpelled(text, known, cards);
  const namesIn = (text: string) => new Set(contentStems(spelled(text)).filter((word) => known.has(word)));
  const names = namesIn(question);
  const latest = said.at(-1) ?? '';
  const lastCard = cardTold(latest, cards);
  let subject: ReadonlySet<string> = new Set();
  let subjectNames: readonly string[] = [];
  let ago = mostAgo;
  for (let at = history.length - 1; at >= 0 && ago > 0 && subject.size === 0; at -= 1) {
    const turn = history[at];
    if (turn?.role !== 'user') continue;
    ago -= 1;
    const named = namesIn(turn.content);
    const card = cardTold(history[at + 1]?.content ?? '', cards);
    const about = (card?.about ?? []).filter(
      (name) => named.size === 0 || contentStems(name).some((word) => named.has(word)),
    );
    subject = new Set([...named, ...about.flatMap(contentStems)]);
    const written = wordsAs(turn.content, named);
    subjectNames = written.length > 0 ? written : about.slice(0, 1);
  }
  const content = contentStems(question);
  const asks = looksAsking(question);
  const about = asks ? askedPart(question) : question;
  return {
    question: spelled(question),
    words: content.length,
    leans: leaning.test(foldChatSpelling(question)) || content.length < 2,
    asks,
    names,
    isNamed: names.size > 0 || capitalised(question).some((word) => fold(word) !== fold(ownName)),
    subject,
    mine: speaksOfSelf(about),
    yours: speaksToHim(about),
    lastId: lastCard?.id,
    lastSection: lastCard?.sectionId,
    wasSaid: ({ card }) => card !== undefined && all.includes(card.says),
    namesOf: namesByEntry,
    subjectNames,
    lastCard,
    before: history.findLast(({ role }) => role === 'user')?.content ?? '',
    latest,
    said,
    ownName,
  };
}

const fold = (word: string) => word.toLowerCase();

/** The words of a text that begin with a capital within a sentence: names, mostly. */
const capitalised = (text: string): string[] => text.match(/(?<=[\p{L},;:] )\p{Lu}[\p{L}’']+/gu) ?? [];

/** The names of what a message asks about: not those that its writer tells of, where what is asked is about him. */
export function namesAsked(question: string): string[] {
  const about = askedPart(question);
  const isOfHim = speaksToHim(about) && !speaksOfSelf(about);
  return partsAsking(question)
    .filter((part) => !(isOfHim && speaksOfSelf(part)))
    .flatMap(capitalised);
}

/** Letters a name has at least for one of them to be mistaken. */
const shortestMistaken = 5;

/** The name that a word is but for one letter that is missing, too many or another: «maret». */
function meantName(word: string, names: ReadonlySet<string>): string | undefined {
  if (word.length < shortestMistaken - 1) return undefined;
  return [...names].find((name) => name.length >= shortestMistaken && isOneLetterOff(word, name));
}

function isOneLetterOff(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [rest, otherRest] = [one.slice(start), other.slice(start)];
  return rest.slice(1) === otherRest.slice(1) || rest.slice(1) === otherRest || rest === otherRest.slice(1);
}

/** A text with the names of cards as their author writes them. */
function withNamesSpelled(text: string, names: ReadonlySet<string>, cards: readonly Card[]): string {
  return text.replace(/[\p{L}\p{N}]+/gu, (word) => {
    const [stem] = contentStems(word);
    const name = stem === undefined || names.has(stem) ? undefined : meantName(stem, names);
    if (name === undefined) return word;
    const written = cards.flatMap(({ about }) => about.flatMap((one) => wordsAs(one, new Set([name]))));
    return written[0] ?? word;
  });
}

/** The words of a text whose stems are these, as they are written. */
function wordsAs(text: string, stems: ReadonlySet<string>): string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) =>
    contentStems(word).some((one) => stems.has(one)),
  );
}

/** The most clauses that are looked up beside the whole message. */
const mostClauses = 3;

/** Where a sentence ends though a small letter follows, and where a remark leads to what is asked. */
const clauseEnd = /(?<=[!?:;…]|\p{L}{4}\.)\s+|\n+|(?<=^\S{1,10}),\s+/u;
/** «Vogliono sapere quanto pesa», «mi chiedevo se»: what follows is asked. */
const askedWithin =
  /(?<=(?<!\p{L})(?:sapere|dirmi|spiegarmi|capire|curiosità|(?:chied|domand)\p{L}+)[ ,:]+)(?:se|chi|che|cosa|cos['’]|come|com['’]|dove|dov['’]|quando|quant\p{L}*|qual\p{L}*|perch[ée])(?!\p{L}).*/isu;

/** The parts of a message that say something by themselves: at most {@link mostClauses}, those that ask first. */
function clausesOf(question: string, ownName: string): string[] {
  const afterCall = new RegExp(`(?<=(?<!\\p{L})${escapePattern(ownName)}[,!]?)\\s+`, 'iu');
  const ownStems = contentStems(ownName);
  const saysSomething = (part: string) => contentStems(part).some((word) => !ownStems.includes(word));
  const parts = sentences(question)
    .flatMap((sentence) => sentence.split(clauseEnd))
    .flatMap((part) => part.split(afterCall))
    .flatMap((part) => [part, ...(askedWithin.exec(part) ?? [])])
    .filter((part) => part !== question && (saysSomething(part) || part.includes('?')));
  const asking = parts.filter(looksAsking);
  const others = parts.filter((part) => !asking.includes(part));
  return [...new Set([...asking.slice(-mostClauses), ...others.slice(-mostClauses)])].slice(0, mostClauses);
}

const asksWhy = /^\W*(?:e |ma )?(?:perch[ée]|come mai|per quale motivo)(?!\p{L})/iu;
/** «Come l’hai riacceso?» asked for its reason: what asks for the same with «perché». */
const questionWord =
  /^\W*(?:e |ma )?(?:come|quando|dove|chi|(?:che )?cosa|che|quant\p{L}|parlami di|raccontami)(?!\p{L})/iu;
export const reasonOf = (before: string): string => `perché ${before.replace(questionWord, '').trim()}`;

/** A message after the one before it; that one's reason where «perché» is all that is asked. */
const afterQuestion = (question: string, before: string) =>
  asksWhy.test(question) && contentStems(question).length < 2 ? reasonOf(before) : `${before} ${question}`;

/** Content words of a message that may still go on from what was said. */
const mostLeaning = 3;

/** What is looked up for a message: itself, its clauses, and it with what was spoken of or asked before. */
export function candidatesOf(
  state: State,
): { text: string; kind: 'whole' | 'clause' | 'entity' | 'joined' }[] {
  const { question } = state;
  const needsContext =
    question.length <= 120 && (state.leans || (!state.isNamed && state.words <= mostLeaning));
  return [
    { text: question, kind: 'whole' as const },
    ...clausesOf(question, state.ownName).map((text) => ({ text, kind: 'clause' as const })),
    ...(needsContext && state.subjectNames.length > 0
      ? [{ text: `${question} ${state.subjectNames.join(' ')}`, kind: 'entity' as const }]
      : []),
    ...(needsContext && state.before !== ''
      ? [{ text: afterQuestion(question, state.before.slice(-120)), kind: 'joined' as const }]
      : []),
  ];
}
