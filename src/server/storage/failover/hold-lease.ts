import { openS3Bucket } from '../bucket/s3.ts';
import { type Bucket, BucketError, type BucketSettings } from '../bucket/types.ts';
import { conditionalPuts } from './conditional-puts.ts';
import { Lease, looksPerLease } from './lease.ts';
import { LeaseKeeper } from './keeper.ts';
import { Loop } from '../mirror/loop.ts';

/** Longest time between two looks while the bucket does not answer. */
const patienceMs = 60_000;

interface GuardEvents {
  onHeld: (keeper: LeaseKeeper) => void;
  onUnguarded: () => void;
  onTurn: (error: unknown) => void;
}

/** Takes the lease in the background, so that another server on this bucket is noticed before two write there. */
export function guardBucket(
  settings: BucketSettings,
  leaseMs: number,
  fenced: boolean,
  events: GuardEvents,
): { stop(): Promise<void> } {
  const bucket = openLeaseBucket(settings, leaseMs);
  const everyMs = leaseMs / looksPerLease;
  const began = performance.now();
  let lease: Lease | undefined;
  let isDone = false;
  const loop = new Loop({
    everyMs,
    patienceMs,
    onTurn: events.onTurn,
    async work() {
      if (isDone) return;
      if (!lease) {
        const form = await conditionalPuts(bucket);
        if (!form) {
          isDone = true;
          return events.onUnguarded();
        }
        lease = new Lease({ bucket, durationMs: leaseMs, fenced, form });
      }
      if (!(await lease.acquire())) {
        // The lease of a server that crashed runs out; this one is renewed.
        if (performance.now() - began > 2 * leaseMs) throw inUse();
        return;
      }
      isDone = true;
      events.onHeld(new LeaseKeeper(lease, leaseMs, () => events.onTurn(lostToAnother())));
    },
  });
  return { stop: () => loop.stop() };
}

/**
 * Waits until nobody else writes in the bucket, and keeps it so.
 *
 * @param fenced whether whoever holds it ends as soon as it is lost
 * @param onLost told once, when another server has taken it
 * @returns what gives it back
 * @throws BucketError `conflict` while another server writes there, and what the bucket refuses with
 */
export function holdBucket(
  settings: BucketSettings,
  leaseMs: number,
  fenced: boolean,
  onLost: (error: unknown) => void,
): Promise<() => Promise<void>> {
  // The loop keeps no process alive: one that has nothing else to do would end here, as if all were well.
  const awake = setInterval(() => undefined, leaseMs);
  const held = new Promise<() => Promise<void>>((resolve, reject) => {
    let isHeld = false;
    const give = (back: () => Promise<void>) => {
      isHeld = true;
      resolve(async () => {
        await guard.stop();
        await back();
      });
    };
    const guard = guardBucket(settings, leaseMs, fenced, {
      onHeld: (keeper) => give(() => keeper.stop(true)),
      onUnguarded: () => give(() => Promise.resolve()),
      onTurn(error) {
        if (!error) return;
        if (isHeld) return onLost(error);
        void guard.stop();
        reject(error instanceof Error ? error : new Error('the bucket cannot be had', { cause: error }));
      },
    });
  });
  return held.finally(() => clearInterval(awake));
}

/** For the lease: an answer that comes late is as good as none, and the holder itself tries again. */
export function openLeaseBucket(settings: BucketSettings, leaseMs: number): Bucket {
  return openS3Bucket(settings, { attempts: 1, patienceMs: leaseMs / looksPerLease });
}

function inUse(): BucketError {
  return new BucketError(
    'conflict',
    'Un’altra macchina usa questo bucket: questa non vi copia niente. Scegli un altro S3_PREFIX, oppure ferma l’altra.',
  );
}

export function lostToAnother(): BucketError {
  return new BucketError(
    'conflict',
    'Un’altra macchina ha cominciato a scrivere in questo bucket: questa ha smesso.',
  );
}
