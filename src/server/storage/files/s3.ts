import { AppError } from '#shared/errors.ts';
import type { Bucket, ObjectBody, Source } from '../bucket/types.ts';
import { isHidden } from './local.ts';
import type { StoredFile } from './types.ts';

/** Below which key of the bucket the files are; the rest of the key is the file's name. */
export const filesFolder = 'files/';

/** When the file was kept, ISO 8601: the bucket's own time is that of the copy. */
const keptAt = 'kept-at';

/** With its SHA-256, lower-case hex. */
export type HashedFile = StoredFile & { sha256: string };

/** The uploads in a bucket, below `files/`. @throws BucketError; AppError NOT_FOUND for a name that cannot be a file's */
export interface BucketFiles {
  /** Keeps a file as it is, with the time it was first kept. */
  put(file: StoredFile, source: Source): Promise<void>;
  /** A file or, with an HTTP range (`bytes=0-9`), part of it; `undefined` when it is not there. */
  open(name: string, range?: string): Promise<ObjectBody | undefined>;
  /** All files, sorted by name. Their times are those of the copies. */
  list(): Promise<StoredFile[]>;
  /** `undefined` for a file that is not there. */
  stat(name: string): Promise<HashedFile | undefined>;
  /** Deleting what is not there does nothing. */
  delete(name: string): Promise<void>;
}

export function openBucketFiles(bucket: Bucket): BucketFiles {
  const keyOf = (name: string) => {
    const isPlain = !isHidden(name) && name.split('/').every((part) => part !== '') && !/[\0\\]/.test(name);
    if (!isPlain) throw new AppError('NOT_FOUND', 'Il file non esiste.');
    return filesFolder + name;
  };

  return {
    put: async ({ name, modifiedAt }, source) =>
      bucket.putSource(keyOf(name), source, { [keptAt]: modifiedAt.toISOString() }),

    open: async (name, range) => bucket.get(keyOf(name), range),

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
      const { bytes, sha256, metadata, modifiedAt } = found;
      return { name, bytes, sha256, modifiedAt: new Date(metadata[keptAt] ?? modifiedAt) };
    },

    delete: async (name) => bucket.remove(keyOf(name)),
  };
}
