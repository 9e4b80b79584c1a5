import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RestorePlan } from '#shared/contracts/backup.ts';
import { AppError } from '#shared/errors.ts';
import { ArchiveError, stageArchive, type StagedFiles } from '#server/storage/files/archive.ts';
import { realFolders, type Folders } from '#server/storage/files/folders.ts';
import type { ImageLibrary } from '#server/storage/files/images/library.ts';
import { diskRefusal } from '#server/storage/files/local.ts';
import { swapFiles } from '#server/storage/files/swap.ts';
import { sync } from '#server/storage/files/sync.ts';
import type { FileStore } from '#server/storage/files/types.ts';
import { usedUploads } from '#server/storage/files/uses.ts';
import { checkedDatabase, type CheckedDatabase } from '#server/storage/store/check.ts';
import type { Store } from '#server/storage/store/types.ts';
import type { MaintenanceGate } from '#server/api/maintenance-gate.ts';
import { forgetRestored, readRestored, settingsAfter, type Restored } from './backup-settings.ts';
import { compareDatabase, compareFiles, missingFiles } from './restore-plan.ts';

export interface RestoreService {
  /**
   * Takes a downloaded database, reads it from its first byte to its last and says what would change. A plan that was
   * there before is given up.
   *
   * @throws AppError IMPOSSIBLE with what is wrong in it
   */
  check(database: Readable): Promise<RestorePlan>;
  /** Adds the archive of the files to a plan. @throws AppError NOT_FOUND, IMPOSSIBLE */
  addFiles(planId: string, archive: Readable): Promise<RestorePlan>;
  /** Does what the plan says. @throws AppError NOT_FOUND, UNAVAILABLE; then nothing has changed */
  apply(planId: string): Promise<void>;
  discard(planId: string): Promise<void>;
  /** Puts back what the last restore replaced. @throws AppError NOT_FOUND when nothing can be undone any more */
  undo(): Promise<void>;
  /** What can be undone, if its time is not over. */
  undoable(): Promise<Restored | undefined>;
  /** Removes what belongs to no plan and to no restore that can be undone. What cannot be removed is tried again. */
  tidy(): Promise<void>;
}

export interface RestoreOptions {
  store: Store;
  files: FileStore;
  images: ImageLibrary;
  maintenanceGate: MaintenanceGate;
  /** Waits for the replies in the chat that are being written. */
  quiet(): Promise<void>;
  dataDir: string;
  uploadsDir: string;
  /** The file system under the folders of uploads; tests give one that fails. */
  folders?: Folders;
  clock?: () => number;
}

interface Plan {
  shown: RestorePlan;
  database: string;
  files: StagedFiles | undefined;
}

const day = 24 * 60 * 60 * 1000;
/** How long what was replaced is kept. */
export const undoMilliseconds = 14 * day;
/** How long replies may take to end before a restore is put off. */
const quietMilliseconds = 20_000;

const keptPrefix = 'db.json.undo-';
const uploadedPrefix = 'restore-';
const stagedPrefix = '.staged-';
const keptFilesPrefix = '.undo-';

export function createRestoreService(options: RestoreOptions): RestoreService {
  const { store, files, images, maintenanceGate, dataDir, uploadsDir } = options;
  const { folders = realFolders, clock = Date.now } = options;
  let plan: Plan | undefined;

  function planOf(id: string): Plan {
    if (plan?.shown.id === id) return plan;
    throw new AppError('NOT_FOUND', 'Questo ripristino non c’è più: scegli di nuovo i file.');
  }

  async function drop(): Promise<void> {
    const dropped = plan;
    plan = undefined;
    await dropped?.files?.discard();
    if (dropped) await rm(dropped.database, { force: true });
  }

  /** Everything that changes the site as a whole, with nobody inside. */
  async function replaceAll(
    database: string,
    last: Pick<Restored, 'id' | 'files' | 'undone'>,
  ): Promise<void> {
    await maintenanceGate.runExclusively(async () => {
      await inTime(options.quiet());
      await images.close();
      try {
        // A restore whose files the disk did not let move is finished before another begins.
        const unfinished = readRestored(store);
        if (unfinished) await placeFiles(unfinished);
        const restored: Restored = {
          ...last,
          at: new Date(clock()).toISOString(),
          keptDatabase: keptPrefix + last.id,
          uses: [...usedUploads(store).keys()],
        };
        await store.replace(database, {
          keptName: restored.keptDatabase,
          settings: (now, inFile) => settingsAfter(now, inFile, restored),
        });
        await placeFiles(restored);
      } finally {
        await images.reopen();
      }
    });
  }

  async function placeFiles({ files: swap }: Restored): Promise<void> {
    if (!swap) return;
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

  async function undoable(): Promise<Restored | undefined> {
    const last = readRestored(store);
    if (!last || clock() < Date.parse(last.at) + undoMilliseconds) return last;
    await forgetRestored(store);
    await tidy();
    return undefined;
  }

  async function tidy(): Promise<void> {
    const last = readRestored(store);
    const needed = new Set([last?.keptDatabase, last?.files?.from, last?.files?.keepAs, plan?.files?.folder]);
    const remove = (folder: string, names: readonly string[]) =>
      Promise.all(names.map((name) => folders.remove(join(folder, name)).catch(() => undefined)));
    const isOurs = (name: string, ...prefixes: string[]) =>
      prefixes.some((prefix) => name.startsWith(prefix)) && !needed.has(name);
    const inData = await folders.list(dataDir).catch(() => []);
    const uploaded = inData.filter(
      (name) => isOurs(name, uploadedPrefix) && join(dataDir, name) !== plan?.database,
    );
    await remove(dataDir, [...uploaded, ...inData.filter((name) => isOurs(name, keptPrefix))]);
    const inUploads = await folders.list(uploadsDir).catch(() => []);
    await remove(
      uploadsDir,
      inUploads.filter((name) => isOurs(name, stagedPrefix, keptFilesPrefix) && !name.endsWith('.placing')),
    );
  }

  return {
    async check(database) {
      await drop();
      const id = randomUUID();
      const path = join(dataDir, `${uploadedPrefix}${id}.json`);
      try {
        await pipeline(database, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
        await sync(path);
        const checked = await checkedBackup(path);
        const shown = {
          id,
          ...(await compareDatabase(store, checked)),
          missingFiles: await missing(checked),
        };
        plan = { shown, database: path, files: undefined };
        return shown;
      } catch (error) {
        await rm(path, { force: true }).catch(() => undefined);
        throw diskRefusal(error) ?? error;
      }
    },

    async addFiles(planId, archive) {
      const before = planOf(planId);
      await before.files?.discard();
      before.files = undefined;
      const staged = await stageArchive(uploadsDir, archive, stagedPrefix + randomUUID()).catch(
        (error: unknown) => {
          throw error instanceof ArchiveError
            ? new AppError('IMPOSSIBLE', error.message, { cause: error })
            : error;
        },
      );
      // Another plan may have come while the archive was being read.
      if (plan !== before) {
        await staged.discard();
        planOf(planId);
      }
      before.files = staged;
      const checked = await checkedBackup(before.database);
      before.shown = {
        ...before.shown,
        files: { ...(await compareFiles(files, staged)), bytes: staged.bytes },
        missingFiles: await missing(checked, staged),
      };
      return before.shown;
    },

    async apply(planId) {
      const { database, files: staged } = planOf(planId);
      const id = randomUUID();
      const swap = staged && { from: staged.folder, keepAs: keptFilesPrefix + id };
      try {
        await replaceAll(database, { id, undone: false, ...(swap && { files: swap }) });
      } finally {
        if (readRestored(store)?.id === id) plan = undefined;
        await tidy();
      }
    },

    async discard(planId) {
      planOf(planId);
      await drop();
    },

    async undo() {
      const last = await undoable();
      if (!last) throw new AppError('NOT_FOUND', 'Non c’è un ripristino da annullare.');
      await drop();
      const id = randomUUID();
      const swap = last.files && { from: last.files.keepAs, keepAs: keptFilesPrefix + id };
      await replaceAll(join(dataDir, last.keptDatabase), {
        id,
        undone: !last.undone,
        ...(swap && { files: swap }),
      }).finally(tidy);
    },

    undoable,
    tidy,
  };

  async function missing(checked: CheckedDatabase, staged?: StagedFiles): Promise<string[]> {
    const present = staged ? staged.files : new Set((await files.list()).map(({ name }) => name));
    return missingFiles(checked, (name) => present.has(name));
  }
}

/**
 * After a start and before anything looks at the uploads: puts the files in their places, if a crash came between the
 * database of a restore and its files.
 */
export async function finishRestore(store: Store, uploadsDir: string, folders?: Folders): Promise<void> {
  const last = readRestored(store);
  if (last?.files) await swapFiles(uploadsDir, last.files, folders);
}

async function checkedBackup(path: string): Promise<CheckedDatabase> {
  const checked = await checkedDatabase(path);
  if (!('problems' in checked)) return checked;
  const [first = '', ...rest] = checked.problems;
  const more = rest.length === 0 ? '' : ` (e altri ${rest.length} problemi)`;
  throw new AppError(
    'IMPOSSIBLE',
    `Questo file non è un backup del database che si possa ripristinare: ${first}${more}.`,
  );
}

async function inTime(quiet: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new AppError(
      'UNAVAILABLE',
      'In chat sta ancora arrivando una risposta: riprova fra poco. Non è cambiato nulla.',
    );
    timer = setTimeout(() => reject(error), quietMilliseconds);
  });
  try {
    await Promise.race([quiet, late]);
  } finally {
    clearTimeout(timer);
  }
}
