import { setTimeout as delay } from 'node:timers/promises';
import { openS3Bucket } from '../../bucket/s3.ts';
import { type Bucket, BucketError, type BucketSettings } from '../../bucket/types.ts';
import { Loop } from '../loop.ts';
import { findConditionForm } from './conditional-puts.ts';
import { LeaseKeeper } from './keeper.ts';
import { attemptsPerLease, Lease } from './lease.ts';

/** Longest time between two attempts while the bucket does not answer. */
const timeoutMs = 60_000;

interface LeaseEvents {
  onHeld: (keeper: LeaseKeeper) => void;
  /** The bucket has no conditional puts. */
  onUnguarded: () => void;
  onAttempt: (error: unknown) => void;
}

/** Acquires the lease in the background, so that another server on this bucket is noticed before two write there. */
export function holdLease(
  settings: BucketSettings,
  leaseMs: number,
  fenced: boolean,
  events: LeaseEvents,
): { stop(): Promise<void> } {
  const bucket = openLeaseBucket(settings, leaseMs);
  const startedAt = performance.now();
  let lease: Lease | undefined;
  let isDone = false;
  const loop = new Loop({
    everyMs: leaseMs / attemptsPerLease,
    timeoutMs,
    onTurn: events.onAttempt,
    async work() {
      if (isDone) return;
      if (!lease) {
        const form = await findConditionForm(bucket);
        if (!form) {
          isDone = true;
          return events.onUnguarded();
        }
        lease = new Lease({ bucket, durationMs: leaseMs, fenced, form });
      }
      if (!(await lease.acquire())) {
        if (isRenewed(startedAt, leaseMs)) throw bucketInUseError();
        return;
      }
      isDone = true;
      events.onHeld(new LeaseKeeper(lease, leaseMs, () => events.onAttempt(leaseLostError())));
    },
  });
  return { stop: () => loop.stop() };
}

/**
 * Waits until no other server writes in the bucket, and keeps the lease.
 *
 * @param fenced whether the holder ends as soon as the lease is lost
 * @param onLost called once, when another server has taken the lease
 * @returns releases the lease
 * @throws BucketError `conflict` while another server writes there, and what the bucket refuses with
 */
export async function waitForLease(
  settings: BucketSettings,
  leaseMs: number,
  fenced: boolean,
  onLost: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const bucket = openLeaseBucket(settings, leaseMs);
  const form = await findConditionForm(bucket);
  if (!form) return () => Promise.resolve();
  const lease = new Lease({ bucket, durationMs: leaseMs, fenced, form });
  const startedAt = performance.now();
  while (!(await lease.acquire())) {
    if (isRenewed(startedAt, leaseMs)) throw bucketInUseError();
    await delay(leaseMs / attemptsPerLease);
  }
  const keeper = new LeaseKeeper(lease, leaseMs, () => onLost(leaseLostError()));
  return () => keeper.stop(true);
}

/** The lease of a server that crashed runs out; one that does not is renewed. */
const isRenewed = (startedAt: number, leaseMs: number) => performance.now() - startedAt > 2 * leaseMs;

/** For the lease: an answer that comes late is as good as none, and the holder itself tries again. */
export function openLeaseBucket(settings: BucketSettings, leaseMs: number): Bucket {
  return openS3Bucket(settings, { attempts: 1, timeoutMs: leaseMs / attemptsPerLease });
}

function bucketInUseError(): BucketError {
  return new BucketError(
    'conflict',
    'Un’altra macchina usa questo bucket: questa non vi copia niente. Scegli un altro S3_PREFIX, oppure ferma l’altra.',
  );
}

export function leaseLostError(): BucketError {
  return new BucketError(
    'conflict',
    'Un’altra macchina ha cominciato a scrivere in questo bucket: questa ha smesso.',
  );
}
