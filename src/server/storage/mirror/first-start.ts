import { access } from 'node:fs/promises';
import path from 'node:path';
import { openS3Bucket } from '../bucket/s3.ts';
import type { BucketSettings } from '../bucket/types.ts';
import { snapshotName } from '../store/load.ts';
import { StoreError } from '../store/store-error.ts';
import { readKept } from './rebuild.ts';

/**
 * A machine without a database and a bucket with one: whoever starts the site there most likely has lost a machine, and a new
 * empty database would begin to cover the old one in the bucket.
 *
 * @throws StoreError with what to do; BucketError when the bucket cannot be asked
 */
export async function refuseToCover(dataDir: string, settings: BucketSettings): Promise<void> {
  const file = path.join(dataDir, snapshotName);
  const isHere = await access(file).then(
    () => true,
    () => false,
  );
  if (isHere) return;
  const bucket = openS3Bucket(settings);
  try {
    const { newest } = await readKept(bucket);
    if (!newest) return;
  } finally {
    bucket.close();
  }
  throw new StoreError(
    'unreadable',
    file,
    `Qui non c’è un database, ma nel bucket ${bucket.name} sì. Per riaverlo: npm run restore -- s3 (su un server: libro ripristina s3). ` +
      'Per cominciare invece da zero scegli un altro S3_PREFIX.',
  );
}
