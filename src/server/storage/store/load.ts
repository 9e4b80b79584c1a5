import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { AppError } from '#shared/errors.ts';
import { collectionNames, CollectionSet, isCollectionName, listsOf } from './collections.ts';
import type { Disk } from './disk.ts';
import type { OnStoreEvent } from './events.ts';
import { journalPath } from './journal-file.ts';
import { type Migration, migrateDatabase, schemaVersion, withOperations } from './migrations.ts';
import { findSegments, readSegments } from './old-segments.ts';
import { type JournalContent, readJournal } from './read-journal.ts';
import { type RawDatabase, readSnapshot, type SnapshotHeader, writeSnapshot } from './snapshot-file.ts';
import { damagedError, StoreError } from './store-error.ts';
import type { Operation } from './types.ts';

export const snapshotName = 'db.json';
const temporaryName = `${snapshotName}.tmp`;
/** The database that is about to take the place of db.json. */
export const replacementName = `${snapshotName}.replacement`;
/** Files that were being written when a crash came, and the version before's second names of a backup being read. */
const leftover = /^db\.json\.(?:tmp|replacement|journal\.tmp|journal\.head\.tmp|snapshot-.*)$/;
export const newFileMode = 0o600;

interface Loaded {
  collections: CollectionSet;
  /** Of db.json as it is now. */
  header: SnapshotHeader;
  snapshotBytes: number;
  mode: number;
  /** The last mutation on the disk. */
  sequence: number;
  /** Length of the journal; `undefined` where there is none. */
  journalBytes: number | undefined;
}

interface LoadOptions {
  directory: string;
  disk: Disk;
  migrations: readonly Migration[];
  onEvent: OnStoreEvent;
}

/**
 * Loads db.json and replays the journal; makes an empty database where there is none. Nothing is changed on the disk
 * before everything has been found good.
 *
 * @throws StoreError with the sentence to show, when anything is damaged, missing or newer than this program
 */
export async function loadDatabase({ directory, disk, migrations, onEvent }: LoadOptions): Promise<Loaded> {
  const file = path.join(directory, snapshotName);
  const schema = schemaVersion(migrations);
  const mode = await disk.mode(file);
  const hasJournal = (await disk.mode(journalPath(file))) !== undefined;
  if (mode === undefined) {
    if (hasJournal || (await findSegments(disk, file)).length > 0)
      throw damagedError(file, 'manca, ma accanto ci sono le sue ultime modifiche');
    const header = { schema, generation: randomUUID(), sequence: 0 };
    const collections = new CollectionSet();
    const { bytes } = await writeInto(
      disk,
      directory,
      snapshotName,
      newFileMode,
      header,
      listsOf(collections.tables),
    );
    onEvent({ type: 'created', file });
    const empty = { sequence: 0, journalBytes: undefined };
    return { collections, header, snapshotBytes: bytes, mode: newFileMode, ...empty };
  }

  const snapshot = await readSnapshot(disk, file);
  let { header, bytes: snapshotBytes } = snapshot;
  if (header.schema > schema) throw newerSchema(file, header.schema, schema);
  const old = await readSegments(disk, file, header);
  if (old && hasJournal) throw damagedError(file, 'ha accanto i registri di due versioni del programma');
  const journal = old ?? (await readJournal(disk, file, header));
  const { sequence, mutations } = journal;
  const size = 'size' in journal ? journal.size : undefined;
  const isOlder = header.schema < schema;
  const complete = isOlder ? withOperations(snapshot.data, mutations.map(parseAny)) : undefined;
  const collections = complete
    ? collectionsOf(migrateDatabase(complete, header.schema, migrations), file)
    : collectionsOf(snapshot.data, file);
  if (!complete) replay(collections, mutations);
  await tidyFolder(disk, directory, size, onEvent);
  if (mutations.length > 0) onEvent({ type: 'replayed', mutations: mutations.length });
  if (complete) {
    // The copy is whole: it holds the journal's mutations too, and can be put back with the program that wrote it.
    const copy = `${snapshotName}.schema-${header.schema}-${new Date().toISOString().replaceAll(':', '')}`;
    await writeInto(disk, directory, copy, mode, { ...header, sequence }, complete);
    onEvent({ type: 'migrated', from: header.schema, to: schema, copy: path.join(directory, copy) });
  }
  if (complete || old) {
    // The same generation: if a crash comes before the old journal is gone, it is known to be part of it already.
    header = { ...header, schema, sequence };
    const lists = listsOf(collections.tables);
    snapshotBytes = (await writeInto(disk, directory, snapshotName, mode, header, lists)).bytes;
  }
  for (const name of old?.files ?? []) {
    await disk.remove(name);
    await disk.syncDirectory(directory);
  }
  return { collections, header, snapshotBytes, mode, sequence, journalBytes: size?.wholeBytes };
}

const parseAny = ({ operations }: { operations: string }): unknown => JSON.parse(operations);

/**
 * Reads a database of this program's schema anew; changes nothing.
 *
 * @param journalBytes how many bytes of the journal count; without it, all
 * @throws StoreError `damaged`, and what the disk throws
 */
export async function readCollections(
  disk: Disk,
  file: string,
  journalBytes?: number,
): Promise<CollectionSet> {
  const { header, data } = await readSnapshot(disk, file);
  const { mutations } = await readJournal(disk, file, header, journalBytes);
  const collections = collectionsOf(data, file);
  replay(collections, mutations);
  return collections;
}

/** Writes a snapshot beside, then renames it to `name`: there whole or not at all, and durable when this resolves. */
export async function writeInto(
  disk: Disk,
  directory: string,
  name: string,
  mode: number,
  header: SnapshotHeader,
  data: Record<string, Iterable<unknown>>,
): Promise<{ bytes: number; records: number }> {
  const temporary = path.join(directory, temporaryName);
  try {
    const written = await writeSnapshot(disk, temporary, mode, header, data);
    await disk.rename(temporary, path.join(directory, name));
    await disk.syncDirectory(directory);
    return written;
  } catch (error) {
    await disk.remove(temporary).catch(() => undefined);
    throw error;
  }
}

export function newerSchema(file: string, found: number, known: number): StoreError {
  return new StoreError(
    'newer-schema',
    file,
    `Il file ${file} è di una versione più nuova del programma (schema ${found}, qui si arriva a ${known}): ` +
      'per non rovinarlo il sito non parte; installa la versione nuova, oppure torna a un backup: npm run restore -- <database.json>',
    { reason: `è di una versione più nuova del programma (schema ${found}, qui si arriva a ${known})` },
  );
}

/**
 * What is wrong with the records of a database: fields of the wrong shape, an id, a section number or a code twice, unknown
 * or missing collections. Puts the good ones in `collections`.
 */
export function* loadRecords(collections: CollectionSet, data: RawDatabase): Iterable<string> {
  for (const name of Object.keys(data))
    if (!isCollectionName(name)) yield `"${name}" non è una voce conosciuta`;
  for (const name of collectionNames) {
    const list = data[name];
    if (!list) yield `manca la voce "${name}"`;
    for (const [index, record] of list?.entries() ?? []) {
      const problem = collections.load(name, record);
      if (problem !== undefined) yield `${name}, elemento ${index + 1}: ${problem}`;
    }
  }
}

/** @throws StoreError `damaged` with the first thing that is wrong */
function collectionsOf(data: RawDatabase, file: string): CollectionSet {
  const collections = new CollectionSet();
  for (const problem of loadRecords(collections, data)) throw damagedError(file, problem);
  return collections;
}

/** Applies what the journal holds beyond db.json; a mutation that cannot be applied was never accepted by this program. */
function replay(collections: CollectionSet, mutations: JournalContent['mutations']): void {
  for (const { sequence, operations, file } of mutations) {
    try {
      const parsed = parsedOperations(operations);
      collections.check(parsed);
      collections.apply(parsed);
    } catch (error) {
      const reason = error instanceof AppError || error instanceof TypeError ? `: ${error.message}` : '';
      throw damagedError(file, `la modifica ${sequence} non si può applicare${reason}`, error);
    }
  }
}

/**
 * db.json with its journal's mutations in it, as the version that wrote it has them (`data`) and as this one does; `undefined`
 * when either is damaged.
 */
export async function wholeDatabase(
  disk: Disk,
  file: string,
  migrations: readonly Migration[],
): Promise<
  { header: SnapshotHeader; data: Record<string, unknown[]>; collections: CollectionSet } | undefined
> {
  try {
    const { header: found, data: inFile } = await readSnapshot(disk, file);
    const old = await readSegments(disk, file, found);
    const { sequence, mutations } = old ?? (await readJournal(disk, file, found));
    const header = { ...found, sequence };
    if (found.schema !== schemaVersion(migrations)) {
      const data = withOperations(inFile, mutations.map(parseAny));
      return {
        header,
        data,
        collections: collectionsOf(migrateDatabase(data, found.schema, migrations), file),
      };
    }
    const collections = collectionsOf(inFile, file);
    replay(collections, mutations);
    return { header, data: listsOf(collections.tables), collections };
  } catch {
    // Whatever is wrong with it is why it is being replaced: it is kept byte for byte instead.
    return undefined;
  }
}

function parsedOperations(text: string): Operation[] {
  const operations: unknown = JSON.parse(text);
  if (Array.isArray(operations) && operations.every(isOperation)) return operations;
  throw new TypeError('not a list of operations');
}

/** The record's own shape is checked where it is put. */
function isOperation(value: unknown): value is Operation {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('collection' in value))
    return false;
  if (!isCollectionName(value.collection)) return false;
  if (value.type === 'delete') return 'id' in value && typeof value.id === 'string';
  return value.type === 'put' && 'record' in value;
}

async function tidyFolder(
  disk: Disk,
  directory: string,
  size: JournalContent['size'],
  onEvent: OnStoreEvent,
): Promise<void> {
  for (const name of await disk.list(directory))
    if (leftover.test(name)) await disk.remove(path.join(directory, name));
  if (!size) return;
  // What a killed process wrote and did not sync is in the page cache only, its name too. It has been read as part of the
  // history: nothing may be promised on top of it while a power cut can still take it away.
  const file = journalPath(path.join(directory, snapshotName));
  const handle = await disk.open(file);
  const isTorn = size.wholeBytes < size.bytes;
  try {
    if (isTorn) await handle.truncate(size.wholeBytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await disk.syncDirectory(directory);
  if (isTorn) onEvent({ type: 'torn-tail-cut', file, bytes: size.bytes - size.wholeBytes });
}
