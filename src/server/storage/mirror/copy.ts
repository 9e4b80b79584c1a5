import type { MirrorState, MirrorStatus } from '#shared/contracts/mirror.ts';
import { withDeadline } from '#shared/with-deadline.ts';
import { openS3Bucket } from '../bucket/s3.ts';
import { BucketError, type BucketSettings } from '../bucket/types.ts';
import { openBucketFiles } from '../files/s3.ts';
import type { FileStore } from '../files/types.ts';
import type { Store } from '../store/types.ts';
import { DatabaseCopy } from './database-copy.ts';
import { fetchFile, FileMirror } from './file-mirror.ts';
import { listKept } from './layout.ts';
import { openMachine } from './machine.ts';
import { deletedFilesStayMs, prunable, type RetentionPolicy } from './retention.ts';
import { startJobs } from './schedule.ts';
import { signHoldsMs } from './sign-of-life.ts';

const copyEveryMs = 1_000;
const cleaningEveryMs = 3_600_000;
/** How long stopping may take: a service manager does not wait for ever. */
const farewellMs = 5_000;
/** A copy is always a little late; later than this is "behind". */
const usualDelayMs = 10_000;

export interface CopyOptions {
  store: Store;
  local: FileStore;
  dataDir: string;
  uploadsDir: string;
  retention: RetentionPolicy;
  /** Until when time has surely passed (see `passed-time.ts`). */
  passed: () => number;
  onEvent: (event: Record<string, unknown>, message: string) => void;
}

/** Copies to one bucket in the background, until it is stopped. */
export async function startCopy(options: CopyOptions, settings: BucketSettings) {
  const { store, local, dataDir, uploadsDir, retention, passed, onEvent } = options;
  const machine = await openMachine(dataDir);
  const bucket = openS3Bucket(settings);
  const files = openBucketFiles(bucket);
  const onSuperseded = () => onEvent({}, 'another machine writes in the bucket: this one is read-only now');
  const database = new DatabaseCopy({ bucket, store, machine, onSuperseded });
  const fileMirror = new FileMirror({ local, files, bucket, store, uploadsDir });

  async function clean(): Promise<void> {
    for (const key of prunable(await listKept(bucket), passed(), retention)) await bucket.remove(key);
    await fileMirror.purge(deletedFilesStayMs(retention), passed());
  }

  const schedule = startJobs(
    [
      { part: 'journal', everyMs: copyEveryMs, work: () => database.sendJournal(), always: true },
      { part: 'snapshot', everyMs: copyEveryMs, work: () => database.sendSnapshot(), always: true },
      { part: 'sign', everyMs: signHoldsMs / 2, work: () => database.sign() },
      { part: 'files', everyMs: copyEveryMs, work: () => fileMirror.synchronise() },
      { part: 'cleaning', everyMs: cleaningEveryMs, work: clean },
    ],
    { mayWork: () => database.mayWrite, onEvent },
  );

  function state(): MirrorState {
    if (database.superseded) return 'superseded';
    if (schedule.errors().length > 0) return 'failing';
    const isLate = !database.whole || database.behindMs > usualDelayMs || fileMirror.pending > 0;
    return isLate ? 'behind' : 'ok';
  }

  /** The sentence that the author reads of the oldest trouble. */
  function lastError(): string | undefined {
    const [error] = schedule.errors();
    if (error === undefined || error instanceof BucketError) return error?.message;
    return 'La copia nel bucket non riesce: il registro del sito dice perché.';
  }

  async function sendRest(): Promise<void> {
    await schedule.stop();
    await database.sendJournal();
    await database.sendSnapshot();
  }

  return {
    files,
    fileMirror,
    fetch: (name: string) => fetchFile({ local, files }, name),
    superseded: () => database.superseded,
    status: (): MirrorStatus => ({
      state: state(),
      bucket: bucket.name,
      pendingFiles: fileMirror.pending,
      databaseBehind: Math.round(database.behindMs / 1000),
      lastSuccess: schedule.lastSuccess()?.toISOString(),
      lastError: lastError(),
    }),
    async stop() {
      for (const farewell of [sendRest, () => database.sign(true)]) {
        await withDeadline(
          farewell().catch(() => undefined),
          farewellMs,
          () => undefined,
        );
      }
      database.stop();
      bucket.close();
    },
  };
}
