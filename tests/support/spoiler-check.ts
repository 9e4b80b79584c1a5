import { createSpoilerCheck } from '#server/features/spoiler-check/spoiler-check.service.ts';
import type { SiteWords } from '#server/features/spoiler-check/texts.ts';
import type { ChatModel } from '#server/model/types.ts';
import { everyLine } from '#server/spoilers/guard.ts';
import type { Store } from '#server/storage/store/types.ts';
import type { OwnArticle } from '#shared/contracts/articles.ts';
import type { GalleryImage } from '#shared/contracts/gallery.ts';
import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { MusicCode } from '#shared/contracts/music-codes.ts';
import type { Section } from '#shared/contracts/sections.ts';
import type { UnlockCode } from '#shared/contracts/unlock-codes.ts';
import { bookGuard, persona } from './book-guard.ts';
import { siteModel, voice } from './offline.ts';

const collection = <T extends { id: string }>(records: readonly T[]) => ({
  size: records.length,
  get: (id: string) => records.find((record) => record.id === id),
  values: () => records.values(),
});

/** A site that says nothing of its own. */
export const bareSite: SiteWords = { publicLevel: 0, published: [], others: [] };

export interface CheckedRecords {
  memoryCards?: readonly MemoryCard[];
  galleryImages?: readonly GalleryImage[];
  musicCodes?: readonly MusicCode[];
  unlockCodes?: readonly UnlockCode[];
  articles?: readonly OwnArticle[];
}

/** The author's check over a book and what is said beside it. */
export function checkOf(
  book: readonly Section[],
  site: SiteWords = bareSite,
  {
    memoryCards = [],
    galleryImages = [],
    musicCodes = [],
    unlockCodes = [],
    articles = [],
  }: CheckedRecords = {},
  offline: ChatModel = siteModel(),
) {
  const store = {
    sections: Object.assign(collection(book), { byNumber: () => undefined }),
    memoryCards: Object.assign(collection(memoryCards), { bySection: () => [] }),
    galleryImages: collection(galleryImages),
    musicCodes: Object.assign(collection(musicCodes), { byCode: () => undefined }),
    unlockCodes: Object.assign(collection(unlockCodes), { byCode: () => undefined }),
    articles: collection(articles),
  } as unknown as Store;
  return createSpoilerCheck({
    store,
    site: () => site,
    speaker: () => ({
      persona,
      offline,
      guard: bookGuard(),
      spoken: everyLine([persona.text, { ...voice }]),
    }),
    clock: () => Date.parse('2004-01-01T12:00:00.000Z'),
  });
}
