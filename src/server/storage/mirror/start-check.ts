import { access } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openS3Bucket } from '../bucket/s3.ts';
import { type Bucket, BucketError, type BucketSettings } from '../bucket/types.ts';
import { snapshotName } from '../store/load.ts';
import { StoreError } from '../store/store-error.ts';
import { listKept } from './layout.ts';
import { openMachine } from './machine.ts';
import { occupiedError, signHoldsMs, signOfAnother } from './sign-of-life.ts';

/** The site's start waits for this; the copy itself has more patience. */
const timeoutMs = 8_000;

/**
 * Looks into the bucket before the site starts. A machine without a database beside a bucket with one most likely is there for one that was lost, and
 * a new empty database would begin to cover the old one. Where another machine gave a sign of life less than a minute ago the start waits that
 * minute, in which one that was lost is silent and one that works gives the next sign.
 *
 * A bucket that does not answer stops no start of a machine with a database: the copy looks again before it begins.
 *
 * @throws StoreError with what to do; BucketError `occupied` when the other works, or when the bucket cannot be asked
 */
export async function checkBucket(
  dataDir: string,
  settings: BucketSettings,
  { onWait, wait = delay }: { onWait: () => void; wait?: (milliseconds: number) => Promise<unknown> },
): Promise<void> {
  const file = path.join(dataDir, snapshotName);
  const hasDatabase = await access(file).then(
    () => true,
    () => false,
  );
  const bucket = openS3Bucket(settings, hasDatabase ? { attempts: 1, timeoutMs } : {});
  try {
    const kept = await listKept(bucket);
    if (!hasDatabase && kept.some(({ type }) => type === 'snapshot')) throw coveringError(file, bucket);
    const machine = await openMachine(dataDir);
    const first = await signOfAnother(bucket, machine, kept);
    if (!first) return;
    onWait();
    await wait(signHoldsMs);
    const second = await signOfAnother(bucket, machine);
    if (second && second > first) throw occupiedError(bucket);
  } catch (error) {
    const isAway = error instanceof BucketError && error.failure !== 'occupied';
    if (!isAway || !hasDatabase) throw error;
  } finally {
    bucket.close();
  }
}

const coveringError = (file: string, { name }: Bucket) =>
  new StoreError(
    'unreadable',
    file,
    `Qui non c’è un database, ma nel bucket ${name} sì. Per riaverlo: npm run restore -- s3 (su un server: libro ripristina s3). ` +
      'Per cominciare invece da zero scegli un altro S3_PREFIX.',
  );
