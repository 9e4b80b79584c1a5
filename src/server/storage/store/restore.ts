import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { checkedDatabase, type CheckOptions } from './check.ts';
import { listsOf } from './collections.ts';
import { collectionViews } from './collection-views.ts';
import { type Disk, realDisk } from './disk.ts';
import { headPath, journalPath } from './journal-file.ts';
import { newFileMode, snapshotName, wholeDatabase, writeInto } from './load.ts';
import { acquireLock } from './lock.ts';
import { type Migration, migrations as ownMigrations, schemaVersion } from './migrations.ts';
import { findSegments } from './old-segments.ts';
import { lockPath } from './store.ts';
import { StoreError } from './store-error.ts';
import type { CollectionName, Operation, Records } from './types.ts';

type DatabaseCheck =
  | { ok: true; counts: Record<CollectionName, number> }
  /** Italian sentences, the first of what may be many. */
  | { ok: false; problems: string[] };

/**
 * Reads a downloaded database from its first byte to its last and checks every record, as a start would.
 *
 * @throws the operating system's error when the file cannot be read at all
 */
export async function checkDatabase(file: string, options: CheckOptions = {}): Promise<DatabaseCheck> {
  const checked = await checkedDatabase(file, options);
  if ('problems' in checked) return { ok: false, problems: checked.problems };
  return { ok: true, counts: checked.collections.counts() };
}

export interface Replacement {
  counts: Record<CollectionName, number>;
  /** The files that were replaced, where they are now. */
  kept: string[];
}

interface ReplaceOptions extends CheckOptions {
  /** For the names of what is kept. */
  now?: Date;
  /** What the file's records become, for those that they replace, which are not known when there are none or they are damaged. */
  prepare(next: Records, now: Records | undefined): Operation[];
}

/**
 * Puts a downloaded database in the place of the one in `dataDir`, which stays beside it as `db.json.replaced-<time>`, whole
 * if it can still be read (its journal is folded into it first) and otherwise as it was, with its journal.
 *
 * The new file gets a generation of its own, so that no journal of before can ever be replayed over it. A crash at any
 * moment leaves the old database, the new one, or a refusal to start; never a mixture.
 *
 * @throws StoreError in Italian when the site is running, or when the file is not a whole, valid database: then nothing
 *   has been changed
 */
export async function replaceDatabase(
  dataDir: string,
  file: string,
  options: ReplaceOptions,
): Promise<Replacement> {
  const { disk = realDisk, migrations = ownMigrations, now = new Date(), prepare } = options;
  await disk.makeDirectory(dataDir);
  const lock = await acquireLock(lockPath(dataDir), () => undefined);
  try {
    const checked = await checkedDatabase(file, options);
    if ('problems' in checked) {
      throw new StoreError(
        'damaged',
        file,
        `Il file ${file} non è un backup valido: non è stato cambiato nulla. ${checked.problems.join('; ')}.`,
      );
    }
    const suffix = `.replaced-${now.toISOString().replaceAll(':', '')}`;
    const kept = await keepReplaced(disk, dataDir, suffix, migrations);

    const { collections, sequence } = checked;
    collections.apply(prepare(collectionViews({ collections }), kept.records));
    const header = { schema: schemaVersion(migrations), generation: randomUUID(), sequence };
    await writeInto(disk, dataDir, snapshotName, kept.mode, header, listsOf(collections.tables));
    // Between these two steps a start would meet the journal of another generation, and refuse.
    for (const file of kept.journal) await disk.rename(file, file + suffix);
    await disk.syncDirectory(dataDir);
    return { counts: collections.counts(), kept: kept.files };
  } finally {
    await lock.release();
  }
}

async function keepReplaced(
  disk: Disk,
  dataDir: string,
  suffix: string,
  migrations: readonly Migration[],
): Promise<{ mode: number; journal: string[]; files: string[]; records: Records | undefined }> {
  const current = path.join(dataDir, snapshotName);
  const journal = await findSegments(disk, current);
  for (const file of [journalPath(current), headPath(current)])
    if ((await disk.mode(file)) !== undefined) journal.push(file);
  const files = journal.map((file) => file + suffix);
  const mode = await disk.mode(current);
  if (mode === undefined) return { mode: newFileMode, journal, files, records: undefined };

  const whole = await wholeDatabase(disk, current, migrations);
  if (whole) await writeInto(disk, dataDir, snapshotName + suffix, mode, whole.header, whole.data);
  else await copyFile(disk, current, current + suffix, mode);
  await disk.syncDirectory(dataDir);
  return { mode, journal, files: [current + suffix, ...files], records: whole && collectionViews(whole) };
}

async function copyFile(disk: Disk, from: string, to: string, mode: number): Promise<void> {
  const reader = await disk.openReader(from);
  try {
    const file = await disk.create(to, mode);
    try {
      for await (const chunk of reader.chunks()) await file.append(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await reader.close();
  }
}
