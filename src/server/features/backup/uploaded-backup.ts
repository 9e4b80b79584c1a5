import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BinKind } from '#shared/contracts/bin.ts';
import type { RestorePlan } from '#shared/contracts/backup.ts';
import type { BookContent } from '#shared/contracts/book.ts';
import { AppError } from '#shared/errors.ts';
import { ArchiveError, stageArchive, type StagedFiles } from '#server/storage/files/archive.ts';
import { diskRefusal } from '#server/storage/files/local.ts';
import { sync } from '#server/storage/files/sync.ts';
import type { FileStore } from '#server/storage/files/types.ts';
import { checkedDatabase, type CheckedDatabase } from '#server/storage/store/check.ts';
import type { Store } from '#server/storage/store/types.ts';
import { stagedPrefix, uploadedPrefix } from './leftovers.ts';
import { compareDatabase, compareFiles, missingFiles, type BookReader } from './restore-plan.ts';

/** A backup that was uploaded and checked, and has not replaced anything yet. */
export interface UploadedBackup {
  plan: RestorePlan;
  database: string;
  files: StagedFiles | undefined;
  /** Of «Il libro» what its draft was. */
  draft: BookContent;
  /** What of it can be taken singly. */
  tables: Pick<CheckedDatabase['collections']['tables'], BinKind>;
}

/** The one backup that waits for the author's decision; another one takes its place. */
export function createUploadedBackups({
  store,
  files,
  book,
  dataDir,
  uploadsDir,
}: {
  store: Store;
  files: FileStore;
  book: BookReader;
  dataDir: string;
  uploadsDir: string;
}) {
  let current: UploadedBackup | undefined;

  function get(planId: string): UploadedBackup {
    if (current?.plan.id === planId) return current;
    throw new AppError('NOT_FOUND', 'Questo ripristino non c’è più: scegli di nuovo i file.');
  }

  async function discard(): Promise<void> {
    const discarded = current;
    current = undefined;
    await discarded?.files?.discard();
    if (discarded) await rm(discarded.database, { force: true });
  }

  async function missingIn(checked: CheckedDatabase, staged?: StagedFiles): Promise<string[]> {
    const present = staged ? staged.files : new Set((await files.list()).map(({ name }) => name));
    return missingFiles(checked, (name) => present.has(name));
  }

  /** The plan as it is now that something here has changed. @throws AppError NOT_FOUND */
  async function planAgain(planId: string): Promise<RestorePlan> {
    const backup = get(planId);
    const { plan, files: staged } = backup;
    const content = await requireBackup(backup.database);
    backup.plan = {
      ...plan,
      ...(await compareDatabase({ store, book }, content)),
      ...(staged && { files: { ...(await compareFiles(files, staged)), bytes: staged.bytes } }),
      missingFiles: await missingIn(content, staged),
    };
    return backup.plan;
  }

  return {
    get,
    discard,
    planAgain,
    get current() {
      return current;
    },

    /** The plan is carried out: its files belong to the site now. */
    forget: () => void (current = undefined),

    /** @throws AppError IMPOSSIBLE with what is wrong in it */
    async addDatabase(database: Readable): Promise<RestorePlan> {
      await discard();
      const id = randomUUID();
      const path = join(dataDir, `${uploadedPrefix}${id}.json`);
      try {
        await pipeline(database, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
        await sync(path);
        const content = await requireBackup(path);
        const changes = await compareDatabase({ store, book }, content);
        const plan = { id, ...changes, missingFiles: await missingIn(content) };
        const { tables } = content.collections;
        current = {
          plan,
          database: path,
          files: undefined,
          draft: book.contentIn(tables.settings).draft,
          tables,
        };
        return plan;
      } catch (error) {
        await rm(path, { force: true }).catch(() => undefined);
        throw diskRefusal(error) ?? error;
      }
    },

    /** @throws AppError NOT_FOUND, IMPOSSIBLE */
    async addFiles(planId: string, archive: Readable): Promise<RestorePlan> {
      const backup = get(planId);
      await backup.files?.discard();
      backup.files = undefined;
      const staged = await stageUpload(uploadsDir, archive);
      // Another backup may have been uploaded while the archive was being read.
      if (current !== backup) {
        await staged.discard();
        get(planId);
      }
      backup.files = staged;
      return planAgain(planId);
    },
  };
}

async function stageUpload(uploadsDir: string, archive: Readable): Promise<StagedFiles> {
  try {
    return await stageArchive(uploadsDir, archive, stagedPrefix + randomUUID());
  } catch (error) {
    throw error instanceof ArchiveError ? new AppError('IMPOSSIBLE', error.message, { cause: error }) : error;
  }
}

async function requireBackup(path: string): Promise<CheckedDatabase> {
  const content = await checkedDatabase(path);
  if (!('problems' in content)) return content;
  const [first = '', ...rest] = content.problems;
  const more = rest.length === 0 ? '' : ` (e altri ${rest.length} problemi)`;
  throw new AppError(
    'IMPOSSIBLE',
    `Questo file non è un backup del database che si possa ripristinare: ${first}${more}.`,
  );
}
