import { access } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openS3Bucket } from '../bucket/s3.ts';
import { BucketError, type BucketSettings } from '../bucket/types.ts';
import { snapshotName } from '../store/load.ts';
import { StoreError } from '../store/store-error.ts';
import { openMachine } from './machine.ts';
import { readKept } from './rebuild.ts';
import { occupiedError, signHoldsMs, signOfAnother } from './sign-of-life.ts';

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
    const { hasDatabase } = await readKept(bucket);
    if (!hasDatabase) return;
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

/** The site's start waits for this; the copy itself has more patience. */
const timeoutMs = 8_000;

/**
 * Another machine gave a sign of life in the bucket less than a minute ago: waits that minute, in which one that was lost is silent
 * and one that works gives the next sign.
 *
 * A bucket that does not answer stops no start: the copy looks again before it begins.
 *
 * @throws BucketError `occupied` when the other works
 */
export async function refuseBesideAnother(
  dataDir: string,
  settings: BucketSettings,
  { onWait, wait = delay }: { onWait: () => void; wait?: (milliseconds: number) => Promise<unknown> },
): Promise<void> {
  const machine = await openMachine(dataDir);
  const bucket = openS3Bucket(settings, { attempts: 1, timeoutMs });
  try {
    const first = await signOfAnother(bucket, machine);
    if (!first) return;
    onWait();
    await wait(signHoldsMs);
    const second = await signOfAnother(bucket, machine);
    if (second && second > first) throw occupiedError(bucket);
  } catch (error) {
    if (!(error instanceof BucketError) || error.failure === 'occupied') throw error;
  } finally {
    bucket.close();
  }
}
