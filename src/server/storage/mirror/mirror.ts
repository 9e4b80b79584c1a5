import type { MirrorState, MirrorStatus } from '#shared/contracts/mirror.ts';
import { withDeadline } from '#shared/with-deadline.ts';
import { openS3Bucket } from '../bucket/s3.ts';
import type { Bucket, BucketSettings, ObjectBody } from '../bucket/types.ts';
import { openBucketFiles } from '../files/s3.ts';
import type { FileStore } from '../files/types.ts';
import type { Store } from '../store/types.ts';
import { DatabaseCopy } from './database-copy.ts';
import { FileMirror } from './file-mirror.ts';
import { listKept } from './layout.ts';
import { Loop } from './loop.ts';
import type { Machine } from './machine.ts';
import { type MirrorPart, PartHealth } from './part-health.ts';
import { deletedFilesStayMs, prunable, type RetentionPolicy } from './retention.ts';
import { signHoldsMs } from './sign-of-life.ts';
import { copiedChecksum, fetchFile, FileReturns } from './transfer.ts';

export interface Mirror {
  status(): MirrorStatus;
  /** Another machine has taken over the bucket: nothing may be written here any more. */
  readonly superseded: boolean;
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
  /** Sends what can be sent in a few seconds, and says in the bucket that nothing more comes. */
  stop(): Promise<void>;
}

export interface MirrorOptions {
  settings: BucketSettings;
  store: Store;
  local: FileStore;
  uploadsDir: string;
  retention: RetentionPolicy;
  machine: Machine;
  /** Until when time has surely passed (see `passed-time.ts`). */
  passed: () => number;
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
  const { settings, store, local, uploadsDir, machine, retention, onEvent } = options;
  const bucket = openS3Bucket(settings);
  const files = openBucketFiles(bucket, `${uploadsDir}/.incoming`);
  const ends = { local, files, bucket };
  const health = new PartHealth(onEvent);
  const copy = new DatabaseCopy({
    bucket,
    store,
    machine,
    onBegin: () => loops.forEach((each) => each.wake()),
    onSuperseded: () => onEvent({}, 'another machine writes in the bucket: this one is read-only now'),
  });
  const onTask = () => fileLoop.wake();
  const fileMirror = new FileMirror({ ...ends, store, uploadsDir, onTask });
  const returns = new FileReturns(ends);

  const loop = (part: MirrorPart, everyMs: number, work: () => Promise<void>) =>
    new Loop({
      work: async () => {
        if (part === 'database' || copy.mayWrite) await work();
      },
      everyMs,
      timeoutMs,
      onTurn: (error) => health.note(part, error, copy.mayWrite),
    });
  const fileLoop = loop('files', filesEveryMs, () => fileMirror.synchronise());
  const loops = [
    loop('database', copyEveryMs, () => copy.round()),
    loop('sign', signHoldsMs / 2, () => copy.sign()),
    fileLoop,
    loop('cleaning', cleaningEveryMs, async () => {
      await removePrunable(bucket, retention, options.passed());
      await fileMirror.purge(deletedFilesStayMs(retention), options.passed());
    }),
  ];

  function state(): MirrorState {
    if (copy.superseded) return 'superseded';
    if (health.isFailing) return 'failing';
    const isLate = !copy.whole || copy.behindMs > usualDelayMs || fileMirror.pending > 0;
    return isLate ? 'behind' : 'ok';
  }

  async function sendRest(): Promise<void> {
    await Promise.all(loops.map((each) => each.stop()));
    await copy.round();
    await copy.quiet();
  }

  return {
    get superseded() {
      return copy.superseded;
    },
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
    }),
    async stop() {
      for (const farewell of [sendRest, () => copy.sign(true)]) {
        await withDeadline(
          farewell().catch(() => undefined),
          farewellMs,
          () => undefined,
        );
      }
      copy.stop();
      bucket.close();
      await returns.settled();
    },
  };
}

async function removePrunable(bucket: Bucket, retention: RetentionPolicy, now: number): Promise<void> {
  for (const key of prunable(await listKept(bucket), now, retention)) await bucket.remove(key);
}
