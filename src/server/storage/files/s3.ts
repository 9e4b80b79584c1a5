import { randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '#shared/errors.ts';
import { measureStream } from '../bucket/streams.ts';
import type { Bucket, Source } from '../bucket/types.ts';
import { isHidden, save } from './local.ts';
import type { FileStore, StoredFile } from './types.ts';

/** Below which key of the bucket the files are; the rest of the key is the file's name. */
export const filesFolder = 'files/';

/** When the file was kept, ISO 8601: the bucket's own time is that of the copy. */
const keptAt = 'kept-at';

/** Files in the bucket: what every file store can do, and what the mirror needs besides. */
export interface BucketFiles extends FileStore {
  /** Keeps a file as it is, with the time it was first kept. */
  put(file: StoredFile, source: Source): Promise<void>;
  /** Size and SHA-256 of a file; `undefined` when it is not there. */
  head(name: string): Promise<{ bytes: number; sha256: string } | undefined>;
  /** A file or, with an HTTP range (`bytes=0-9`), part of it. */
  open(name: string, range?: string): ReturnType<Bucket['get']>;
}

/**
 * Uploads in a bucket, below `files/`.
 *
 * @param temporary a folder of this machine for what is arriving and has not been looked at yet
 */
export function openBucketFiles(bucket: Bucket, temporary: string): BucketFiles {
  mkdirSync(temporary, { recursive: true });

  const keyOf = (name: string) => {
    const isPlain = !isHidden(name) && name.split('/').every((part) => part !== '') && !/[\0\\]/.test(name);
    if (!isPlain) throw new AppError('NOT_FOUND', 'Il file non esiste.');
    return filesFolder + name;
  };

  async function* content(name: string): AsyncGenerator<Buffer> {
    const found = await bucket.get(keyOf(name));
    if (!found) throw new AppError('NOT_FOUND', 'Il file non esiste.');
    yield* found.body as AsyncIterable<Buffer>;
  }

  const put: BucketFiles['put'] = async ({ name, modifiedAt }, source) =>
    bucket.putSource(keyOf(name), source, { [keptAt]: modifiedAt.toISOString() });

  return {
    put,

    async receive(stream, maxBytes, check) {
      const path = join(temporary, randomUUID());
      try {
        const name = await check({ path, ...(await save(stream, path, maxBytes)) });
        // The check may have put other bytes there.
        const { bytes, sha256 } = await measureStream(createReadStream(path));
        const file = { name, bytes, modifiedAt: new Date() };
        await put(file, { bytes, sha256, open: () => createReadStream(path) });
        return file;
      } finally {
        await rm(path, { force: true });
      }
    },

    async list() {
      const files: StoredFile[] = [];
      for await (const { key, bytes, modifiedAt } of bucket.list(filesFolder)) {
        const name = key.slice(filesFolder.length);
        if (!isHidden(name)) files.push({ name, bytes, modifiedAt });
      }
      return files.sort((a, b) => (a.name < b.name ? -1 : 1));
    },

    async stat(name) {
      const found = await bucket.head(keyOf(name));
      if (!found) return undefined;
      const at = new Date(found.metadata[keptAt] ?? found.modifiedAt);
      return { name, bytes: found.bytes, modifiedAt: at };
    },

    head: async (name) => bucket.head(keyOf(name)),
    read: (name) => Readable.from(content(name)),
    open: async (name, range) => bucket.get(keyOf(name), range),
    delete: async (name) => bucket.remove(keyOf(name)),
  };
}
