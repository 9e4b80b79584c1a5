import { randomUUID } from 'node:crypto';
import { readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { CopyReason } from '#shared/contracts/copies.ts';
import type { PackagePlan, PackageTexts, PackedFile } from '#shared/contracts/book-package.ts';
import { AppError } from '#shared/errors.ts';
import type { Download } from '#server/api/download.ts';
import type { ImageLibrary } from '#server/storage/files/images/library.ts';
import { diskRefusal, save } from '#server/storage/files/local.ts';
import { storeRecording } from '#server/storage/files/recordings.ts';
import { sha256Of } from '#server/storage/files/sha256.ts';
import type { FileStore } from '#server/storage/files/types.ts';
import type { Operation } from '#server/storage/store/types.ts';
import { completeTexts, isSameRecord, readBookState, type BookStore } from './book-state.ts';
import { checkPackage, kindOf, limitOf, withPackage, type CheckedPackage } from './open-package.ts';
import { filesFolder, packBook } from './pack-book.ts';
import { planImport } from './package-plan.ts';
import { replaceBook } from './replace-book.ts';

export type BookPackageService = ReturnType<typeof createBookPackage>;

interface BookPackageOptions {
  store: BookStore;
  files: FileStore;
  images: Pick<ImageLibrary, 'add' | 'remove' | 'settled'>;
  /** The author's record: what it says, and what makes it another; `show` is called when that is written. */
  book: {
    texts(): PackageTexts['book'];
    adopt(texts: PackageTexts['book']): Promise<{ operations: Operation[]; show(): Promise<void> }>;
  };
  /** Makes the copy of the whole site that an import is gone back from. */
  copies: { copyBefore(reason: Extract<CopyReason, 'package'>): Promise<void> };
  summaries: { wake(sectionId?: string): void };
  dataDir: string;
  uploadsDir: string;
  /** The folder of the demonstration's media; absent on a site without it. */
  mediaDir: string | undefined;
}

const mostBytes = 4 * 1024 * 1024 * 1024;
/** What is left free on the disk: the site goes on writing meanwhile. */
const reservedBytes = 256 * 1024 * 1024;
const filePrefix = 'package-';

/** «Esporta il libro» and «Importa un libro»: see docs/decisions/025. */
export function createBookPackage(options: BookPackageOptions) {
  const { store, files, book, copies, summaries, dataDir, uploadsDir } = options;
  let current: ({ plan: PackagePlan; path: string } & CheckedPackage) | undefined;

  const present = () => readBookState(store, book.texts());

  function requirePlan(planId: string) {
    if (current?.plan.id === planId) return current;
    throw new AppError('NOT_FOUND', 'Questa importazione non c’è più: scegli di nuovo il pacchetto.');
  }

  async function discard(): Promise<void> {
    const discarded = current;
    current = undefined;
    if (discarded) await rm(discarded.path, { force: true });
  }

  /** Puts a book in the place of the one there is. */
  async function putBook(texts: PackageTexts): Promise<void> {
    const { operations, show } = await book.adopt(texts.book);
    // Nothing is waited for between reading what is there and writing what comes.
    const next = completeTexts(store, texts);
    if (isSameRecord(present(), next)) return;
    const replaced = replaceBook(store, next);
    await store.mutate([...replaced.operations, ...operations]);
    await show();
    for (const id of replaced.changedSections) summaries.wake(id);
  }

  return {
    /** The book as one zip. @param codes whether the codes' values go along */
    download: (codes: 'none' | 'values'): Download => packBook(present(), codes, options),
    async discard(planId: string): Promise<void> {
      requirePlan(planId);
      await discard();
    },

    /** Takes a package, reads it whole and says what would change. @throws AppError IMPOSSIBLE, TOO_LARGE, UNAVAILABLE */
    async check(file: Readable): Promise<PackagePlan> {
      await discard();
      const id = randomUUID();
      const path = join(dataDir, `${filePrefix}${id}.zip`);
      try {
        await save(file, path, mostBytes);
        const bookPackage = await checkPackage(path, await roomIn(uploadsDir));
        await refuseOtherBytes(files, bookPackage.files);
        const plan = await planImport(
          { store, files, present: present() },
          id,
          bookPackage.texts,
          bookPackage.files,
        );
        current = { plan, path, ...bookPackage };
        return plan;
      } catch (error) {
        await rm(path, { force: true }).catch(() => undefined);
        throw diskRefusal(error) ?? error;
      }
    },

    /**
     * Does what the plan says, in one write, once the site is copied.
     *
     * @throws AppError NOT_FOUND, IMPOSSIBLE, UNAVAILABLE; then nothing has changed
     */
    async apply(planId: string): Promise<void> {
      const takenPlan = requirePlan(planId);
      const { path, texts, files: packed } = takenPlan;
      // Pressed twice, it is done once.
      current = undefined;
      let addedFiles: string[] = [];
      try {
        await refuseOtherBytes(files, packed);
        await copies.copyBefore('package');
        addedFiles = await addFiles(options, path, packed);
        await putBook(texts);
      } catch (error) {
        await removeFiles(options, addedFiles);
        current ??= takenPlan;
        throw error;
      }
      await rm(path, { force: true });
    },

    /** Removes the packages that a stopped process left. */
    async tidy(): Promise<void> {
      const names = await readdir(dataDir).catch(() => []);
      const leftovers = names.filter((name) => name.startsWith(filePrefix) && name.endsWith('.zip'));
      await Promise.all(leftovers.map((name) => rm(join(dataDir, name), { force: true })));
    },
  };
}

async function roomIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.max(0, bavail * bsize - reservedBytes);
}

/** @throws AppError IMPOSSIBLE when another file has the name of one in the package: a kept file never changes */
async function refuseOtherBytes(files: FileStore, packed: readonly PackedFile[]): Promise<void> {
  for (const { name, bytes, sha256 } of packed) {
    const here = await files.stat(name);
    if (here && (here.bytes !== bytes || (await sha256Of(files.read(name))) !== sha256))
      throw new AppError(
        'IMPOSSIBLE',
        `Sul sito c’è già un altro file che si chiama «${name.slice(0, 80)}». Non è cambiato nulla.`,
      );
  }
}

/** Keeps the files of a package that are not here, all or none. @returns their names */
async function addFiles(
  options: BookPackageOptions,
  path: string,
  packed: readonly PackedFile[],
): Promise<string[]> {
  const addedFiles: string[] = [];
  try {
    await withPackage(path, async (zip) => {
      for (const { name } of packed) {
        if (await options.files.stat(name)) continue;
        const storedFile = await addFile(options, name, await zip.read(filesFolder + name));
        addedFiles.push(storedFile);
        if (storedFile !== name)
          throw new AppError(
            'IMPOSSIBLE',
            `Nel pacchetto il file «${name.slice(0, 80)}» non è come questo sito l’avrebbe conservato. Non è cambiato nulla.`,
          );
      }
    });
  } catch (error) {
    await removeFiles(options, addedFiles);
    throw error;
  }
  return addedFiles;
}

async function removeFiles({ images }: BookPackageOptions, names: readonly string[]): Promise<void> {
  const removeAll = async () => {
    for (const name of names) await images.remove(name).catch(() => undefined);
  };
  await removeAll();
  // The smaller file that was being made of one meanwhile goes too.
  if (names.length > 0) await images.settled().then(removeAll);
}

/** Keeps one file as an upload of its kind would be, sound as it is. @returns the name that it got */
async function addFile(
  { files, images }: BookPackageOptions,
  name: string,
  stream: Readable,
): Promise<string> {
  const kind = kindOf(name);
  if (kind === 'images') return (await images.add(stream)).url.replace('/uploads/', '');
  if (kind) return (await storeRecording(files, stream, kind, { isKept: true })).name;
  return (await files.receive(stream, limitOf(name), () => Promise.resolve(name))).name;
}
