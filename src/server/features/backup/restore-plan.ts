import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import type { BinKind } from '#shared/contracts/bin.ts';
import type { Change, RestorePlan } from '#shared/contracts/backup.ts';
import { createGalleryImage } from '#shared/contracts/gallery.ts';
import { createMemoryCard } from '#shared/contracts/memory-cards.ts';
import { createMusicCode } from '#shared/contracts/music-codes.ts';
import { createSection } from '#shared/contracts/sections.ts';
import { createUnlockCode } from '#shared/contracts/unlock-codes.ts';
import type { StagedFiles } from '#server/storage/files/archive.ts';
import { originalOf } from '#server/storage/files/images/variants.ts';
import type { FileStore } from '#server/storage/files/types.ts';
import { usedUploads } from '#server/storage/files/uses.ts';
import type { BinRecord } from '#server/storage/store/bin.ts';
import type { CheckedDatabase } from '#server/storage/store/check.ts';
import { difference } from '#server/storage/store/compare.ts';
import { migrations, schemaVersion } from '#server/storage/store/migrations.ts';
import type { Collection, Store } from '#server/storage/store/types.ts';

/** What a backup would change among the records, and what it would take from readers. */
export async function compareDatabase(
  store: Store,
  checked: CheckedDatabase,
): Promise<Pick<RestorePlan, 'schema' | 'collections' | 'readers' | 'doubtful'>> {
  const { collections, schema } = checked;
  const { tables } = collections;
  let [lowered, forgotten] = [0, 0];
  for (const { id, maxSection } of store.users.values()) {
    const then = tables.users.get(id);
    if (then === undefined && maxSection > 0) forgotten += 1;
    if (then !== undefined && then.maxSection < maxSection) lowered += 1;
  }
  return {
    schema: { file: schema, here: schemaVersion(migrations) },
    collections: {
      sections: await difference(store.sections, tables.sections, ['updatedAt']),
      unlockCodes: await difference(store.unlockCodes, tables.unlockCodes, [
        'usedCount',
        'lastUsedAt',
        'updatedAt',
      ]),
      musicCodes: await difference(store.musicCodes, tables.musicCodes, ['updatedAt']),
      galleryImages: await difference(store.galleryImages, tables.galleryImages, ['updatedAt']),
      users: await difference(store.users, tables.users),
      chatMessages: await difference(store.chatMessages, tables.chatMessages),
      memoryCards: await difference(store.memoryCards, tables.memoryCards, ['updatedAt']),
    },
    readers: { lowered, forgotten },
    doubtful: doubtfulRecords(checked),
  };
}

/** What an archive would change among the uploads; what was made of a picture goes with it and is not counted. */
export async function compareFiles(
  files: Pick<FileStore, 'list' | 'read'>,
  archive: StagedFiles,
): Promise<Change> {
  const isOwn = (name: string) => originalOf(name) === name;
  const present = new Map(
    (await files.list()).filter(({ name }) => isOwn(name)).map((file) => [file.name, file]),
  );
  const staged = new Map([...archive.files].filter(([name]) => isOwn(name)));
  let [added, changed] = [0, 0];
  for (const [name, { bytes, sha256 }] of staged) {
    const here = present.get(name);
    if (!here) added += 1;
    else if (here.bytes !== bytes || (await sha256Of(files, name)) !== sha256) changed += 1;
  }
  const removedCount = present.size - (staged.size - added);
  return { now: present.size, then: staged.size, added, removed: removedCount, changed };
}

async function sha256Of(files: Pick<FileStore, 'read'>, name: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(files.read(name), hash);
  return hash.digest('hex');
}

/** What an author could not write in the panel, of the records that a backup holds: `codice «---»: Il codice deve avere…`. */
function doubtfulRecords({ collections: { tables } }: CheckedDatabase): string[] {
  return [
    ...doubtsIn(tables.sections, createSection, ({ title }) => `sezione «${title}»`),
    ...doubtsIn(tables.unlockCodes, createUnlockCode, ({ code }) => `codice di sblocco «${code}»`),
    ...doubtsIn(tables.musicCodes, createMusicCode, ({ code }) => `codice musicale «${code}»`),
    ...doubtsIn(tables.galleryImages, createGalleryImage, ({ title }) => `immagine «${title}»`),
  ];
}

function doubtsIn<T extends { id: string }>(
  records: Pick<Collection<T>, 'values'>,
  contract: z.ZodType,
  nameOf: (record: T) => string,
): string[] {
  return [...records.values()].flatMap((record) => {
    const problem = contract.safeParse(record).error?.issues[0];
    return problem ? `${nameOf(record).slice(0, 80)}: ${problem.message}` : [];
  });
}

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

/** What in a backup would have no file to show. */
export function missingFiles(
  { collections: { tables } }: CheckedDatabase,
  has: (name: string) => boolean,
): string[] {
  return [...usedUploads(tables)]
    .filter(([name]) => /^(?:images|audio|video)\/[0-9a-f]{32}\./.test(name) && !has(name))
    .map(([, by]) => by);
}
