import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';

/** All that a reader may be shown of a card: what he says, asks back and suggests. */
export const textOfCard = memoizeByObject(({ says, more, back, chip }: MemoryCard) =>
  [says, more, back, chip].filter((text) => text !== undefined).join('\n'),
);
