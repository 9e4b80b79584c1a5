import type { Readable } from 'node:stream';
import type { OwnArticle } from '#shared/contracts/articles.ts';
import type { StoredSession } from '#shared/contracts/auth.ts';
import type { StoredBinEntry } from '#shared/contracts/bin.ts';
import type { StoredChatMessage } from '#shared/contracts/chat.ts';
import type { Erasure } from '#shared/contracts/erasures.ts';
import type { MirrorTask } from '#shared/contracts/mirror.ts';
import type { GalleryImage } from '#shared/contracts/gallery.ts';
import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { MusicCode } from '#shared/contracts/music-codes.ts';
import type { User } from '#shared/contracts/readers.ts';
import type { Section } from '#shared/contracts/sections.ts';
import type { UnlockCode } from '#shared/contracts/unlock-codes.ts';
import type { StoredVersion } from '#shared/contracts/versions.ts';

/** What the site remembers about itself: the administrator's record is the one with id `admin`. */
export interface Setting {
  id: string;
  value: unknown;
}

/** The collections of the one JSON file, by the names they have there. */
export interface Collections {
  sections: Section;
  unlockCodes: UnlockCode;
  musicCodes: MusicCode;
  galleryImages: GalleryImage;
  users: User;
  chatMessages: StoredChatMessage;
  settings: Setting;
  mirrorTasks: MirrorTask;
  memoryCards: MemoryCard;
  binEntries: StoredBinEntry;
  sectionVersions: StoredVersion;
  erasures: Erasure;
  sessions: StoredSession;
  articles: OwnArticle;
}

export type CollectionName = keyof Collections;

/** One step of a mutation. Records are replaced whole, never changed in place. */
export type Operation =
  | { [N in CollectionName]: { type: 'put'; collection: N; record: Collections[N] } }[CollectionName]
  | { type: 'delete'; collection: CollectionName; id: string };

/** A JSON file of the whole database at one moment, whatever happens to the database meanwhile. */
interface Snapshot {
  /** Its length. */
  readonly bytes: number;
  /** The same bytes each time, from the first to the last. */
  open(): Readable;
}

/** Good until it is released. */
export interface SnapshotLease extends Snapshot {
  /** Never rejects. */
  release(): Promise<void>;
}

export interface Collection<T extends { id: string }> {
  readonly size: number;
  get(id: string): Readonly<T> | undefined;
  /** All records, in the order they were first written (a record deleted and written again comes last). */
  values(): IterableIterator<Readonly<T>>;
}

/** `read-only`: the disk gave an error after which only a restart can tell what is on it. */
export type StoreState = 'open' | 'read-only' | 'closed';

/** Mutations that have just become durable: the journal's lines `first` to `last`, each with its checksum and newline. */
export interface DurableBatch {
  generation: string;
  first: number;
  last: number;
  /** Good only until the listener returns: what is kept must be copied. */
  lines: Uint8Array;
}

interface CodeLookup<T> {
  /** Compares as `codeKey` does. */
  byCode(code: string): Readonly<T> | undefined;
  /** What a reader wrote: as `byCode`, and where that finds none, without accents, if only one code is like that. */
  bySubmitted(code: string): Readonly<T> | undefined;
}

/**
 * The database. Reads are synchronous and see every accepted mutation at once; a mutation's promise
 * resolves when it is durable on disk. After a mutation that the disk refused memory is read anew from the disk: until then reads
 * throw `AppError('UNAVAILABLE')` with `retryAfter`.
 */
export interface Store {
  readonly sections: Collection<Section> & { byNumber(sectionNumber: number): Readonly<Section> | undefined };
  readonly unlockCodes: Collection<UnlockCode> & CodeLookup<UnlockCode>;
  readonly musicCodes: Collection<MusicCode> & CodeLookup<MusicCode>;
  readonly galleryImages: Collection<GalleryImage>;
  readonly users: Collection<User>;
  /**
   * `byReader`: one reader's messages in the order they were written; cost independent of other readers.
   * `newestByReader`: the newest first, one at a time: whoever wants the last few does not pay for a long history.
   * `oldestByReader`: the oldest first, likewise. `bytes`: about what all of them take of memory.
   */
  readonly chatMessages: Collection<StoredChatMessage> & {
    byReader(readerId: string): readonly StoredChatMessage[];
    newestByReader(readerId: string): IterableIterator<StoredChatMessage>;
    oldestByReader(readerId: string): IterableIterator<StoredChatMessage>;
    countByReader(readerId: string): number;
    /** Whoever has a message. */
    readerIds(): Iterable<string>;
    readonly bytes: number;
  };
  readonly settings: Collection<Setting>;
  /** What the bucket does not know yet of the uploads; empty without a bucket. */
  readonly mirrorTasks: Collection<MirrorTask>;
  /** `bySection`: the cards of one section, of those before the first for `null`, in the author's order. */
  readonly memoryCards: Collection<MemoryCard> & {
    bySection(sectionId: string | null): MemoryCard[];
  };
  /** What the author deleted, each deletion one entry. */
  readonly binEntries: Collection<StoredBinEntry>;
  /** What sections were before. */
  readonly sectionVersions: Collection<StoredVersion>;
  /** Who was erased, for as long as a copy could bring them back. */
  readonly erasures: Collection<Erasure>;
  /** Where the administrator is signed in. */
  readonly sessions: Collection<StoredSession>;
  /** The author's own articles. */
  readonly articles: Collection<OwnArticle> & { byName(name: string): Readonly<OwnArticle> | undefined };

  readonly state: StoreState;

  /** Which database this is (a restored one has a generation of its own) and its last durable mutation. */
  readonly position: { generation: string; sequence: number };

  /**
   * Calls `listener`, which must be quick, with every batch of mutations as soon as it is durable, in order and without gaps
   * from now on.
   *
   * @returns ends the calls
   */
  follow(listener: (batch: DurableBatch) => void): () => void;

  /**
   * Applies the operations in their order, all or none; deleting what is not there does nothing. Memory changes
   * synchronously, inside the call, so a check followed by `mutate` in one tick cannot race. The promise resolves when the
   * mutation is on the disk. It never throws synchronously; it rejects, with memory as it was before, with
   * - `AppError('DUPLICATE')`: a section number, a code or an article's name is taken;
   * - `AppError('UNAVAILABLE')`: the disk refused, or the store is read-only or closed;
   * - `TypeError`: a record does not have its collection's shape (a mistake of the caller).
   */
  mutate(operations: Operation[]): Promise<void>;

  /**
   * Folds the journal into the JSON file; afterwards the file alone is the whole database. The store does it by itself when
   * idle, when the journal is large and on closing. Rejects when the disk refuses: nothing is lost, the journal stays.
   */
  fold(): Promise<void>;

  /**
   * Lends a JSON file of the whole database: all that was promised. Mutations and folds go on meanwhile. It is the folded
   * file; where the disk does not let it be folded, for want of room or because it fails, it is made while it is read.
   */
  openSnapshot(): Promise<SnapshotLease>;

  /** Calls `read` with a snapshot that is released afterwards. */
  snapshot<T>(read: (snapshot: Snapshot) => Promise<T>): Promise<T>;

  /**
   * Puts a downloaded database in the place of this one, while the site runs; see docs/decisions/011. Reads see the old
   * records until the new ones are there, all at once; mutations are refused meanwhile with `UNAVAILABLE`. Whatever it
   * rejects with, and whenever a crash comes, the database is the old one or the new one, whole.
   */
  replace(
    file: string,
    options: {
      /** What the file's records become, for what is there now, before they are the database. */
      prepare(next: Records, now: Records): Operation[];
    },
  ): Promise<void>;

  /** Refuses new mutations, waits for the pending ones, folds, releases the lock. */
  close(): Promise<void>;
}

/** A database to be read: the one that is open, or one in a file. */
export type Records = Pick<Store, CollectionName>;
