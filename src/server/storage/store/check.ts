import { CollectionSet } from './collections.ts';
import { type Disk, realDisk } from './disk.ts';
import { loadRecords, newerSchema } from './load.ts';
import { type Migration, migrateDatabase, migrations as ownMigrations, schemaVersion } from './migrations.ts';
import { readSnapshot, type Snapshot } from './snapshot-file.ts';
import { StoreError } from './store-error.ts';

export interface CheckOptions {
  disk?: Disk;
  migrations?: readonly Migration[];
}

export interface CheckedDatabase {
  collections: CollectionSet;
  /** The schema version of the file as it was found. */
  schema: number;
  sequence: number;
}

const problemsAtMost = 20;

/**
 * Reads a downloaded database from its first byte to its last: its records, brought to this program's schema, or what is
 * wrong with it.
 *
 * @throws the operating system's error when the file cannot be read at all
 */
export async function checkedDatabase(
  file: string,
  { disk = realDisk, migrations = ownMigrations }: CheckOptions = {},
): Promise<CheckedDatabase | { problems: string[] }> {
  const schema = schemaVersion(migrations);
  let snapshot: Snapshot;
  try {
    snapshot = await readSnapshot(disk, file);
  } catch (error) {
    if (error instanceof StoreError) return { problems: [error.reason] };
    throw error;
  }
  const { header, data } = snapshot;
  if (header.schema > schema) return { problems: [newerSchema(file, header.schema, schema).reason] };
  const collections = new CollectionSet();
  const problems: string[] = [];
  try {
    const checked = header.schema < schema ? migrateDatabase(data, header.schema, migrations) : data;
    for (const problem of loadRecords(collections, checked)) {
      if (problems.push(problem) === problemsAtMost) break;
    }
  } catch {
    problems.push(`non si può portare dallo schema ${header.schema} allo schema ${schema}`);
  }
  return problems.length > 0
    ? { problems }
    : { collections, schema: header.schema, sequence: header.sequence };
}
