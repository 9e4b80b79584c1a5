import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { witnessedText } from '#shared/witnessed.ts';
import type { Store } from '#server/storage/store/types.ts';
import { fingerprintText } from '#server/text/fingerprint.ts';

/** Of the text that cards are written from. */
export const fingerprintOf = memoizeByObject((section: Section) =>
  fingerprintText(witnessedText(section.content)),
);

/** A card that was written from, or last seen with, another text than today's. */
export function isStale({ generated, seen }: MemoryCard, section: Section | undefined): boolean {
  const of = generated?.of ?? seen;
  return section !== undefined && of !== undefined && of !== fingerprintOf(section);
}

/** The place behind the other cards of a section. */
export function nextPosition(store: Pick<Store, 'memoryCards'>, sectionId: string | null): number {
  return (store.memoryCards.bySection(sectionId).at(-1)?.position ?? -1) + 1;
}
