import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Adapter } from 'lowdb';
import { AppError } from '#shared/errors.ts';
import { CollectionSet, type Database, mapCollections } from './collections.ts';
import type { Disk } from './disk.ts';
import type { OnStoreEvent } from './events.ts';
import { Journal, readOnlyError, refusalOf } from './journal.ts';
import {
  loadDatabase,
  newFileMode,
  replacementName,
  snapshotLinkPrefix,
  snapshotName,
  writeInto,
} from './load.ts';
import { type Migration, schemaVersion } from './migrations.ts';
import { segmentNumbers } from './segment.ts';
import { fileSnapshot, memorySnapshot } from './snapshot.ts';
import type { SnapshotHeader } from './snapshot-file.ts';
import { type Change, undo } from './table.ts';
import type { DurableBatch, Operation, SnapshotLease, StoreState } from './types.ts';

interface Options {
  directory: string;
  disk: Disk;
  migrations: readonly Migration[];
  onEvent: OnStoreEvent;
  /** Closing the holes of deleted records makes new arrays for `Low` to hold. */
  onNewArrays: (database: Database) => void;
  /** Called after every accepted mutation. */
  onMutation: () => void;
}

/**
 * lowdb's adapter over one JSON file and a journal of what is not folded into it yet. `read` and `write` are lowdb's own
 * (`write` folds); `mutate` is what makes a small change cheap and durable.
 */
export class JournalAdapter implements Adapter<Database> {
  readonly #options: Options;
  #collections = new CollectionSet();
  #header: SnapshotHeader = { schema: 1, generation: '', sequence: 0 };
  #mode = newFileMode;
  #journal: Journal | undefined;
  #folding: Promise<void> | undefined;
  #snapshotBytes = 0;
  #foldMilliseconds = 0;
  #replacing: Promise<void> | undefined;
  /** Why there is no journal after a replacement: only a restart can begin one. */
  #lost: unknown;
  #closing: Promise<void> | undefined;
  #closed = false;
  readonly #followers = new Set<(batch: DurableBatch) => void>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** The records and their indexes; as loaded by `read`. */
  get collections(): CollectionSet {
    return this.#collections;
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

  /** Bytes in the current journal segment. */
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

  /** Loads everything; see `loadDatabase`. */
  async read(): Promise<Database> {
    const loaded = await loadDatabase(this.#options);
    const journal = await this.#startJournal(loaded.header.generation, loaded.sequence, loaded.segments);
    this.#collections = loaded.collections;
    this.#header = loaded.header;
    this.#mode = loaded.mode;
    this.#snapshotBytes = loaded.snapshotBytes;
    this.#journal = journal;
    return this.#collections.database();
  }

  #startJournal(generation: string, sequence: number, segments: readonly number[]): Promise<Journal> {
    const { disk, directory, onEvent, onNewArrays } = this.#options;
    return Journal.start({
      disk,
      directory,
      snapshotPath: path.join(directory, snapshotName),
      generation,
      mode: newFileMode,
      sequence,
      segments,
      onEvent,
      onQuiet: () => {
        if (this.#collections.compact()) onNewArrays(this.#collections.database());
      },
      onDurable: (batch) => this.#notifyFollowers(batch),
    });
  }

  /** Applies the operations to memory and appends them to the journal; see `Store.mutate`. */
  mutate(operations: readonly Operation[]): Promise<void> {
    const journal = this.#journal;
    if (this.#replacing) return Promise.reject(replacingError());
    if (this.#failure !== undefined) return Promise.reject(readOnlyError(this.#failure));
    if (this.#closing || !journal) return Promise.reject(closedError());
    let changes: readonly Change[] = [];
    let durable: Promise<void>;
    try {
      const text = JSON.stringify(operations);
      changes = this.#collections.apply(operations);
      durable = journal.append(text, changes);
    } catch (error) {
      undo(changes);
      return Promise.reject(error instanceof Error ? error : new TypeError(String(error)));
    }
    this.#options.onMutation();
    return durable;
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
    if (this.#closing || !(this.#journal ?? this.#lost)) throw closedError();
    if (this.#failure === undefined) {
      try {
        return await this.#linkSnapshot();
      } catch {
        // A failed fold has been told as an event. This is the moment when a backup is needed most.
      }
    }
    return this.#captureSnapshot();
  }

  /** Gives db.json, as it is after a fold, a second name: later folds replace it without touching what is being read. */
  async #linkSnapshot(): Promise<SnapshotLease> {
    const { disk, directory } = this.#options;
    await this.write();
    const own = path.join(directory, `${snapshotLinkPrefix}${randomUUID()}`);
    const release = () => disk.remove(own).catch(() => undefined);
    try {
      await disk.link(path.join(directory, snapshotName), own);
      return { ...(await fileSnapshot(disk, own)), release };
    } catch (error) {
      await release();
      throw error;
    }
  }

  /** Without the disk: memory holds all that was ever promised. */
  async #captureSnapshot(): Promise<SnapshotLease> {
    const capture = () => ({
      header: { ...this.#header, sequence: this.#journal?.sequence ?? this.#header.sequence },
      data: copyOf(this.#collections.database()),
    });
    const { header, data } = await (this.#journal?.captureDurable(capture) ?? capture());
    return { ...(await memorySnapshot(header, data)), release: () => Promise.resolve() };
  }

  /**
   * Puts other records in the place of all there are. The new db.json has a generation of its own and takes its name when
   * the journal of the old one is gone, so a crash at any moment leaves one of the two, whole. Mutations are refused
   * meanwhile; reads see the old records until the new ones are there, all in one tick.
   *
   * @param keptName a second name beside db.json under which the replaced database stays, whole
   * @param next makes the new records, when the old ones can no longer change
   * @throws AppError `UNAVAILABLE` when the disk refuses, and what `next` throws; then all is as before
   */
  async replace(keptName: string, next: (old: CollectionSet) => Promise<CollectionSet>): Promise<void> {
    if (this.#replacing) throw replacingError();
    if (this.#failure !== undefined) throw readOnlyError(this.#failure);
    if (this.#closing) throw closedError();
    this.#replacing = this.#replace(keptName, next);
    try {
      await this.#replacing;
    } catch (error) {
      throw error instanceof AppError ? error : refusalOf(error);
    } finally {
      this.#replacing = undefined;
    }
  }

  async #replace(keptName: string, next: (old: CollectionSet) => Promise<CollectionSet>): Promise<void> {
    const { disk, directory, migrations, onEvent, onNewArrays } = this.#options;
    const [current, kept, prepared] = [snapshotName, keptName, replacementName].map((name) =>
      path.join(directory, name),
    ) as [string, string, string];
    const journal = this.#journal;
    if (!journal) throw closedError();
    await this.#write();
    const collections = await next(this.#collections);
    const header = { schema: schemaVersion(migrations), generation: randomUUID(), sequence: 0 };
    let bytes: number;
    try {
      await disk.link(current, kept);
      ({ bytes } = await writeInto(
        disk,
        directory,
        replacementName,
        this.#mode,
        header,
        collections.database(),
      ));
      // Beside a db.json of another generation a segment would stop the next start: they go first, for certain.
      await journal.retire();
      await disk.rename(prepared, current);
    } catch (error) {
      for (const name of [prepared, kept]) await disk.remove(name).catch(() => undefined);
      if (journal.retired) await this.#resumeJournal(journal, error);
      throw error;
    }
    this.#collections = collections;
    this.#header = header;
    this.#snapshotBytes = bytes;
    onNewArrays(collections.database());
    try {
      await disk.syncDirectory(directory);
      this.#journal = await this.#startJournal(header.generation, header.sequence, []);
    } catch (error) {
      this.#becomeReadOnly(error);
    }
    onEvent({ type: 'replaced', kept });
  }

  /** Begins a new segment for the old records, when their replacement came to nothing after the journal was closed. */
  async #resumeJournal({ sequence }: Journal, cause: unknown): Promise<void> {
    const { disk, directory } = this.#options;
    try {
      const segments = segmentNumbers(await disk.list(directory), snapshotName);
      this.#journal = await this.#startJournal(this.#header.generation, sequence, segments);
    } catch {
      this.#becomeReadOnly(cause);
    }
  }

  #becomeReadOnly(error: unknown): void {
    this.#journal = undefined;
    this.#lost = error;
    this.#options.onEvent({ type: 'read-only', error });
  }

  /** Refuses new mutations, waits for the pending ones, folds. What cannot be folded stays in the journal, durable. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#replacing?.catch(() => undefined);
    const journal = this.#journal;
    if (!journal) return;
    // The failure has been told as an event.
    await this.#write().catch(() => undefined);
    await journal.quiet();
    this.#closed = true;
    await journal.close(!this.unfolded && journal.broken === undefined);
  }

  async #fold(): Promise<void> {
    const { disk, directory, onEvent } = this.#options;
    const journal = this.#journal;
    if (!journal || this.#closed) throw closedError();
    if (journal.broken !== undefined) throw readOnlyError(journal.broken);
    const started = performance.now();
    try {
      let data = this.#collections.database();
      let header = this.#header;
      const obsolete = await journal.rotate(() => {
        header = { ...this.#header, sequence: journal.sequence };
        data = copyOf(this.#collections.database());
      });
      const { bytes, records } = await writeInto(disk, directory, snapshotName, this.#mode, header, data);
      this.#header = header;
      this.#snapshotBytes = bytes;
      this.#foldMilliseconds = performance.now() - started;
      onEvent({ type: 'folded', bytes, records, milliseconds: this.#foldMilliseconds });
      // Superfluous from here on; what cannot be removed is passed over at the next start and removed by the next fold.
      await journal.discard(obsolete).catch((error: unknown) => onEvent({ type: 'fold-failed', error }));
    } catch (error) {
      onEvent({ type: 'fold-failed', error });
      throw error instanceof AppError ? error : refusalOf(error);
    }
  }
}

/** Records are never changed in place, so copying the lists is enough to keep this moment. */
function copyOf(database: Database): Database {
  return mapCollections((name) => database[name].slice()) as Database;
}

function replacingError(): AppError {
  return new AppError('UNAVAILABLE', 'Il sito sta tornando a un backup: riprova fra qualche secondo.', {
    retryAfter: 2,
  });
}

function closedError(): AppError {
  return new AppError('UNAVAILABLE', 'Il sito si sta fermando: riprova tra poco.');
}
