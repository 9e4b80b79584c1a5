import { ageOf } from '#shared/age-of.ts';
import { type Bucket, BucketError } from '../bucket/types.ts';
import { clockKey, headKey, headNote, type KeptObject, listKept, newestRun, readNote } from './layout.ts';
import type { Machine } from './machine.ts';

/** After its last sign of life a machine counts as working for so long; it gives one twice as often. */
export const signHoldsMs = 60_000;

/**
 * When another machine that still works in the bucket gave its last sign of life; `undefined` where none does. Both times that are
 * compared are the bucket's.
 *
 * @throws BucketError
 */
export async function signOfAnother(
  bucket: Bucket,
  machine: Pick<Machine, 'id'>,
  kept?: readonly KeptObject[],
): Promise<Date | undefined> {
  const run = newestRun(kept ?? (await listKept(bucket)));
  const head = run === undefined ? undefined : await readNote(bucket, headKey(run), headNote);
  if (head?.machine === undefined || head.machine === machine.id || head.closed) return undefined;
  await bucket.put(clockKey, Buffer.alloc(0));
  const clock = await bucket.head(clockKey);
  // A sign ahead of the clock was given before the clock was set back.
  const isFresh = clock && ageOf(head.modifiedAt, clock.modifiedAt.getTime()) < signHoldsMs;
  return isFresh ? head.modifiedAt : undefined;
}

export const occupiedError = (bucket: Pick<Bucket, 'name'>) =>
  new BucketError(
    'occupied',
    `Un’altra macchina lavora adesso nel bucket ${bucket.name}: fermala prima, oppure scegli un altro S3_PREFIX.`,
  );
