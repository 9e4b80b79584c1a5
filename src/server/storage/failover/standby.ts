import { rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openS3Bucket } from '../bucket/s3.ts';
import { BucketError, type BucketSettings } from '../bucket/types.ts';
import { realDisk } from '../store/disk.ts';
import { snapshotName } from '../store/load.ts';
import { replaceDatabase, wholeDatabase } from '../store/restore.ts';
import { segmentNumbers } from '../store/segment.ts';
import { StoreError } from '../store/store-error.ts';
import type { Store } from '../store/types.ts';
import { findConditionForm } from '../mirror/lease/conditional-puts.ts';
import { openLeaseBucket } from '../mirror/lease/hold-lease.ts';
import { LeaseKeeper } from '../mirror/lease/keeper.ts';
import { attemptsPerLease, Lease } from '../mirror/lease/lease.ts';
import type { Takeover } from '../mirror/mirror.ts';
import { readKept, rebuildDatabase } from '../mirror/rebuild.ts';
import { fencedStore } from './fence.ts';

interface StandbyOptions {
  settings: BucketSettings;
  leaseMs: number;
  dataDir: string;
  /** Called once, when another machine has taken the place of this one: nothing may be written any more. */
  onLost: () => void;
  onEvent: (event: Record<string, unknown>, message: string) => void;
  /** Ends the waiting. */
  signal: AbortSignal;
}

/**
 * Waits for the lease, then makes sure that the database here is the one that the last holder left in the bucket.
 *
 * @throws StoreError when this bucket cannot be had by one alone; BucketError when it refuses; the signal's reason
 */
export async function standBy(options: StandbyOptions): Promise<Takeover> {
  const { settings, leaseMs, onLost, onEvent, signal } = options;
  const bucket = openLeaseBucket(settings, leaseMs);
  const everyMs = leaseMs / attemptsPerLease;
  const form = await findConditionForm(bucket);
  if (!form) {
    throw new StoreError(
      'unreadable',
      bucket.name,
      `Il bucket ${bucket.name} non conosce le scritture condizionali (If-None-Match, If-Match): con FAILOVER=on due macchine ` +
        'potrebbero scrivere insieme. Togli FAILOVER, oppure usa un altro fornitore.',
    );
  }
  const lease = new Lease({ bucket, durationMs: leaseMs, fenced: true, form });
  for (let reported = ''; ; await delay(everyMs, undefined, { signal })) {
    try {
      if (await lease.acquire()) break;
      if (reported === '') onEvent({}, 'standing by: another machine serves');
      reported ||= 'standing by';
    } catch (error) {
      if (!(error instanceof BucketError)) throw error;
      if (reported !== error.message) onEvent({ err: error }, error.message);
      reported = error.message;
    }
  }
  const keeper = new LeaseKeeper(lease, leaseMs, onLost);
  try {
    const fence = (store: Store) => fencedStore(store, lease);
    return { keeper, fence, ...(await catchUp(options)) };
  } catch (error) {
    await keeper.stop(true);
    throw error;
  }
}

/** Rebuilds the database from the bucket, unless the one here is that very one or goes further. */
async function catchUp({
  settings,
  dataDir,
  onEvent,
}: StandbyOptions): Promise<Pick<Takeover, 'continues' | 'rebuilt'>> {
  const bucket = openS3Bucket(settings);
  const folder = await mkdtemp(join(tmpdir(), 'standby-'));
  try {
    const kept = await readKept(bucket);
    const rebuilt = await rebuildDatabase(bucket, kept, folder);
    if (!rebuilt) return { continues: undefined, rebuilt: false };
    await realDisk.makeDirectory(dataDir);
    const own = await positionHere(dataDir);
    const isOurs = own !== undefined && own.generation === kept.newest?.generation;
    const isOlder = !isOurs || own.sequence < rebuilt.origin.sequence;
    if (isOlder) {
      const { kept: beside } = await replaceDatabase(dataDir, rebuilt.file);
      onEvent({ ...rebuilt.origin, upTo: rebuilt.upTo, beside }, 'the database was rebuilt from the bucket');
    }
    return { continues: rebuilt.origin, rebuilt: isOlder };
  } finally {
    bucket.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Which database is here, and how far it goes with its journal. */
async function positionHere(dataDir: string): Promise<{ generation: string; sequence: number } | undefined> {
  const file = join(dataDir, snapshotName);
  if ((await realDisk.mode(file)) === undefined) return undefined;
  const whole = await wholeDatabase(
    realDisk,
    file,
    segmentNumbers(await realDisk.list(dataDir), snapshotName),
  );
  return whole?.header;
}
