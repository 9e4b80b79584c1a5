import type { Readable } from 'node:stream';

/** A file as kept: `name` is its path below the store's root, with `/` between folders. */
export interface StoredFile {
  name: string;
  bytes: number;
  modifiedAt: Date;
}

/** A file that is all here but not yet kept under its name. */
interface ReceivedFile {
  /** Where its bytes are now, to be looked at before it is kept. */
  path: string;
  bytes: number;
  /** SHA-256 of the content, lower-case hex. */
  sha256: string;
}

/** Where uploads live. Names never leave the root; a kept file never changes. */
export interface FileStore {
  /**
   * Takes the stream into a temporary file, hands it to `check`, which says under which name to keep it
   * or throws, and keeps it durably. `check` may put other bytes at `path`. Nothing is left behind of a refused, cut
   * or too large stream.
   *
   * @throws AppError TOO_LARGE past `maxBytes`, UNAVAILABLE when the disk is full
   */
  receive(
    stream: Readable,
    maxBytes: number,
    check: (file: ReceivedFile) => Promise<string>,
  ): Promise<StoredFile>;
  /** All kept files, sorted by name. */
  list(): Promise<StoredFile[]>;
  read(name: string): Readable;
  /** One kept file, `undefined` when there is none of that name. */
  stat(name: string): Promise<StoredFile | undefined>;
  /** Deletes a kept file, for good; one that is not there is deleted already. */
  delete(name: string): Promise<void>;
}
