import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { type Adapter, Low } from 'lowdb';
import { AppError } from '#shared/errors.ts';
import { CollectionSet, type Database, listsOf } from './collections.ts';
import type { Disk } from './disk.ts';
import type { OnStoreEvent } from './events.ts';
import { Journal, noRoomError, readOnlyError, refusalOf } from './journal.ts';
import {
  loadDatabase,
  newFileMode,
  readCollections,
  replacementName,
  snapshotName,
  writeInto,
} from './load.ts';
import { type Migration, schemaVersion } from './migrations.ts';
import { fileSnapshot, memorySnapshot } from './snapshot.ts';
import type { SnapshotHeader } from './snapshot-file.ts';
import type { DurableBatch, Operation, SnapshotLease, StoreState } from './types.ts';

interface Options {
  directory: string;
  disk: Disk;
  migrations: readonly Migration[];
  onEvent: OnStoreEvent;
  /** Called after every accepted mutation. */
  onMutation: () => void;
}

/** After so long a disk that could not be read is read again. */
const readAgainMilliseconds = 5_000;

/**
 * lowdb's adapter over one JSON file and a journal of what is not folded into it yet. `read` and `write` are lowdb's own
 * (`write` folds); `mutate` is what makes a small change cheap and durable.
 */
export class JournalAdapter implements Adapter<Database> {
  readonly #options: Options;
  /** Its data are the records; `collections` finds them. */
  readonly low = new Low<Database>(this, new CollectionSet().tables);
  readonly #file: string;
  /** Over `low.data`; `undefined` while that is read anew. */
  #collections: CollectionSet | undefined;
  #reloading: Promise<void> | undefined;
  #readingAgain: NodeJS.Timeout | undefined;
  #header: SnapshotHeader = { schema: 1, generation: '', sequence: 0 };
  #mode = newFileMode;
  #journal: Journal | undefined;
  #folding: Promise<void> | undefined;
  #snapshotBytes = 0;
  #foldMilliseconds = 0;
  #replacing: Promise<void> | undefined;
  /** Why only a restart can go on, where the journal does not know it. */
  #lost: unknown;
  #closing: Promise<void> | undefined;
  readonly #followers = new Set<(batch: DurableBatch) => void>();

  constructor(options: Options) {
    this.#options = options;
    this.#file = path.join(options.directory, snapshotName);
  }

  /** The records and what is derived from them. @throws AppError `UNAVAILABLE` while they are read anew from the disk */
  get collections(): CollectionSet {
    if (this.#collections) return this.#collections;
    const sentence = 'Il disco ha dato un errore: il sito rilegge i suoi dati. Riprova fra qualche secondo.';
    throw new AppError('UNAVAILABLE', sentence, { retryAfter: 5 });
  }

  get state(): StoreState {
    if (this.#closing) return 'closed';
    return this.#failure === undefined ? 'open' : 'read-only';
  }

  /** The error after which nothing is accepted any more. */
  get #failure(): unknown {
    return this.#lost ?? this.#journal?.broken;
  }

  /** Whether mutations were accepted that db.json does not hold. */
  get unfolded(): boolean {
    return this.#journal !== undefined && this.#journal.sequence !== this.#header.sequence;
  }

  /** See `Store.position`. */
  get position(): { generation: string; sequence: number } {
    const { generation, sequence } = this.#header;
    return { generation, sequence: this.#journal?.durable ?? sequence };
  }

  /** See `Store.follow`. */
  follow(listener: (batch: DurableBatch) => void): () => void {
    this.#followers.add(listener);
    return () => void this.#followers.delete(listener);
  }

  #notifyFollowers(batch: DurableBatch): void {
    for (const follower of this.#followers) {
      try {
        follower(batch);
      } catch {
        // What follows must not hold up what writes.
      }
    }
  }

  /** Bytes of the journal. */
  get journalBytes(): number {
    return this.#journal?.bytes ?? 0;
  }

  /** Bytes of db.json. */
  get snapshotBytes(): number {
    return this.#snapshotBytes;
  }

  /** How long the last fold took. */
  get foldMilliseconds(): number {
    return this.#foldMilliseconds;
  }

  /** lowdb's `read`: at first everything (see `loadDatabase`), later as far as it was acknowledged. */
  async read(): Promise<Database> {
    if (this.#journal) {
      this.#collections = await readCollections(this.#options.disk, this.#file, this.#journal.bytes);
      return this.#collections.tables;
    }
    const loaded = await loadDatabase(this.#options);
    const { collections, header, sequence, journalBytes } = loaded;
    this.#journal = await this.#startJournal(header.generation, sequence, journalBytes);
    this.#collections = collections;
    this.#header = header;
    this.#mode = loaded.mode;
    this.#snapshotBytes = loaded.snapshotBytes;
    return collections.tables;
  }

  #startJournal(generation: string, sequence: number, bytes?: number): Promise<Journal> {
    const { disk, directory, onEvent } = this.#options;
    return Journal.start({
      disk,
      directory,
      snapshotPath: this.#file,
      generation,
      mode: newFileMode,
      sequence,
      bytes,
      onEvent,
      reload: (cut) => this.#reload(cut),
      onDurable: (batch) => this.#notifyFollowers(batch),
    });
  }

  /** Memory holds what the disk has refused: it is let go before it is read anew, so that there is never twice of it. */
  #reload(cut: Promise<void>): Promise<void> {
    this.#collections = undefined;
    this.low.data = new CollectionSet().tables;
    this.#reloading = cut
      .then(() => this.low.read())
      .catch(() => this.low.read())
      .catch((error: unknown) => {
        if (this.#failure === undefined) this.#becomeReadOnly(error);
        this.#readAgainLater();
      })
      .finally(() => (this.#reloading = undefined));
    return this.#reloading;
  }

  #readAgainLater(): void {
    if (this.#closing) return;
    this.#readingAgain = setTimeout(() => {
      this.low.read().catch(() => this.#readAgainLater());
    }, readAgainMilliseconds).unref();
  }

  #becomeReadOnly(error: unknown): void {
    this.#lost = error;
    this.#options.onEvent({ type: 'read-only', error });
  }

  /** Applies the operations to memory and appends them to the journal; see `Store.mutate`. */
  mutate(operations: readonly Operation[]): Promise<void> {
    const journal = this.#journal;
    const isReady = !this.#replacing && !this.#reloading && !this.#closing && this.#failure === undefined;
    if (!journal || !isReady || !journal.hasRoom()) return this.#refuse();
    let durable: Promise<void>;
    try {
      const { collections } = this;
      const text = JSON.stringify(operations);
      collections.check(operations);
      durable = journal.append(text);
      collections.apply(operations);
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new TypeError(String(error)));
    }
    this.#options.onMutation();
    return durable;
  }

  async #refuse(): Promise<never> {
    if (this.#replacing) throw replacingError();
    if (this.#reloading) {
      await this.#reloading;
      throw refusalOf(this.#failure);
    }
    if (this.#failure !== undefined) throw readOnlyError(this.#failure);
    if (this.#closing || !this.#journal) throw closedError();
    // Others get their turn, if one asks again and again.
    await new Promise(setImmediate);
    throw noRoomError();
  }

  /** lowdb's `write`: folds the journal into db.json, unless the file holds everything already. */
  async write(): Promise<void> {
    await this.#replacing?.catch(() => undefined);
    await this.#write();
  }

  async #write(): Promise<void> {
    // A fold that is running may have looked at memory before the caller's last mutation.
    while (this.#folding) await this.#folding.catch(() => undefined);
    if (!this.unfolded) return;
    this.#folding = this.#fold().finally(() => {
      this.#folding = undefined;
    });
    await this.#folding;
  }

  /** See `Store.openSnapshot`. */
  async openSnapshot(): Promise<SnapshotLease> {
    await this.#replacing?.catch(() => undefined);
    await this.#reloading;
    if (this.#closing || !(this.#journal ?? this.#lost)) throw closedError();
    if (this.#failure === undefined) {
      try {
        await this.write();
        return await fileSnapshot(this.#options.disk, this.#file);
      } catch {
        // A failed fold has been told as an event. This is the moment when a backup is needed most.
      }
    }
    const { sequence, lists } = await this.#capture();
    return memorySnapshot({ ...this.#header, sequence }, lists);
  }

  /** What memory holds when that is exactly what is on the disk. */
  async #capture() {
    // Records are never changed in place, so copying the lists is enough to keep this moment.
    const take = (at: { sequence: number; bytes: number }) => ({
      ...at,
      lists: listsOf(this.collections.tables),
    });
    return this.#journal?.capture(take) ?? take({ sequence: this.#header.sequence, bytes: 0 });
  }

  /**
   * Puts other records in the place of all there are. The new db.json has a generation of its own and takes its name when
   * the journal of the old one is gone, so a crash at any moment leaves one of the two, whole. Mutations are refused
   * meanwhile; reads see the old records until the new ones are there, all in one tick.
   *
   * @param next makes the new records, when the old ones can no longer change
   * @throws AppError `UNAVAILABLE` when the disk refuses, and what `next` throws; then all is as before
   */
  async replace(next: (old: CollectionSet) => Promise<CollectionSet>): Promise<void> {
    if (this.#replacing) throw replacingError();
    if (this.#failure !== undefined) throw readOnlyError(this.#failure);
    if (this.#closing) throw closedError();
    this.#replacing = this.#replace(next);
    try {
      await this.#replacing;
    } catch (error) {
      throw error instanceof AppError ? error : refusalOf(error);
    } finally {
      this.#replacing = undefined;
    }
  }

  async #replace(next: (old: CollectionSet) => Promise<CollectionSet>): Promise<void> {
    const { disk, directory, migrations, onEvent } = this.#options;
    const journal = this.#journal;
    if (!journal) throw closedError();
    await this.#write();
    const collections = await next(this.collections);
    const header = { schema: schemaVersion(migrations), generation: randomUUID(), sequence: 0 };
    const prepared = path.join(directory, replacementName);
    let bytes: number;
    try {
      const lists = listsOf(collections.tables);
      ({ bytes } = await writeInto(disk, directory, replacementName, this.#mode, header, lists));
      // Beside a db.json of another generation a journal would stop the next start: it goes first, for certain.
      await journal.retire();
      await disk.rename(prepared, this.#file);
    } catch (error) {
      await disk.remove(prepared).catch(() => undefined);
      if (journal.retired) await this.#nextJournal(this.#header.generation, journal.sequence);
      throw error;
    }
    this.#collections = collections;
    this.low.data = collections.tables;
    this.#header = header;
    this.#snapshotBytes = bytes;
    await this.#nextJournal(header.generation, header.sequence);
    onEvent({ type: 'replaced' });
  }

  /** Begins a journal in the place of one that was retired, of the database that has the name db.json now. */
  async #nextJournal(generation: string, sequence: number): Promise<void> {
    const { disk, directory } = this.#options;
    this.#journal = undefined;
    try {
      await disk.syncDirectory(directory);
      this.#journal = await this.#startJournal(generation, sequence);
    } catch (error) {
      this.#becomeReadOnly(error);
    }
  }

  /** Refuses new mutations, waits for the pending ones, folds. What cannot be folded stays in the journal, durable. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#replacing?.catch(() => undefined);
    clearTimeout(this.#readingAgain);
    const journal = this.#journal;
    if (!journal) return;
    // The failure has been told as an event.
    await this.#write().catch(() => undefined);
    await this.#folding?.catch(() => undefined);
    await journal.close(!this.unfolded && this.#failure === undefined);
    this.#journal = undefined;
  }

  async #fold(): Promise<void> {
    const { disk, directory, onEvent } = this.#options;
    const journal = this.#journal;
    if (!journal) throw closedError();
    if (this.#failure !== undefined) throw readOnlyError(this.#failure);
    const started = performance.now();
    try {
      const { lists, ...at } = await this.#capture();
      if (this.#failure !== undefined) throw readOnlyError(this.#failure);
      const header = { ...this.#header, sequence: at.sequence };
      const { bytes, records } = await writeInto(disk, directory, snapshotName, this.#mode, header, lists);
      this.#header = header;
      this.#snapshotBytes = bytes;
      this.#foldMilliseconds = performance.now() - started;
      onEvent({ type: 'folded', bytes, records, milliseconds: this.#foldMilliseconds });
      await journal.trim(at);
    } catch (error) {
      onEvent({ type: 'fold-failed', error });
      throw error instanceof AppError ? error : refusalOf(error);
    }
  }
}

function replacingError(): AppError {
  return new AppError('UNAVAILABLE', 'Il sito sta tornando a un backup: riprova fra qualche secondo.', {
    retryAfter: 2,
  });
}

function closedError(): AppError {
  return new AppError('UNAVAILABLE', 'Il sito si sta fermando: riprova tra poco.');
}
