import { isDeepStrictEqual } from 'node:util';
import type { Change, RestorePlan } from '#shared/contracts/backup.ts';
import type { BookContent } from '#shared/contracts/book.ts';
import type { StagedFiles } from '#server/storage/files/archive.ts';
import { originalOf } from '#server/storage/files/images/variants.ts';
import { sha256Of } from '#server/storage/files/sha256.ts';
import type { FileStore } from '#server/storage/files/types.ts';
import { usedUploads } from '#server/storage/files/uses.ts';
import type { CheckedDatabase } from '#server/storage/store/check.ts';
import { difference } from '#server/storage/records/compare.ts';
import { doubtsAbout } from '#server/storage/records/doubts.ts';
import { eraseAgain } from '#server/storage/records/erased.ts';
import { migrations, schemaVersion } from '#server/storage/store/migrations.ts';
import { collectionViews } from '#server/storage/store/collection-views.ts';
import type { Records, Store } from '#server/storage/store/types.ts';
import { keepAtRestore, kindOfSetting, type SettingKind } from './backup-settings.ts';

/** Reads the author's book as it is, and as other settings would have it. */
export interface BookReader {
  contentIn(settings: Pick<Store['settings'], 'values'>): { published: BookContent; draft: BookContent };
}

/**
 * What a backup would change among the records and the settings that come back with it, and what it would take from readers.
 *
 * @param checked becomes what would be restored
 */
export async function compareDatabase(
  { store, book }: { store: Store; book: BookReader },
  checked: CheckedDatabase,
): Promise<Pick<RestorePlan, 'schema' | 'collections' | 'readers' | 'book' | 'doubtful'>> {
  const { collections, schema } = checked;
  const then = collectionViews(checked);
  collections.apply([...eraseAgain(then, store), ...keepAtRestore(then, store)]);
  let [lowered, forgotten] = [0, 0];
  for (const { id, maxSection } of store.users.values()) {
    const after = then.users.get(id);
    if (after === undefined && maxSection > 0) forgotten += 1;
    if (after !== undefined && after.maxSection < maxSection) lowered += 1;
  }
  const settingsOf = (kind: SettingKind) => difference(ofKind(store, kind), ofKind(then, kind));
  return {
    schema: { file: schema, here: schemaVersion(migrations) },
    collections: {
      sections: await difference(store.sections, then.sections, ['updatedAt', 'correctedAt']),
      unlockCodes: await difference(store.unlockCodes, then.unlockCodes, ['updatedAt']),
      musicCodes: await difference(store.musicCodes, then.musicCodes, ['updatedAt']),
      galleryImages: await difference(store.galleryImages, then.galleryImages, ['updatedAt']),
      users: await difference(store.users, then.users),
      chatMessages: await difference(store.chatMessages, then.chatMessages),
      memoryCards: await difference(store.memoryCards, then.memoryCards, ['updatedAt']),
      book: await settingsOf('book'),
      recordings: await settingsOf('recordings'),
      past: await difference(pastOf(store), pastOf(then)),
    },
    book: changedBook(book.contentIn(store.settings), book.contentIn(then.settings)),
    readers: { lowered, forgotten },
    doubtful: doubtsAbout(then),
  };
}

const byId = <T extends { id: string }>(records: readonly T[]) =>
  new Map(records.map((record) => [record.id, record]));

/** The settings of a kind, as a collection. */
const ofKind = ({ settings }: Pick<Records, 'settings'>, kind: SettingKind) =>
  byId([...settings.values()].filter((setting) => kindOfSetting(setting) === kind));

/** The bin and the versions, as one collection. */
const pastOf = ({ binEntries, sectionVersions }: Pick<Records, 'binEntries' | 'sectionVersions'>) =>
  byId<{ id: string }>([...binEntries.values(), ...sectionVersions.values()]);

type Texts = ReturnType<BookReader['contentIn']>;

const changedBook = (now: Texts, then: Texts): RestorePlan['book'] => ({
  published: changedPaths(now.published, then.published),
  draft: changedPaths(now.draft, then.draft),
});

/** Where two values differ: `landing.hero.line`; a list differs as a whole. */
function changedPaths(one: unknown, other: unknown, path = ''): string[] {
  if (isDeepStrictEqual(one, other)) return [];
  if (!isPlain(one) || !isPlain(other)) return [path];
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return keys.flatMap((key) => changedPaths(one[key], other[key], path === '' ? key : `${path}.${key}`));
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
    else if (here.bytes !== bytes || (await sha256Of(files.read(name))) !== sha256) changed += 1;
  }
  const removedCount = present.size - (staged.size - added);
  return { now: present.size, then: staged.size, added, removed: removedCount, changed };
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
