import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import { perRecord } from '#shared/per-record.ts';

/** All that a reader may be shown of a card: what he says, asks back and suggests. */
export const textOfCard = perRecord(({ says, more, back, chip }: MemoryCard) =>
  [says, more, back, chip].filter((text) => text !== undefined).join('\n'),
);
