import {
  packageCollections,
  type PackagePlan,
  type PackageTexts,
  type PackedFile,
} from '#shared/contracts/book-package.ts';
import { articleFaults } from '#server/articles/judge-article.ts';
import type { FileStore } from '#server/storage/files/types.ts';
import { difference } from '#server/storage/records/compare.ts';
import { doubtsAbout } from '#server/storage/records/doubts.ts';
import type { Collection } from '#server/storage/store/types.ts';
import {
  completeTexts,
  countNewCodes,
  isSameRecord,
  recordsById,
  type BookState,
  type BookStore,
} from './book-state.ts';
import { filesOf } from './pack-book.ts';

interface PlanOptions {
  store: BookStore;
  files: Pick<FileStore, 'stat'>;
  present: BookState;
}

/** What an import of these texts and files would change. */
export async function planImport(
  { store, files, present }: PlanOptions,
  id: string,
  texts: PackageTexts,
  packed: readonly PackedFile[],
): Promise<PackagePlan> {
  const next = completeTexts(store, texts);
  const changes = await Promise.all(
    packageCollections.map(async (name) => {
      const now = store[name] as Pick<Collection<{ id: string }>, 'size' | 'get' | 'values'>;
      return [name, await difference(now, recordsById<{ id: string }>(next[name]))] as const;
    }),
  );
  const isHere = await Promise.all(packed.map(async ({ name }) => (await files.stat(name)) !== undefined));
  const newRecords = packed.filter((_, at) => !isHere[at]);
  const names = new Set(packed.map(({ name }) => name));
  const neededFiles = filesOf(next).filter((name) => !names.has(name));
  const isMissing = await Promise.all(
    neededFiles.map(async (name) => (await files.stat(name)) === undefined),
  );
  const { book } = texts.book.draft ?? texts.book.published ?? { book: { title: '', author: '' } };
  const isOtherBook = !isSameRecord(texts.book, present.book);
  return {
    id,
    title: book.title,
    author: book.author,
    isOtherBook,
    collections: Object.fromEntries(changes) as PackagePlan['collections'],
    newCodes: countNewCodes(store, texts),
    files: { added: newRecords.length, bytes: newRecords.reduce((sum, { bytes }) => sum + bytes, 0) },
    missingFiles: neededFiles.filter((_, at) => isMissing[at]),
    doubtful: [...doubtsAbout(next), ...(await articleFaults(texts.articles ?? []))],
    isSame:
      !isOtherBook &&
      newRecords.length === 0 &&
      isSameRecord(texts.recordings, present.recordings) &&
      changes.every(([, change]) => change.added + change.removed + change.changed === 0),
  };
}
