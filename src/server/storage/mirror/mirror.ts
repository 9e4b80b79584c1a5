import { setTimeout as delay } from 'node:timers/promises';
import type { MirrorState, MirrorStatus } from '#shared/contracts/mirror.ts';
import { openS3Bucket } from '../bucket/s3.ts';
import { BucketError, type BucketSettings, type ObjectBody } from '../bucket/types.ts';
import { openBucketFiles } from '../files/s3.ts';
import type { FileStore } from '../files/types.ts';
import type { Store } from '../store/types.ts';
import { DatabaseCopy, type RunOrigin } from './database-copy.ts';
import { FileMirror } from './file-mirror.ts';
import { guardBucket, lostToAnother } from '../failover/hold-lease.ts';
import type { Lease } from '../failover/lease.ts';
import type { LeaseKeeper } from '../failover/keeper.ts';
import { listKept } from './layout.ts';
import { Loop } from './loop.ts';
import { fetchFile } from './transfer.ts';
import { deletedFilesStayMs, prunable, type RetentionPolicy } from './retention.ts';

export interface Mirror {
  status(): MirrorStatus;
  /** The uploads, with every change noted for the bucket. */
  files: FileStore;
  /** A file that is missing here, from the bucket; `undefined` when it is not there either. @throws BucketError */
  open(name: string, range?: string): Promise<ObjectBody | undefined>;
  /** SHA-256 of the copy of a file that has not been changed here since it was copied. @throws BucketError */
  checksumOf(name: string): Promise<string | undefined>;
  /** Puts the bucket's copy in the place of a file here. @throws BucketError when it is not there or not whole */
  fetch(name: string): Promise<void>;
  /**
   * Begins to bring a file back that is missing here, and does not wait for it.
   *
   * @returns whether the bucket has it
   * @throws BucketError when that cannot be known
   */
  bringBack(name: string): Promise<boolean>;
  /** Sends what can be sent in a few seconds, and gives the bucket to whoever comes next. */
  stop(): Promise<void>;
}

export interface MirrorOptions {
  settings: BucketSettings;
  store: Store;
  local: FileStore;
  uploadsDir: string;
  retention: RetentionPolicy;
  leaseMs: number;
  /** In failover: the lease that is held and kept already, and what the database was rebuilt from. */
  failover?: { keeper: LeaseKeeper; continues: RunOrigin | undefined; rebuilt: boolean };
  onEvent: (event: Record<string, unknown>, message: string) => void;
}

const copyEveryMs = 1_000;
const filesEveryMs = 15_000;
const cleaningEveryMs = 3_600_000;
const patienceMs = 60_000;
/** How long stopping may take: a service manager does not wait for ever. */
const farewellMs = 5_000;
/** Being this late is the way it works; more is "behind". */
const usualDelayMs = 10_000;

type Part = 'lease' | 'database' | 'files' | 'cleaning';

/** Begins to mirror, in the background: nothing here waits for the bucket. */
export function startMirror(options: MirrorOptions): Mirror {
  const { settings, store, local, uploadsDir, retention, leaseMs, failover, onEvent } = options;
  const bucket = openS3Bucket(settings);
  const files = openBucketFiles(bucket, `${uploadsDir}/.incoming`);
  const troubles = new Map<Part, unknown>();
  let lastSuccess: Date | undefined;
  let keeper = failover?.keeper;
  /** Without conditional puts two servers on one bucket cannot be told apart: then each is believed. */
  let unguarded = false;

  const epoch = (): number => {
    if (unguarded) return 0;
    if (keeper?.lease.valid) return keeper.lease.epoch;
    if (keeper?.lease.lost) throw lostToAnother();
    if (keeper?.trouble instanceof BucketError) throw keeper.trouble;
    throw new BucketError('unreachable', `Il bucket ${bucket.name} non risponde.`);
  };
  const ends = { local, files, bucket };
  const fileMirror = new FileMirror({ ...ends, store, uploadsDir, epoch, onTask: () => fileLoop.wake() });
  const copy = new DatabaseCopy({ bucket, store, epoch, continues: failover?.continues });

  const loop = (part: Part, everyMs: number, work: () => Promise<void>) =>
    new Loop({
      work,
      everyMs,
      patienceMs,
      onTurn(error) {
        if (!error && mayWrite()) lastSuccess = new Date();
        else if (!troubles.has(part)) onEvent({ part, err: error }, 'the mirror is in trouble');
        if (error) troubles.set(part, error);
        else if (troubles.delete(part)) onEvent({ part }, 'the mirror is well again');
      },
    });

  const guard = failover
    ? undefined
    : guardBucket(settings, leaseMs, false, {
        onHeld(held) {
          keeper = held;
          begin();
        },
        onUnguarded() {
          unguarded = true;
          onEvent({}, 'the bucket knows no conditional puts');
          begin();
        },
        onTurn: (error) => (error ? troubles.set('lease', error) : troubles.delete('lease')),
      });
  const databaseLoop = loop('database', copyEveryMs, async () => {
    if (mayWrite()) await copy.round();
  });
  let reconciled: string | undefined;
  let isRebuilt = failover?.rebuilt ?? false;
  const fileLoop = loop('files', filesEveryMs, async () => {
    if (!mayWrite()) return;
    const { generation } = store.position;
    // At the start, after a restore, and after every cleaning.
    const isDue = reconciled !== generation || (await fileMirror.isReplaced());
    if (isDue && (await fileMirror.reconcile(isRebuilt))) {
      isRebuilt = false;
      reconciled = generation;
    }
    await fileMirror.round();
  });
  const cleaningLoop = loop('cleaning', cleaningEveryMs, async () => {
    if (!mayWrite()) return;
    const kept = await listKept((prefix) => bucket.list(prefix));
    for (const key of prunable(kept, Date.now(), retention)) {
      epoch();
      await bucket.remove(key);
    }
    await fileMirror.purge(deletedFilesStayMs(retention));
    reconciled = undefined;
  });
  /** Files on their way back. */
  const coming = new Map<string, Promise<void>>();
  const mayWrite = () => unguarded || keeper !== undefined;
  const begin = () => [databaseLoop, fileLoop, cleaningLoop].forEach((each) => each.wake());

  function state(): MirrorState {
    if (troubles.size > 0 || (keeper?.lease.lost ?? false)) return 'failing';
    const isLate = !copy.whole || copy.behindMs > usualDelayMs || fileMirror.pending > 0;
    return isLate ? 'behind' : 'ok';
  }

  return {
    files: fileMirror.noted,
    open: (name, range) => files.open(name, range),

    async checksumOf(name) {
      const [here, copied, head] = await Promise.all([local.stat(name), files.stat(name), files.head(name)]);
      return here && copied && here.modifiedAt <= copied.modifiedAt ? head?.sha256 : undefined;
    },

    fetch: (name) => fetchFile(ends, name),

    async bringBack(name) {
      if (!(await files.head(name))) return false;
      if (!coming.has(name)) {
        // One that does not arrive is asked for again, by whoever looks next or by the comparison of every hour.
        const arrival = fetchFile(ends, name).catch(() => undefined);
        coming.set(
          name,
          arrival.finally(() => coming.delete(name)),
        );
      }
      return true;
    },

    status() {
      const [error] = troubles.values();
      return {
        state: state(),
        bucket: bucket.name,
        pendingFiles: fileMirror.pending,
        databaseBehind: Math.round(copy.behindMs / 1000),
        lastSuccess: lastSuccess?.toISOString(),
        lastError: error === undefined ? undefined : sentenceOf(error),
        failover: failover ? roleOf(failover.keeper.lease) : 'off',
      };
    },

    async stop() {
      await guard?.stop();
      const farewell = async () => {
        await Promise.all([databaseLoop.stop(), fileLoop.stop(), cleaningLoop.stop()]);
        if (mayWrite()) await copy.round();
        await copy.quiet();
      };
      await Promise.race([farewell().catch(() => undefined), delay(farewellMs)]);
      copy.stop();
      await Promise.race([keeper?.stop(true), delay(farewellMs)]);
      bucket.close();
      await Promise.all(coming.values());
    },
  };
}

function sentenceOf(error: unknown): string {
  if (error instanceof BucketError) return error.message;
  return 'La copia nel bucket non riesce: il registro del sito dice perché.';
}

function roleOf({ lost, valid }: Lease): MirrorStatus['failover'] {
  if (lost) return 'lost';
  return valid ? 'holder' : 'suspended';
}
