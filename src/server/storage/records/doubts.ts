import { createArticle, type OwnArticle } from '#shared/contracts/articles.ts';
import type { z } from 'zod';
import type { BinKind } from '#shared/contracts/bin.ts';
import { createGalleryImage, type GalleryImage } from '#shared/contracts/gallery.ts';
import { createMemoryCard } from '#shared/contracts/memory-cards.ts';
import { createMusicCode, type MusicCode } from '#shared/contracts/music-codes.ts';
import { createSection, type Section } from '#shared/contracts/sections.ts';
import { createUnlockCode, type UnlockCode } from '#shared/contracts/unlock-codes.ts';
import type { Collections } from '../store/types.ts';
import type { BinRecord } from './bin.ts';

const contracts: Record<BinKind, z.ZodType> = {
  sections: createSection,
  unlockCodes: createUnlockCode,
  musicCodes: createMusicCode,
  galleryImages: createGalleryImage,
  memoryCards: createMemoryCard,
  articles: createArticle,
};

/** What is wrong with one record that an author could not write in the panel today. */
export function doubtAbout({ collection, record }: BinRecord): string | undefined {
  const { id: _, ...fields } = record;
  return contracts[collection].safeParse(fields).error?.issues[0]?.message;
}

const namesOf = {
  sections: ({ title }: Section) => `sezione «${title}»`,
  unlockCodes: ({ code }: UnlockCode) => `codice di sblocco «${code}»`,
  musicCodes: ({ code }: MusicCode) => `codice musicale «${code}»`,
  galleryImages: ({ title }: GalleryImage) => `immagine «${title}»`,
  articles: ({ title }: OwnArticle) => `articolo «${title}»`,
};
type Doubtful = keyof typeof namesOf;

/** What an author could not write in the panel: `codice di sblocco «---»: Il codice deve avere…`. */
export function doubtsAbout(records: { [N in Doubtful]: { values(): Iterable<Collections[N]> } }): string[] {
  return (Object.keys(namesOf) as Doubtful[]).flatMap((collection) =>
    [...records[collection].values()].flatMap((record) => {
      const doubt = doubtAbout({ collection, record } as BinRecord);
      const name = (namesOf[collection] as (each: unknown) => string)(record);
      return doubt === undefined ? [] : [`${name.slice(0, 80)}: ${doubt}`];
    }),
  );
}
