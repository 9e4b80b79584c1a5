import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { undefinedIf } from '../bucket/failures.ts';
import { openS3Bucket } from '../bucket/s3.ts';
import type { Bucket, BucketSettings } from '../bucket/types.ts';
import { openLocalFiles } from '../files/local.ts';
import { openBucketFiles } from '../files/s3.ts';
import { replaceFiles } from '../files/swap.ts';
import { eraseAgain } from '../records/erased.ts';
import { checkedDatabase, type CheckedDatabase } from '../store/check.ts';
import { collectionViews } from '../store/collection-views.ts';
import { acquireLock } from '../store/lock.ts';
import { realDisk } from '../store/disk.ts';
import { checkDatabase, replaceDatabase, type Replacement } from '../store/restore.ts';
import { lockPath } from '../store/store.ts';
import { StoreError } from '../store/store-error.ts';
import type { KeptObject } from './layout.ts';
import { openMachine } from './machine.ts';
import { describeHistories, type KeptHistory, type KeptMoment, keptMoments } from './plan.ts';
import { fetchFiles, readKept, rebuildDatabase, type RebuiltDatabase } from './rebuild.ts';

interface RestoredFromBucket extends Omit<RebuiltDatabase, 'file'>, Replacement {
  /** Uploaded files that are here now. */
  files: number;
}

/** What `--at` and `--storia` can ask for. @throws BucketError */
export async function momentsInBucket(
  settings: BucketSettings,
): Promise<{ moments: KeptMoment[]; histories: KeptHistory[] }> {
  const bucket = openS3Bucket(settings);
  try {
    const { objects, histories } = await readKept(bucket);
    return { moments: keptMoments(objects), histories };
  } finally {
    bucket.close();
  }
}

/**
 * Rebuilds database and uploads from the bucket alone. All of it is fetched and checked before anything here changes; what is
 * replaced stays beside.
 *
 * @param wanted `at`: the last moment not after this one; `run`: of this run and those before it, where there are two histories
 * @throws StoreError when the site is running, when there is nothing (of that time), when it is not said which of two histories is
 *   wanted, or what is there is damaged; BucketError
 */
export async function restoreFromBucket(
  { settings, dataDir, uploadsDir }: { settings: BucketSettings; dataDir: string; uploadsDir: string },
  { at, run }: { at?: Date; run?: string } = {},
): Promise<RestoredFromBucket> {
  // Gigabytes may be fetched: whether the site is running is asked first, and again when it counts.
  await realDisk.makeDirectory(dataDir);
  await (await acquireLock(lockPath(dataDir), () => undefined)).release();
  const bucket = openS3Bucket(settings);
  const folder = await mkdtemp(join(tmpdir(), 'restore-'));
  try {
    const { objects, histories } = await readKept(bucket);
    if (histories.length > 1 && run === undefined) {
      throw new StoreError('unreadable', '', describeHistories(histories).join('\n'));
    }
    const chosen = run === undefined ? objects : objects.filter((object) => object.run <= run);
    const rebuilt = await rebuildDatabase(bucket, chosen, folder, at);
    if (!rebuilt) {
      const sentence =
        (at ?? run)
          ? `Nel bucket ${bucket.name} non c’è niente di allora o di prima; che cosa c’è: npm run restore -- s3 --list`
          : `Nel bucket ${bucket.name} non c’è nessuna copia del database.`;
      throw new StoreError('unreadable', '', sentence);
    }
    const { file, ...what } = rebuilt;
    const check = await checkDatabase(file);
    if (!check.ok) {
      const sentence = `La copia nel bucket non è valida: ${check.problems.join('; ')}.`;
      throw new StoreError('damaged', file, sentence);
    }
    const ends = { bucket, files: openBucketFiles(bucket), local: await openLocalFiles(uploadsDir) };
    const isOlder = (at ?? run) !== undefined;
    const fetched = await fetchFiles(ends, uploadsDir, isOlder ? (at ?? what.upTo) : undefined);
    const newest = isOlder ? await readNewest(bucket, objects, join(folder, 'newest')) : undefined;
    const replacement = await replaceDatabase(dataDir, file, {
      prepare: (next, now) => eraseAgain(next, now, newest && collectionViews(newest)),
    }).catch(async (error: unknown) => {
      await fetched.discard();
      throw error;
    });
    const keptFiles = await replaceFiles(uploadsDir, fetched.folder);
    await (await openMachine(dataDir)).setContinues(what.origin);
    const kept = keptFiles ? [...replacement.kept, keptFiles] : replacement.kept;
    return { ...what, ...replacement, kept, files: fetched.count };
  } finally {
    bucket.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The newest database, if it can be read: it knows who was erased since the moment that is restored. */
async function readNewest(
  bucket: Bucket,
  objects: readonly KeptObject[],
  folder: string,
): Promise<CheckedDatabase | undefined> {
  // A damaged end must not keep an earlier moment from coming back.
  const newest = await undefinedIf('damaged', rebuildDatabase(bucket, objects, folder));
  const checked = newest && (await checkedDatabase(newest.file));
  return checked && 'collections' in checked ? checked : undefined;
}
