import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#shared/errors.ts';
import { withDeadline } from '#shared/with-deadline.ts';
import type { MaintenanceGate } from '#server/api/maintenance-gate.ts';
import { realFolders, type Folders } from '#server/storage/files/folders.ts';
import type { ImageLibrary } from '#server/storage/files/images/library.ts';
import { swapFiles } from '#server/storage/files/swap.ts';
import type { FileStore } from '#server/storage/files/types.ts';
import { usedUploads } from '#server/storage/files/uses.ts';
import type { Store } from '#server/storage/store/types.ts';
import { forgetRestored, readRestored, settingsAfter, type Restored } from './backup-settings.ts';
import { keptFilesPrefix, keptPrefix, removeLeftovers } from './leftovers.ts';
import { createUploadedBackups } from './uploaded-backup.ts';

export type RestoreService = ReturnType<typeof createRestoreService>;

interface RestoreOptions {
  store: Store;
  files: FileStore;
  images: Pick<ImageLibrary, 'close' | 'reopen'>;
  maintenanceGate: Pick<MaintenanceGate, 'runExclusively'>;
  waitForReplies(): Promise<void>;
  onRestored?: () => void | Promise<void>;
  dataDir: string;
  uploadsDir: string;
  /** The file system under the folders of uploads. */
  folders?: Folders;
  /** Until when time has surely passed (see `passed-time.ts`). */
  passed?: () => number;
  clock?: () => number;
}

/** How long what was replaced is kept: 14 days. */
export const undoMilliseconds = 14 * 24 * 60 * 60 * 1000;
/** How long replies may take to end before a restore is put off. */
const repliesMilliseconds = 20_000;

/** Replaces database and uploads by a backup, all or nothing, and can put back what was replaced. */
export function createRestoreService(options: RestoreOptions) {
  const {
    store,
    dataDir,
    uploadsDir,
    onRestored,
    folders = realFolders,
    clock = Date.now,
    passed = clock,
  } = options;
  const uploaded = createUploadedBackups(options);
  const tidy = () => removeLeftovers({ ...options, folders }, readRestored(store), uploaded.current);

  async function undoable(): Promise<Restored | undefined> {
    const last = readRestored(store);
    if (!last) return undefined;
    // What a site is rebuilt from, the bucket or a copy, does not hold what an earlier restore replaced.
    const isThere = await access(join(dataDir, last.keptDatabase)).then(
      () => true,
      () => false,
    );
    if (isThere && passed() < Date.parse(last.at) + undoMilliseconds) return last;
    await forgetRestored(store);
    await tidy();
    return undefined;
  }

  function replace(id: string, database: string, filesFrom: string | undefined, undone: boolean) {
    const swap = filesFrom === undefined ? undefined : { from: filesFrom, keepAs: keptFilesPrefix + id };
    const noteRestore = (): Restored => ({
      id,
      at: new Date(clock()).toISOString(),
      keptDatabase: keptPrefix + id,
      undone,
      uses: [...usedUploads(store).keys()],
      ...(swap && { files: swap }),
    });
    return replaceAll({ ...options, folders }, database, noteRestore);
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
      const { tables, files } = uploaded.get(planId);
      return {
        tables,
        uploadOf(name: string) {
          const staged = files?.files.get(name);
          if (!files || !staged) return undefined;
          return { bytes: staged.bytes, open: () => createReadStream(join(uploadsDir, files.folder, name)) };
        },
      };
    },

    /** Does what the plan says. @throws AppError NOT_FOUND, UNAVAILABLE; then nothing has changed */
    async apply(planId: string): Promise<void> {
      const { database, files } = uploaded.get(planId);
      const id = randomUUID();
      try {
        await replace(id, database, files?.folder, false);
      } finally {
        if (readRestored(store)?.id === id) uploaded.forget();
        await tidy();
      }
      await onRestored?.();
    },

    async discard(planId: string): Promise<void> {
      uploaded.get(planId);
      await uploaded.discard();
    },

    /** Puts back what the last restore replaced. @throws AppError NOT_FOUND when nothing can be undone any more */
    async undo(): Promise<void> {
      const last = await undoable();
      if (!last) throw new AppError('NOT_FOUND', 'Non c’è un ripristino da annullare.');
      await uploaded.discard();
      const database = join(dataDir, last.keptDatabase);
      await replace(randomUUID(), database, last.files?.keepAs, !last.undone).finally(tidy);
      await onRestored?.();
    },

    /** What can be undone, if its time is not over. */
    undoable,
    /** Removes what belongs to no plan and to no restore that can be undone. What cannot be removed is tried again. */
    tidy,
  };
}

/** Replaces everything while every other call is held back, and no reply and no picture is being written. */
function replaceAll(
  {
    store,
    images,
    maintenanceGate,
    waitForReplies,
    uploadsDir,
    folders,
  }: RestoreOptions & { folders: Folders },
  database: string,
  noteRestore: () => Restored,
): Promise<void> {
  const placeFiles = ({ files }: Restored) => files && swapUploads(uploadsDir, files, folders);
  return maintenanceGate.runExclusively(async () => {
    await withDeadline(waitForReplies(), repliesMilliseconds, refuseWhileReplying);
    await images.close();
    try {
      // A restore whose files the disk did not let move is finished before another begins.
      const unfinished = readRestored(store);
      if (unfinished) await placeFiles(unfinished);
      const restoreNote = noteRestore();
      await store.replace(database, {
        keptName: restoreNote.keptDatabase,
        settings: (now, inFile) => settingsAfter(now, inFile, restoreNote),
      });
      await placeFiles(restoreNote);
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

async function swapUploads(
  uploadsDir: string,
  swap: NonNullable<Restored['files']>,
  folders: Folders,
): Promise<void> {
  try {
    await swapFiles(uploadsDir, swap, folders);
  } catch (cause) {
    throw new AppError(
      'UNAVAILABLE',
      'Il database è tornato al backup, ma il disco non ha lasciato spostare tutti i file: il sito finirà da sé al prossimo riavvio.',
      { cause },
    );
  }
}

/**
 * After a start and before anything looks at the uploads: puts the files in their places, if a crash came between the
 * database of a restore and its files.
 */
export async function finishRestore(store: Store, uploadsDir: string): Promise<void> {
  const last = readRestored(store);
  if (last?.files) await swapFiles(uploadsDir, last.files);
}
