import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import type { Turn } from '../model/types.ts';
import { findCards, namesIn, type CardMatch } from '../narrator/card-search.ts';
import { isEnded } from '../narrator/ending.ts';
import { namedIn, readMessage } from '../narrator/message.ts';
import { asksAdvice, asksHisView, tellsOfSelf, tellsOfSelfDespiteNames } from '../narrator/own-life.ts';
import { scoreProse, type ProseScores } from '../narrator/prose-search.ts';
import { foldChatSpelling } from '../text/chat-spelling.ts';
import { escapePattern } from '../text/escape-pattern.ts';
import { stem } from '../text/italian.ts';

/**
 * What a turn needs of the story: nothing (small talk, the reader's own life), its outline and what is said of it, or the book's own
 * words as well.
 */
export type Need = 'talk' | 'story' | 'fact';

interface NeedInput {
  question: string;
  history: readonly Turn[];
  sections: readonly Visible<Section>[];
  cards?: readonly Visible<MemoryCard>[];
}

/** What answers a question, in the cards and in the book. */
export interface Found {
  prose: ProseScores | undefined;
  matches: readonly CardMatch[];
}

/** Looks a question up once, however often it is asked for: that is most of the work of a prompt. */
export function createFinder({
  sections,
  cards = [],
}: Pick<NeedInput, 'sections' | 'cards'>): (question: string) => Found {
  const asked = cards.filter(({ kind }) => kind !== 'now' && kind !== 'end' && kind !== 'self');
  const found = new Map<string, Found>();
  return (question) => {
    const before = found.get(question);
    if (before) return before;
    const prose = scoreProse(question, sections);
    const now = { prose, matches: findCards(question, asked) };
    found.set(question, now);
    return now;
  };
}

/** What else is known of a message. */
interface NeedSigns {
  /** How the character is called: a message that names him is about nobody for that. */
  name: string;
  find: (question: string) => Found;
  /** The act of a message where a classifier is sure: then it is no question of the story. */
  actOf?: ((message: string) => string | undefined) | undefined;
  /** Whether a message asks for something that the reader told of themselves. */
  asksOfReader?: ((message: string) => boolean) | undefined;
}

/** How well a card, or a place of the book, must answer for the turn to be about facts; as the embedded character has it. */
const answers = { card: 0.46, statement: 0.72, sure: 0.9, asked: 0.85, prose: 0.8 } as const;
/** Fewer characters than this lean on what came before, and need what that needed. */
const shortQuestion = 24;
const ofReader =
  /\b(come mi chiamo|il mio nome|chi sono io|ti ho (detto|raccontato|chiesto)|mi hai (detto|risposto)|parlavamo|abbiamo parlato|ti ricordi (di me|con chi|che|cosa|dove|come)|te lo ricordi|(sai|ricordi|pensi) di me|quanti anni ho|mestiere faccio|che lavoro faccio|dove (abito|vivo)|(la|il|i|le|di|a|da|con) (mi[ao]|miei|mie)|(mi[ao]|miei|mie) (nonn|madre|padre|mamm|papa|sorell|fratell|nipot|figli|zi[ao]|cugin|amic|cane|gatt|marit|mogli|ragazz)\w*)\b/;

/** Games, and «quanto sei caro»: what looks like a question of the story and is none. */
const pleasantries = [
  /\b(indovinell|barzellett|freddur|scioglilingua)\w*/,
  /\btutt[oa']? ?a?p?post\w*/,
  /\bquanto sei \p{L}+(?!.*\?)/u,
];
/** «Che cosa fa un gallo in mare? Galleggia»: a question that its asker answers in a word or two. */
const ownAnswer =
  /^[^?]*\?+\s*(?!(?:e|ma|dimm\w*|dai|grazie|scus\w*|rispond\w*|raccont\w*|spieg\w*|per|non|ti|lo|se)\b)\p{L}+(?:\s\p{L}+)?[.! …]*$/u;

const isPleasantry = (folded: string) =>
  ownAnswer.test(folded) || pleasantries.some((pattern) => pattern.test(folded));

export function needOf(whole: NeedInput, signs: NeedSigns): Need {
  const input = { ...whole, question: withoutName(whole.question, signs.name) };
  const { question, history, sections } = input;
  const cards = (input.cards ?? []).filter(({ kind }) => kind !== 'now' && kind !== 'end');
  if (sections.length === 0 && cards.length === 0) return 'talk';
  const message = readMessage(question);
  const isNamed = namesIn(question, cards).size > 0;
  const { kind } = message.wish ?? {};
  if (kind === 'recap' || kind === 'tell' || kind === 'section' || kind === 'quote') return 'fact';
  if (kind === 'more') return needBefore(input, signs);
  if (kind === 'now' || kind === 'missing' || kind === 'sequel') return 'talk';
  if (kind === 'future') return isEnded({ sections, cards: input.cards ?? [] }) ? 'fact' : 'talk';
  const { prose, matches } = signs.find(question);
  const [best] = matches;
  if (!isNamed && isOfReader(input, signs)) return 'talk';
  if (!isNamed && isPleasantry(foldChatSpelling(question))) return 'talk';
  // A way of asking that a card knows is about the story, whatever else it may look like.
  if (message.asks && (best?.ask ?? 0) >= answers.asked) return 'fact';
  // «Che cosa consiglia Lorenzo?»: who is asked about is in the book, though no card has the name.
  const isOfBook =
    isNamed || (message.asks && namedIn(question).some(({ folded }) => prose?.terms.has(stem(folded))));
  if (isOfBook ? tellsOfSelfDespiteNames(question) : isOwnLife(input, signs)) return 'talk';
  if (!message.asks) {
    // In the middle of small talk a word that cards have too is the reader's own.
    const isChat = history.length > 0 && needBefore(input, signs) === 'talk';
    return isNamed || (best?.score ?? 0) >= (isChat ? answers.sure : answers.statement) ? 'story' : 'talk';
  }
  const leans = message.leans || (question.length < shortQuestion && namedIn(question).length === 0);
  if (!isNamed && leans && history.length > 0 && (best?.score ?? 0) < answers.sure)
    return needBefore(input, signs);
  if ((best?.score ?? 0) >= answers.card || (prose?.best ?? 0) >= answers.prose || message.open)
    return 'fact';
  return 'story';
}

/** The reader's own life, or small talk: asked, told, or to be advised on. */
function isOwnLife({ question }: NeedInput, { actOf }: NeedSigns): boolean {
  if (actOf?.(question) !== undefined || tellsOfSelf(question)) return true;
  return asksAdvice(question) || asksHisView(question);
}

/** A question about what the reader told of themselves or of others. */
function isOfReader({ question, history }: NeedInput, { asksOfReader }: NeedSigns): boolean {
  if (asksOfReader?.(question) || ofReader.test(foldChatSpelling(question))) return true;
  const names = namedIn(question);
  const told = history.filter(({ role }) => role === 'user').map(({ content }) => content);
  return names.length > 0 && names.every(({ written }) => told.some((text) => text.includes(written)));
}

/** What the reader's message before this one needed; a question about it needs no more than what was then said. */
function needBefore(input: NeedInput, signs: NeedSigns): Need {
  const at = input.history.findLastIndex(({ role }) => role === 'user');
  const question = input.history[at]?.content;
  if (question === undefined) return 'talk';
  if (readMessage(question).wish?.kind === 'more') return 'story';
  return needOf({ ...input, question, history: [] }, signs) === 'talk' ? 'talk' : 'fact';
}

function withoutName(text: string, name: string): string {
  const without = text.replace(new RegExp(`(?<!\\p{L})${escapePattern(name)}(?!\\p{L})`, 'giu'), '').trim();
  return /\p{L}/u.test(without) ? without : text;
}
