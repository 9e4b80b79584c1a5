import type { Readable } from 'node:stream';
import { z } from 'zod';

/** Where the bucket is and who we are there. */
export const bucketSettings = z.object({
  /** Absent for AWS itself. */
  endpoint: z.string().optional(),
  region: z.string(),
  bucket: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  /** Begins every key of ours: empty, or ending with `/`. */
  prefix: z.string(),
});

export type BucketSettings = z.infer<typeof bucketSettings>;

/** An object as a list tells it. `key` is without the prefix. */
interface ListedObject {
  key: string;
  bytes: number;
  modifiedAt: Date;
}

export interface ObjectHead {
  bytes: number;
  modifiedAt: Date;
  /** Changes with every put. */
  etag: string;
  /** SHA-256 of the content, lower-case hex, as whoever put it said; `''` when nobody did. */
  sha256: string;
  metadata: Record<string, string>;
}

/** An object on its way. A body that is cut, or stands still, ends with an error. */
export interface ObjectBody extends ObjectHead {
  body: Readable;
  /** Only for a range: `bytes 0-9/100`. */
  contentRange: string | undefined;
}

/** Content that can be read more than once. */
export interface Source {
  bytes: number;
  sha256: string;
  open(): Readable;
}

export type BucketFailure =
  /** No answer, or one that says "later": it was tried more than once. */
  | 'unreachable'
  /** The keys, or what they may do. */
  | 'refused'
  | 'no-bucket'
  /** Another machine works there. */
  | 'occupied'
  | 'missing'
  /** Part of an object was asked for that it does not have. */
  | 'no-range'
  /** What arrived is not what was sent. */
  | 'damaged'
  | 'unknown';

/** What the bucket did not do; the message is an Italian sentence for the author. */
export class BucketError extends Error {
  override name = 'BucketError';
  readonly failure: BucketFailure;

  constructor(failure: BucketFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.failure = failure;
  }
}

/**
 * S3-compatible storage, narrowed to what is used. Keys are without the prefix. Every call tries a bounded number of times.
 *
 * @throws BucketError from every call
 */
export interface Bucket {
  /** For sentences: its name and the prefix. */
  readonly name: string;
  head(key: string): Promise<ObjectHead | undefined>;
  /** @param range as in HTTP: `bytes=0-9` */
  get(key: string, range?: string): Promise<ObjectBody | undefined>;
  /** A small object; its checksum is compared by the receiver before it is stored. */
  put(key: string, content: Uint8Array, metadata?: Record<string, string>): Promise<void>;
  /** Content of any size in constant memory: in parts when it is large. It is there whole or not at all. */
  putSource(key: string, source: Source, metadata?: Record<string, string>): Promise<void>;
  /** @param after only keys that come after this one, by their bytes */
  list(prefix: string, after?: string): AsyncIterable<ListedObject>;
  /** Removing what is not there does nothing. */
  remove(key: string): Promise<void>;
  close(): void;
}
