import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import { isEveryday } from '../text/everyday-words.ts';
import { isStopWord, roomOf } from '../text/italian.ts';
import { plainTokens, type Token } from '../text/plain-tokens.ts';
import type { CardMatch } from '../narrator/compose.ts';
import type { MemoryEntry } from './memory.ts';

/** Cards a prompt always brings, and at most. */
const leastCards = 3;
const mostCards = 8;
/** Beyond the first ones a card less likely than this says nothing about the message. */
const leastLikely = 0.01;

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
  for (const { card, likelihood } of matches) {
    if (entries.length === mostCards || (entries.length >= leastCards && likelihood < leastLikely)) break;
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
