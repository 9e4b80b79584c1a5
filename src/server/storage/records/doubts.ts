import type { z } from 'zod';
import type { BinKind } from '#shared/contracts/bin.ts';
import { createGalleryImage, type GalleryImage } from '#shared/contracts/gallery.ts';
import { createMemoryCard } from '#shared/contracts/memory-cards.ts';
import { createMusicCode, type MusicCode } from '#shared/contracts/music-codes.ts';
import { createSection, type Section } from '#shared/contracts/sections.ts';
import { createUnlockCode, type UnlockCode } from '#shared/contracts/unlock-codes.ts';
import type { BinRecord } from './bin.ts';

const contracts: Record<BinKind, z.ZodType> = {
  sections: createSection,
  unlockCodes: createUnlockCode,
  musicCodes: createMusicCode,
  galleryImages: createGalleryImage,
  memoryCards: createMemoryCard,
};

/** What is wrong with one record that an author could not write in the panel today. */
export function doubtAbout({ collection, record }: BinRecord): string | undefined {
  const { id: _, ...fields } = record;
  return contracts[collection].safeParse(fields).error?.issues[0]?.message;
}

interface Records {
  sections: Iterable<Section>;
  unlockCodes: Iterable<UnlockCode>;
  musicCodes: Iterable<MusicCode>;
  galleryImages: Iterable<GalleryImage>;
}

/** What an author could not write in the panel: `codice di sblocco «---»: Il codice deve avere…`. */
export function doubtsAbout({ sections, unlockCodes, musicCodes, galleryImages }: Records): string[] {
  const tell = (each: BinRecord, name: string) => {
    const doubt = doubtAbout(each);
    return doubt === undefined ? [] : [`${name.slice(0, 80)}: ${doubt}`];
  };
  return [
    ...[...sections].flatMap((record) =>
      tell({ collection: 'sections', record }, `sezione «${record.title}»`),
    ),
    ...[...unlockCodes].flatMap((record) =>
      tell({ collection: 'unlockCodes', record }, `codice di sblocco «${record.code}»`),
    ),
    ...[...musicCodes].flatMap((record) =>
      tell({ collection: 'musicCodes', record }, `codice musicale «${record.code}»`),
    ),
    ...[...galleryImages].flatMap((record) =>
      tell({ collection: 'galleryImages', record }, `immagine «${record.title}»`),
    ),
  ];
}
