import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { AppError } from '#shared/errors.ts';
import { collectionNames, CollectionSet, isCollectionName, isRecord, recordProblem } from './collections.ts';
import type { Disk } from './disk.ts';
import type { OnStoreEvent } from './events.ts';
import { type Migration, migrateDatabase, schemaVersion, withOperations } from './migrations.ts';
import { type JournalContent, readJournal } from './replay.ts';
import { headPath, segmentNumbers, segmentPath } from './segment.ts';
import { readSnapshot, type Snapshot, type SnapshotHeader, writeSnapshot } from './snapshot-file.ts';
import { damagedError, StoreError } from './store-error.ts';
import type { RecordTable } from './table.ts';
import type { CollectionName, Collections, Operation } from './types.ts';

export const snapshotName = 'db.json';
const temporaryName = `${snapshotName}.tmp`;
/** The database that is about to take the place of db.json. */
export const replacementName = `${snapshotName}.replacement`;
/** Second names under which a backup is read; a crash may leave some behind. */
export const snapshotLinkPrefix = `${snapshotName}.snapshot-`;
/** Files that were being written when a crash came. */
const leftovers = new Set([temporaryName, replacementName, `${headPath(snapshotName)}.tmp`]);
export const newFileMode = 0o600;

interface Loaded {
  collections: CollectionSet;
  /** Of db.json as it is now. */
  header: SnapshotHeader;
  snapshotBytes: number;
  mode: number;
  /** The last mutation on the disk and the segments that are there, ascending. */
  sequence: number;
  segments: number[];
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
  const names = await disk.list(directory);
  const numbers = segmentNumbers(names, snapshotName);
  const schema = schemaVersion(migrations);
  const mode = await disk.mode(file);
  if (mode === undefined) {
    if (numbers.length > 0) throw damagedError(file, 'manca, ma accanto ci sono le sue ultime modifiche');
    const header = { schema, generation: randomUUID(), sequence: 0 };
    const collections = new CollectionSet();
    const { bytes } = await writeInto(
      disk,
      directory,
      snapshotName,
      newFileMode,
      header,
      collections.database(),
    );
    onEvent({ type: 'created', file });
    return { collections, header, snapshotBytes: bytes, mode: newFileMode, sequence: 0, segments: [] };
  }

  const { snapshot, records } = await readDatabase(disk, file, schema);
  let { header, bytes } = snapshot;
  if (header.schema > schema) throw newerSchema(file, header.schema, schema);
  const journal = await readJournal(disk, file, header, numbers);
  const { sequence, segments } = journal;
  let collections: CollectionSet;
  if (header.schema === schema) {
    collections = collectionsOf(snapshot, file, records);
    replay(collections, journal);
    await tidyFolder(disk, directory, names, journal, onEvent);
  } else {
    const operations = journal.mutations.map((mutation) => JSON.parse(mutation.operations) as unknown);
    const complete = withOperations(snapshot.data, operations);
    collections = collectionsOf({ data: migrateDatabase(complete, header.schema, migrations) }, file);
    await tidyFolder(disk, directory, names, journal, onEvent);
    // The copy is whole: it holds the journal's mutations too, and can be put back with the program that wrote it.
    const copy = `${snapshotName}.schema-${header.schema}-${new Date().toISOString().replaceAll(':', '')}`;
    await writeInto(disk, directory, copy, mode, { ...header, sequence }, complete);
    onEvent({ type: 'migrated', from: header.schema, to: schema, copy: path.join(directory, copy) });
    // The same generation: if a crash comes before the old segments are gone, they are known to be part of it already.
    header = { ...header, schema, sequence };
    ({ bytes } = await writeInto(disk, directory, snapshotName, mode, header, collections.database()));
  }
  return { collections, header, snapshotBytes: bytes, mode, sequence, segments };
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
export function* loadRecords(
  collections: CollectionSet,
  { data, taken }: Pick<Snapshot, 'data'> & Partial<Snapshot>,
): Iterable<string> {
  for (const name of Object.keys(data))
    if (!isCollectionName(name)) yield `"${name}" non è una voce conosciuta`;
  for (const name of collectionNames) {
    const list = data[name];
    if (taken?.has(name))
      for (const problem of collections.chatMessages.problems) yield `${name}, ${problem}`;
    else if (list) yield* loadList(collections, name, list);
    else yield `manca la voce "${name}"`;
  }
}

function* loadList<N extends CollectionName>(
  collections: CollectionSet,
  name: N,
  list: unknown[],
): Iterable<string> {
  const table: RecordTable<Collections[N]> = collections.tables[name];
  for (const [index, record] of list.entries()) {
    const problem = isRecord(name, record)
      ? table.load(record)
      : (recordProblem(name, record) ?? 'non valido');
    if (problem !== undefined) yield `${name}, elemento ${index + 1}: ${problem}`;
  }
}

export interface ReadDatabase {
  snapshot: Snapshot;
  /** The records that were taken while the file was read; the others are to be loaded beside them. */
  records: CollectionSet;
}

/**
 * Reads db.json with its messages already in their table, when they are of this `schema`.
 *
 * @throws StoreError `damaged`
 */
export async function readDatabase(disk: Disk, file: string, schema: number): Promise<ReadDatabase> {
  const records = new CollectionSet();
  const snapshot = await readSnapshot(disk, file, (name, header) =>
    name === 'chatMessages' && header.schema === schema
      ? (bytes, start, end, parse) =>
          records.chatMessages.loadLine(bytes, start, end, () => checkMessage(parse()))
      : undefined,
  );
  // Read anew in another layout: what was taken until then is not of it.
  return { snapshot, records: snapshot.taken.size > 0 ? records : new CollectionSet() };
}

function checkMessage(record: unknown): Collections['chatMessages'] | string {
  if (isRecord('chatMessages', record)) return record;
  return recordProblem('chatMessages', record) ?? 'non valido';
}

/** @throws StoreError `damaged` with the first thing that is wrong */
export function collectionsOf(
  snapshot: Pick<Snapshot, 'data'> & Partial<Snapshot>,
  file: string,
  collections = new CollectionSet(),
): CollectionSet {
  for (const problem of loadRecords(collections, snapshot)) throw damagedError(file, problem);
  return collections;
}

/** Applies what the journal holds beyond db.json; a mutation that cannot be applied was never accepted by this program. */
export function replay(collections: CollectionSet, journal: JournalContent): void {
  for (const { sequence, operations, file } of journal.mutations) {
    try {
      collections.apply(parsedOperations(operations));
    } catch (error) {
      const reason = error instanceof AppError || error instanceof TypeError ? `: ${error.message}` : '';
      throw damagedError(file, `la modifica ${sequence} non si può applicare${reason}`, error);
    }
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
  names: readonly string[],
  journal: JournalContent,
  onEvent: OnStoreEvent,
): Promise<void> {
  for (const name of names) {
    if (leftovers.has(name) || name.startsWith(snapshotLinkPrefix))
      await disk.remove(path.join(directory, name));
  }
  for (const number of journal.empty)
    await disk.remove(segmentPath(path.join(directory, snapshotName), number));
  // What a killed process wrote and did not sync is in the page cache only. It has been read as part of the history: the
  // next segment must not say that it goes on from there while a power cut can still take it away.
  for (const number of journal.segments) {
    const file = segmentPath(path.join(directory, snapshotName), number);
    const torn = journal.torn.find((one) => one.file === file);
    const handle = await disk.open(file);
    try {
      if (torn) await handle.truncate(torn.wholeBytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (torn) onEvent({ type: 'torn-tail-cut', file, bytes: torn.bytes - torn.wholeBytes });
  }
  if (journal.mutations.length > 0) onEvent({ type: 'replayed', mutations: journal.mutations.length });
}
