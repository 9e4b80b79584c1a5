import type { Readable } from 'node:stream';

/** A file as kept: `name` is its path below the store's root, with `/` between folders. */
export interface StoredFile {
  name: string;
  bytes: number;
  modifiedAt: Date;
}

/** A file that is all here but not yet kept under its name. */
export interface ReceivedFile {
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
   * or throws, and keeps it durably. Nothing is left behind of a refused, cut or too large stream.
   *
   * @throws AppError TOO_LARGE past `maxBytes`
   */
  receive(
    stream: Readable,
    maxBytes: number,
    check: (file: ReceivedFile) => Promise<string>,
  ): Promise<StoredFile>;
  /** All kept files, sorted by name. */
  list(): Promise<StoredFile[]>;
  /** `undefined` when there is no such file. */
  stat(name: string): Promise<StoredFile | undefined>;
  /** The content; of a file that is not there, or stops half-way, the stream ends with an error. */
  read(name: string): Readable;
  /** Durable when it resolves; removing what is not there does nothing. */
  remove(name: string): Promise<void>;
}
