import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { BucketSettings } from '../bucket/types.ts';
import { privateFile } from '../store/private-file.ts';
import { StoreError } from '../store/store-error.ts';

const bucketFile = z.object({
  endpoint: z
    .string()
    .optional()
    .transform((value) => value),
  region: z.string(),
  bucket: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  prefix: z.string(),
});

/** What is written when the author leaves the bucket. */
const none = {};

const pathIn = (dataDir: string) => join(dataDir, 'bucket-settings.json');

/**
 * The bucket that the author chose in the panel; nothing when there is none.
 *
 * @throws StoreError when the file is there and is not what {@link writeBucketFile} wrote
 */
export async function readBucketFile(dataDir: string): Promise<BucketSettings | undefined> {
  const path = pathIn(dataDir);
  const text = await privateFile(path).read();
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isDeepStrictEqual(value, none) ? undefined : bucketFile.parse(value);
  } catch (cause) {
    const sentence = `Il file ${path} non si legge: cancellalo, e scegli di nuovo il bucket nelle Impostazioni.`;
    throw new StoreError('unreadable', path, sentence, { cause });
  }
}

/** In a file of its own that only the site's user may read: no backup and no bucket takes it along. */
export const writeBucketFile = (dataDir: string, settings: BucketSettings | undefined): Promise<void> =>
  privateFile(pathIn(dataDir)).write(`${JSON.stringify(settings ?? none, undefined, 2)}\n`);
