import { basename, join } from 'node:path';
import type { Folders } from '#server/storage/files/folders.ts';
import type { UnfinishedRestore } from './backup-settings.ts';

/** In the data folder: a database that the version before replaced, and one that was uploaded. */
const keptPrefix = 'db.json.undo-';
export const uploadedPrefix = 'restore-';
/** Among the uploads: the files of an archive, and those that were replaced. */
export const stagedPrefix = '.staged-';
export const keptFilesPrefix = '.undo-';

/** Removes what belongs neither to `backup` nor to `unfinished`. What cannot be removed is tried again the next time. */
export async function removeLeftovers(
  {
    dataDir,
    uploadsDir,
    folders,
  }: { dataDir: string; uploadsDir: string; folders: Pick<Folders, 'list' | 'remove'> },
  unfinished: UnfinishedRestore | undefined,
  backup: { database: string; files: { folder: string } | undefined } | undefined,
): Promise<void> {
  const neededPaths = [unfinished?.files?.from, unfinished?.files?.keepAs, backup?.files?.folder];
  if (backup) neededPaths.push(basename(backup.database));
  async function removeFrom(folder: string, prefixes: readonly string[]): Promise<void> {
    const names = await folders.list(folder).catch(() => []);
    const leftovers = names.filter(
      (name) =>
        prefixes.some((prefix) => name.startsWith(prefix)) &&
        !neededPaths.includes(name) &&
        // New uploads on their way to their places: a start finishes that.
        !name.endsWith('.placing'),
    );
    await Promise.all(leftovers.map((name) => folders.remove(join(folder, name)).catch(() => undefined)));
  }
  await removeFrom(dataDir, [uploadedPrefix, keptPrefix]);
  await removeFrom(uploadsDir, [stagedPrefix, keptFilesPrefix]);
}
