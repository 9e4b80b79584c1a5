import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '#shared/errors.ts';
import { withDeadline } from '#shared/with-deadline.ts';
import type { MaintenanceGate } from '#server/api/maintenance-gate.ts';
import { realFolders, type Folders } from '#server/storage/files/folders.ts';
import type { ImageLibrary } from '#server/storage/files/images/library.ts';
import { swapFiles } from '#server/storage/files/swap.ts';
import type { FileStore } from '#server/storage/files/types.ts';
import { dropNote, unsavedUploads } from '#server/storage/files/unsaved.ts';
import { eraseAgain } from '#server/storage/records/erased.ts';
import type { Store } from '#server/storage/store/types.ts';
import {
  forgetUnfinishedRestore,
  keepAtRestore,
  noteUnfinishedRestore,
  readUnfinishedRestore,
} from './backup-settings.ts';
import type { Copies } from './copies.ts';
import { keptFilesPrefix, removeLeftovers } from './leftovers.ts';
import type { BookReader } from './restore-plan.ts';
import { createUploadedBackups, type UploadedBackup } from './uploaded-backup.ts';

export type RestoreService = ReturnType<typeof createRestoreService>;

interface RestoreOptions {
  store: Store;
  files: FileStore;
  book: BookReader;
  /** Where what a restore replaces is kept. */
  copies: Pick<Copies, 'copyBefore' | 'copyIfDue'>;
  images: Pick<ImageLibrary, 'close' | 'reopen'>;
  maintenanceGate: Pick<MaintenanceGate, 'runExclusively'>;
  waitForReplies(): Promise<void>;
  onRestored?: () => void | Promise<void>;
  dataDir: string;
  uploadsDir: string;
  /** The file system under the folders of uploads. */
  folders?: Folders;
}

/** How long replies may take to end before a restore is put off. */
const repliesMilliseconds = 20_000;

/** Replaces database and uploads by a backup, all or nothing; what is replaced is a copy in the list. */
export function createRestoreService(options: RestoreOptions) {
  const { store, uploadsDir, onRestored, folders = realFolders } = options;
  const uploaded = createUploadedBackups(options);
  async function tidy(): Promise<void> {
    await removeLeftovers({ ...options, folders }, readUnfinishedRestore(store), uploaded.current);
  }

  return {
    /**
     * Takes a downloaded database, reads it from its first byte to its last and says what would change. The plan before it
     * is discarded.
     *
     * @throws AppError IMPOSSIBLE with what is wrong in it
     */
    check: uploaded.addDatabase,
    /** Adds the archive of the files to a plan. @throws AppError NOT_FOUND, IMPOSSIBLE */
    addFiles: uploaded.addFiles,
    /** The plan once something here has changed. @throws AppError NOT_FOUND */
    planAgain: uploaded.planAgain,
    /** The backup of a plan, to be looked into, with the uploads of its archive. @throws AppError NOT_FOUND */
    opened(planId: string) {
      const { draft, tables, files } = uploaded.get(planId);
      return {
        draft,
        tables,
        uploadOf(name: string) {
          const staged = files?.files.get(name);
          if (!files || !staged) return undefined;
          return { bytes: staged.bytes, open: () => createReadStream(join(uploadsDir, files.folder, name)) };
        },
      };
    },

    /** Does what the plan says, once what is here is copied. @throws AppError NOT_FOUND, UNAVAILABLE; then nothing has changed */
    async apply(planId: string): Promise<void> {
      const backup = uploaded.get(planId);
      // The uploads are copied while the site still answers; what has changed since is little.
      await options.copies.copyIfDue();
      try {
        await replaceAll({ ...options, folders }, backup, () => uploaded.forget());
      } finally {
        await tidy();
      }
      await onRestored?.();
    },

    async discard(planId: string): Promise<void> {
      uploaded.get(planId);
      await uploaded.discard();
    },

    /** Removes what belongs to no plan and to no unfinished restore. What cannot be removed is tried again. */
    tidy,
  };
}

/**
 * Replaces everything while every other call is held back, and no reply and no picture is being written.
 *
 * @param onReplaced called when the database is the backup's
 */
function replaceAll(
  options: RestoreOptions & { folders: Folders },
  { database, files }: Pick<UploadedBackup, 'database' | 'files'>,
  onReplaced: () => void,
): Promise<void> {
  const { store, copies, images, maintenanceGate, waitForReplies, uploadsDir, folders } = options;
  return maintenanceGate.runExclusively(async () => {
    await withDeadline(waitForReplies(), repliesMilliseconds, refuseWhileReplying);
    await images.close();
    try {
      // A restore whose files the disk did not let move is finished before another begins.
      await placeUploads(store, uploadsDir, folders);
      await copies.copyBefore('restore');
      const swap = files && { from: files.folder, keepAs: keptFilesPrefix + randomUUID() };
      await store.replace(database, {
        prepare: (next, now) => [
          ...eraseAgain(next, now),
          ...keepAtRestore(next, now),
          ...(swap ? [noteUnfinishedRestore({ files: swap })] : []),
          // An upload that is replaced is awaited by no page: the mirror would bring it back.
          ...(files
            ? unsavedUploads(now)
                .filter((name) => !files.files.has(name))
                .map(dropNote)
            : []),
        ],
      });
      onReplaced();
      await placeUploads(store, uploadsDir, folders);
    } finally {
      await images.reopen();
    }
  });
}

function refuseWhileReplying(): never {
  throw new AppError(
    'UNAVAILABLE',
    'In chat sta ancora arrivando una risposta: riprova fra poco. Non è cambiato nulla.',
  );
}

async function placeUploads(store: Store, uploadsDir: string, folders: Folders): Promise<void> {
  try {
    await finishRestore(store, uploadsDir, folders);
  } catch (cause) {
    throw new AppError(
      'UNAVAILABLE',
      'Il database è tornato al backup, ma il disco non ha lasciato spostare tutti i file: il sito finirà da sé al prossimo riavvio.',
      { cause },
    );
  }
}

/**
 * Puts the files of a restore in their places, if a crash or the disk came between its database and them: after a start,
 * before anything looks at the uploads.
 */
export async function finishRestore(
  store: Store,
  uploadsDir: string,
  folders: Folders = realFolders,
): Promise<void> {
  const unfinished = readUnfinishedRestore(store);
  if (!unfinished) return;
  if (unfinished.files) await swapFiles(uploadsDir, unfinished.files, folders);
  // Where the disk refuses, it is done again and finds nothing to move.
  await forgetUnfinishedRestore(store).catch(() => undefined);
}
