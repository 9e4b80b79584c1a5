import type { Logger } from 'pino';
import { preparePassword } from '../../features/auth/auth.service.ts';
import { finishRestore } from '../../features/backup/restore.service.ts';
import { openImageLibrary } from '../../storage/files/images/library.ts';
import type { PicturePool } from '../../storage/files/images/pool.ts';
import { openLocalFiles } from '../../storage/files/local.ts';
import { startScrub } from '../../storage/files/scrub.ts';
import { openMirror } from '../../storage/mirror/mirror.ts';
import { readOnlyWhile } from '../../storage/mirror/read-only-store.ts';
import type { BucketSettings } from '../../storage/bucket/types.ts';
import { realDisk } from '../../storage/store/disk.ts';
import { createPassedTime, type PassedTime } from '../../storage/records/passed-time.ts';
import { openStore } from '../../storage/store/store.ts';
import type { Store } from '../../storage/store/types.ts';
import type { Shutdown } from '../shutdown.ts';
import { addDemoBook, addMissingCards } from '../demo.ts';
import { bucketInUse, type Env } from '../env.ts';

/** What is kept: the records, the uploads, and their copy in the bucket. */
export type Data = Awaited<ReturnType<typeof openData>>;

export interface DataOptions {
  log: Logger;
  /** Where pictures are decoded; without it in this process. */
  pictures?: PicturePool;
}

/** Where the demonstration's media are, below the project's folder. */
const mediaFolder = 'src/content/media';

/** What came with the demonstration book is served by a site that shows it. */
export const mediaOf = ({ DEMO }: Pick<Env, 'DEMO'>) => (DEMO ? mediaFolder : undefined);

/**
 * Opens the database and the uploads, and finishes what a crash left half done.
 *
 * @returns with the administrator's password and the demonstration's codes, where this start made them. What deletes because a
 *   time is over counts by `passedTime`
 */
export async function openData(env: Env, options: DataOptions, shutdown: Shutdown) {
  const { log } = options;
  await realDisk.makeDirectory(env.DATA_DIR);
  const settings = await bucketInUse(env);
  // Without a bucket neither its code nor the SDK is even loaded.
  if (settings) {
    const { checkBucket } = await import('../../storage/mirror/start-check.ts');
    const onWait = () => log.warn('another machine wrote in the bucket just now: waiting a minute');
    await checkBucket(env.DATA_DIR, settings, { onWait });
  }
  const opened = await openStore({
    dataDir: env.DATA_DIR,
    onEvent: (event) => log.info({ event }, 'store'),
  });
  let isSuperseded = () => false;
  const store = readOnlyWhile(() => isSuperseded(), opened);
  shutdown.add(() => store.close());
  const passedTime = createPassedTime(store);
  const newCodes = env.DEMO ? await addDemoBook(store, env.DEMO_CODES) : undefined;
  await addMissingCards(store);
  const newPassword = await preparePassword(store, env.ADMIN_PASSWORD, env.PUBLIC_URL?.startsWith('https:'));
  await finishRestore(store, env.UPLOADS_DIR);
  const uploads = await openUploads(env, opened, settings, { ...options, passedTime }, shutdown);
  isSuperseded = () => uploads.mirror.superseded;
  return { store, passedTime, newPassword, newCodes, ...uploads };
}

/** @param store the database itself, whose every mutation the bucket follows */
async function openUploads(
  env: Env,
  store: Store,
  bucket: BucketSettings | undefined,
  { log, pictures, passedTime }: DataOptions & { passedTime: PassedTime },
  shutdown: Shutdown,
) {
  const local = await openLocalFiles(env.UPLOADS_DIR);
  const mirror = await openMirror({
    settings: bucket,
    store,
    local,
    dataDir: env.DATA_DIR,
    uploadsDir: env.UPLOADS_DIR,
    retention: { hours: env.KEEP_HOURS, days: env.KEEP_DAYS },
    passed: () => passedTime.now(),
    onEvent: (event, message) => log.warn(event, message),
  });
  shutdown.add(() => mirror.stop());
  const { files } = mirror;
  const images = await openImageLibrary({
    files,
    root: env.UPLOADS_DIR,
    work: pictures ?? (await import('../../storage/files/images/work.ts')),
    onError: (err) => log.warn({ err }, 'smaller images failed'),
  });
  // The smaller file being made is made again at the next start: shutdown does not wait for it.
  shutdown.add(() => Promise.all([images.close(), pictures?.close()]));
  const scrub = startScrub({
    files: local,
    copyOf: mirror.checksumOf,
    fetch: mirror.fetch,
    onFound: ({ damaged, mended }) =>
      log.error({ damaged, mended }, 'uploaded files have changed on the disk'),
  });
  shutdown.add(() => scrub.stop());
  return { files, images, mirror, scrub };
}
