import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { openS3Bucket } from '../bucket/s3.ts';
import { BucketError, type BucketSettings } from '../bucket/types.ts';
import { listKept } from './layout.ts';
import { openMachine } from './machine.ts';
import { occupiedError, signOfAnother } from './sign-of-life.ts';

/** The author waits for the answer. */
const timeoutMs = 8_000;

/**
 * Does with a small object what the mirror does with all: writes, reads, lists and deletes it.
 *
 * @returns whether a site's database lies there already
 * @throws BucketError which of the steps failed, and why; `occupied` when another machine works there
 */
export async function tryBucket(settings: BucketSettings, dataDir: string): Promise<{ hasCopy: boolean }> {
  const bucket = openS3Bucket(settings, { attempts: 1, timeoutMs });
  const key = `prova-${randomUUID()}`;
  const content = Buffer.from(`prova ${key}\n`);
  const step = async <T>(failed: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof BucketError)) throw error;
      throw new BucketError(error.failure, `${failed}: ${lowerFirst(error.message)}`, error);
    }
  };
  try {
    await step('Scrivere non riesce', () => bucket.put(key, content));
    const read = await step('Leggere non riesce', async () => {
      const found = await bucket.get(key);
      return found && buffer(found.body);
    });
    if (!read?.equals(content)) {
      throw new BucketError('damaged', 'Quello che si legge nel bucket non è quello che ci si è scritto.');
    }
    const kept = await step('Elencare non riesce', () => listKept(bucket));
    await step('Cancellare non riesce', () => bucket.remove(key));
    if (await step('Leggere non riesce', () => bucket.head(key))) {
      throw new BucketError('unknown', 'Il bucket dice di aver cancellato, e l’oggetto è ancora lì.');
    }
    if (await signOfAnother(bucket, await openMachine(dataDir), kept)) throw occupiedError(bucket);
    return { hasCopy: kept.some(({ type }) => type === 'snapshot') };
  } finally {
    bucket.close();
  }
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
