import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Visible } from '#shared/gate.ts';
import type { Turn } from '../model/types.ts';
import { findCards, type CardMatch } from '../narrator/card-search.ts';
import { isEveryday } from '../text/everyday-words.ts';
import { isStopWord, roomOf } from '../text/italian.ts';
import { plainTokens, type Token } from '../text/plain-tokens.ts';
import type { MemoryEntry } from './memory.ts';

type Cards = readonly Visible<MemoryCard>[];

/** Cards a prompt always brings, and at most. */
const leastCards = 3;
const mostCards = 8;
/** Beyond the first ones a card that answers less than this, or than half of what the best does, says nothing about the message. */
const leastScore = { any: 0.3, ofBest: 0.5 } as const;
/** How much of its score a card keeps that is found by the message together with the one before. */
const withEarlier = 0.85;

/**
 * The open cards that have to do with a message, best first: found by the message alone or, since many go on with what was
 * said, by it and the reader's message before.
 */
export function matchCards(question: string, history: readonly Turn[], cards: Cards): CardMatch[] {
  const answering = cards.filter(({ kind }) => kind !== 'now');
  const earlier = history.findLast(({ role }) => role === 'user')?.content;
  const best = new Map(findCards(question, answering).map((match) => [match.card, match]));
  if (earlier !== undefined) {
    for (const match of findCards(`${earlier}\n${question}`, answering)) {
      const score = match.score * withEarlier;
      if (score > (best.get(match.card)?.score ?? 0)) best.set(match.card, { ...match, score });
    }
  }
  return [...best.values()].sort((one, other) => other.score - one.score);
}

/**
 * The best cards as they stand in a prompt: the weakest first, so that the best stands nearest to the question.
 *
 * @param numbers of the open sections, by their ids
 * @param room for all of them ({@link roomOf})
 */
export function planCards(
  matches: readonly CardMatch[],
  numbers: ReadonlyMap<string, number>,
  room: number,
): MemoryEntry[] {
  const entries: MemoryEntry[] = [];
  let left = room;
  const least = Math.max(leastScore.any, leastScore.ofBest * (matches[0]?.score ?? 0));
  for (const { card, score } of matches) {
    if (entries.length === mostCards || (entries.length >= leastCards && score < least)) break;
    const asked = harmlessQuestion(card);
    const text = [asked && `«${asked}»`, card.says, card.more].filter(Boolean).join(' ');
    if (roomOf(text) + 2 > left) continue;
    left -= roomOf(text) + 2;
    const section = card.sectionId === null ? undefined : numbers.get(card.sectionId);
    entries.unshift({ sections: section === undefined ? [] : [section], size: 'card', text });
  }
  return entries;
}

/**
 * What a card answers, so that «Una volta.» says what was once: its suggestion, or a question of everyday words. The others may
 * name what the card does not, and nobody has checked them.
 */
function harmlessQuestion({ chip, asks, says }: MemoryCard): string | undefined {
  const own = new Set(plainTokens(says).map(({ form }) => form));
  const isHarmless = ({ form, lower, isNumber }: Token) =>
    own.has(form) || (!isNumber && (isStopWord(form) || isEveryday(lower)));
  return chip ?? asks.find((ask) => plainTokens(ask).every(isHarmless));
}
