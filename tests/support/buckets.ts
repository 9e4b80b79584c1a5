import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeEach } from 'vitest';
import { openS3Bucket, type S3Options } from '#server/storage/bucket/s3.ts';
import { measureStream } from '#server/storage/bucket/streams.ts';
import type { Bucket } from '#server/storage/bucket/types.ts';
import { save } from '#server/storage/files/local.ts';
import { openBucketFiles } from '#server/storage/files/s3.ts';
import type { FileStore } from '#server/storage/files/types.ts';
import { startS3Double, type S3Double } from './s3-double.ts';

/** The double's bucket, as the site opens it. */
export function bucketAt(double: S3Double, prefix = '', options: S3Options = {}): Bucket {
  const { url: endpoint, bucket, keys } = double;
  return openS3Bucket(
    { endpoint, region: 'us-east-1', bucket, prefix, ...keys },
    { timeoutMs: 3_000, ...options },
  );
}

/** The double of one test file, for its top: empty and without faults before each test, gone after the last. */
export async function openFileDouble(): Promise<S3Double> {
  const double = await startS3Double();
  afterAll(() => double.close());
  beforeEach(() => {
    double.objects.clear();
    double.requests.length = 0;
    double.fault = undefined;
  });
  return double;
}

/** The uploads in a bucket as a whole file store, for the contract of all: what comes is put there from `folder` of this machine. */
export async function bucketStore(bucket: Bucket, folder: string): Promise<FileStore> {
  const files = openBucketFiles(bucket);
  await mkdir(join(folder, 'incoming'), { recursive: true });

  async function* content(name: string): AsyncGenerator<Buffer> {
    const found = await files.open(name);
    if (!found) throw new Error(`${name} is not there`);
    yield* found.body as AsyncIterable<Buffer>;
  }

  return {
    ...files,
    read: (name) => Readable.from(content(name)),
    async receive(stream, maxBytes, check) {
      const path = join(folder, 'incoming', crypto.randomUUID());
      try {
        const name = await check({ path, ...(await save(stream, path, maxBytes)) });
        // The check may have put other bytes there.
        const source = await measureStream(createReadStream(path));
        const file = { name, bytes: source.bytes, modifiedAt: new Date() };
        await files.put(file, { ...source, open: () => createReadStream(path) });
        return file;
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}
