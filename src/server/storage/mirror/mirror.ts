import type { MirrorState, MirrorStatus } from '#shared/contracts/mirror.ts';
import { withDeadline } from '#shared/with-deadline.ts';
import { openS3Bucket } from '../bucket/s3.ts';
import type { Bucket, BucketSettings, ObjectBody } from '../bucket/types.ts';
import { openBucketFiles } from '../files/s3.ts';
import type { FileStore } from '../files/types.ts';
import type { Store } from '../store/types.ts';
import { DatabaseCopy } from './database-copy.ts';
import { FileMirror } from './file-mirror.ts';
import { listKept, type RunOrigin } from './layout.ts';
import type { LeaseKeeper } from './lease/keeper.ts';
import { WritePermit } from './lease/write-permit.ts';
import { Loop } from './loop.ts';
import { type MirrorPart, PartHealth } from './part-health.ts';
import { deletedFilesStayMs, prunable, type RetentionPolicy } from './retention.ts';
import { copiedChecksum, fetchFile, FileReturns } from './transfer.ts';

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
  /** Sends what can be sent in a few seconds, and releases the lease. */
  stop(): Promise<void>;
}

/** What a machine starts from that took over from another: see storage/failover. */
export interface Takeover {
  /** Holds and renews the lease. */
  keeper: LeaseKeeper;
  /** How far the bucket's last run had come. */
  continues: RunOrigin | undefined;
  /** Whether the database here was rebuilt from the bucket in place of another. */
  rebuilt: boolean;
  /** The store that acknowledges nothing without the lease. */
  fence(store: Store): Store;
}

export interface MirrorOptions {
  settings: BucketSettings;
  store: Store;
  local: FileStore;
  uploadsDir: string;
  retention: RetentionPolicy;
  leaseMs: number;
  /** Until when time has surely passed (see `passed-time.ts`). */
  passed: () => number;
  failover?: Takeover;
  onEvent: (event: Record<string, unknown>, message: string) => void;
}

const copyEveryMs = 1_000;
const filesEveryMs = 15_000;
const cleaningEveryMs = 3_600_000;
const timeoutMs = 60_000;
/** How long stopping may take: a service manager does not wait for ever. */
const farewellMs = 5_000;
/** A copy is always a little late; later than this is "behind". */
const usualDelayMs = 10_000;

/** Begins to mirror, in the background: nothing here waits for the bucket. */
export function startMirror(options: MirrorOptions): Mirror {
  const { settings, store, local, uploadsDir, retention, leaseMs, failover, onEvent } = options;
  const bucket = openS3Bucket(settings);
  const files = openBucketFiles(bucket, `${uploadsDir}/.incoming`);
  const ends = { local, files, bucket };
  const health = new PartHealth(onEvent);
  const permit = new WritePermit({
    settings,
    bucketName: bucket.name,
    leaseMs,
    keeper: failover?.keeper,
    onGranted: () => loops.forEach((loop) => loop.wake()),
    onUnguarded: () => onEvent({}, 'the bucket knows no conditional puts'),
    onAttempt: (error) => health.noteLease(error),
  });
  const epoch = () => permit.epoch();
  const copy = new DatabaseCopy({ bucket, store, epoch, continues: failover?.continues });
  const bucketDecides = failover?.rebuilt ?? false;
  const onTask = () => fileLoop.wake();
  const fileMirror = new FileMirror({ ...ends, store, uploadsDir, epoch, bucketDecides, onTask });
  const returns = new FileReturns(ends);

  const loop = (part: MirrorPart, everyMs: number, work: () => Promise<void>) =>
    new Loop({
      work: async () => {
        if (permit.granted) await work();
      },
      everyMs,
      timeoutMs,
      onTurn: (error) => health.note(part, error, permit.granted),
    });
  const fileLoop = loop('files', filesEveryMs, () => fileMirror.synchronise());
  const loops = [
    loop('database', copyEveryMs, () => copy.round()),
    fileLoop,
    loop('cleaning', cleaningEveryMs, async () => {
      await removePrunable(bucket, retention, { epoch, now: options.passed() });
      await fileMirror.purge(deletedFilesStayMs(retention), options.passed());
    }),
  ];

  function state(): MirrorState {
    if (health.isFailing || permit.lost) return 'failing';
    const isLate = !copy.whole || copy.behindMs > usualDelayMs || fileMirror.pending > 0;
    return isLate ? 'behind' : 'ok';
  }

  async function sendRest(): Promise<void> {
    await Promise.all(loops.map((each) => each.stop()));
    if (permit.granted) await copy.round();
    await copy.quiet();
  }

  return {
    files: fileMirror.noted,
    open: (name, range) => files.open(name, range),
    checksumOf: (name) => copiedChecksum(ends, name),
    fetch: (name) => fetchFile(ends, name),
    bringBack: (name) => returns.begin(name),
    status: () => ({
      state: state(),
      bucket: bucket.name,
      pendingFiles: fileMirror.pending,
      databaseBehind: Math.round(copy.behindMs / 1000),
      lastSuccess: health.lastSuccess?.toISOString(),
      lastError: health.lastError,
      failover: failover ? roleOf(permit) : 'off',
    }),
    async stop() {
      await permit.stopAcquiring();
      await withDeadline(
        sendRest().catch(() => undefined),
        farewellMs,
        () => undefined,
      );
      copy.stop();
      await withDeadline(permit.release(), farewellMs, () => undefined);
      bucket.close();
      await returns.settled();
    },
  };
}

async function removePrunable(
  bucket: Bucket,
  retention: RetentionPolicy,
  { epoch, now }: { epoch: () => number; now: number },
) {
  const kept = await listKept(bucket);
  for (const key of prunable(kept, now, retention)) {
    epoch();
    await bucket.remove(key);
  }
}

function roleOf({ lost, valid }: WritePermit): MirrorStatus['failover'] {
  if (lost) return 'lost';
  return valid ? 'holder' : 'suspended';
}
