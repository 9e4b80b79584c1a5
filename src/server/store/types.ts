import type { StoredChatMessage } from '../../shared/contracts/chat.ts';
import type { GalleryImage } from '../../shared/contracts/gallery.ts';
import type { MusicCode } from '../../shared/contracts/music-codes.ts';
import type { User } from '../../shared/contracts/readers.ts';
import type { Section } from '../../shared/contracts/sections.ts';
import type { UnlockCode } from '../../shared/contracts/unlock-codes.ts';

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
}

export type CollectionName = keyof Collections;

/** One step of a mutation. Records are replaced whole, never changed in place. */
export type Operation =
  | { [N in CollectionName]: { type: 'put'; collection: N; record: Collections[N] } }[CollectionName]
  | { type: 'delete'; collection: CollectionName; id: string };

export interface Collection<T extends { id: string }> {
  readonly size: number;
  get(id: string): T | undefined;
  /** All records, in the order they were first written. */
  values(): IterableIterator<T>;
}

export type StoreState = 'open' | 'read-only' | 'closed';

/**
 * The database. Reads are synchronous and see every accepted mutation at once; a mutation's promise
 * resolves when it is durable on disk.
 */
export interface Store {
  readonly sections: Collection<Section> & { byNumber(sectionNumber: number): Section | undefined };
  /** `byCode` compares as `codeKey` does. */
  readonly unlockCodes: Collection<UnlockCode> & { byCode(code: string): UnlockCode | undefined };
  readonly musicCodes: Collection<MusicCode> & { byCode(code: string): MusicCode | undefined };
  readonly galleryImages: Collection<GalleryImage>;
  readonly users: Collection<User>;
  /** `byReader`: one reader's messages in the order they were written; cost independent of other readers. */
  readonly chatMessages: Collection<StoredChatMessage> & {
    byReader(readerId: string): readonly StoredChatMessage[];
  };
  readonly settings: Collection<Setting>;

  readonly state: StoreState;

  /**
   * Applies the operations, all or none. Validation happens before anything changes: a duplicate section
   * number or code throws `AppError('DUPLICATE')`. Memory changes synchronously, inside the call, so a check followed by
   * `mutate` in one tick cannot race. Rejects, with memory undone, when the disk refuses.
   */
  mutate(operations: Operation[]): Promise<void>;

  /** Folds the journal into the JSON file; afterwards the file alone is the whole database. */
  fold(): Promise<void>;

  /** Folds, then calls `read` with the path of a JSON file that will not change while it runs. */
  snapshot<T>(read: (path: string) => Promise<T>): Promise<T>;

  /** Waits for pending mutations, folds, releases the lock. */
  close(): Promise<void>;
}
