import { join } from 'node:path';
import { z } from 'zod';
import { bucketSettings, type BucketSettings } from '../bucket/types.ts';
import { privateFile } from '../store/private-file.ts';
import { StoreError } from '../store/store-error.ts';

/** `{}` where the author has left the bucket. */
const content = z.union([bucketSettings, z.strictObject({}).transform(() => undefined)]);

const pathIn = (dataDir: string) => join(dataDir, 'bucket-settings.json');

/**
 * The bucket that the author chose in the panel; nothing when there is none.
 *
 * @throws StoreError when the file is there and is not what {@link writeBucketFile} wrote
 */
export async function readBucketFile(dataDir: string): Promise<BucketSettings | undefined> {
  const path = pathIn(dataDir);
  try {
    return content.parse(JSON.parse((await privateFile(path).read()) ?? '{}'));
  } catch (cause) {
    const sentence = `Il file ${path} non si legge: cancellalo, e scegli di nuovo il bucket nelle Impostazioni.`;
    throw new StoreError('unreadable', path, sentence, { cause });
  }
}

/** In a file of its own that only the site's user may read: no backup and no bucket takes it along. */
export const writeBucketFile = (dataDir: string, settings: BucketSettings | undefined): Promise<void> =>
  privateFile(pathIn(dataDir)).write(`${JSON.stringify(settings ?? {}, undefined, 2)}\n`);
