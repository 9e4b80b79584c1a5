import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, link, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { runConcurrently } from '../bucket/run-concurrently.ts';
import { damagedError, measureStream } from '../bucket/streams.ts';
import { type Bucket, BucketError } from '../bucket/types.ts';
import { originalOf } from '../files/images/variants.ts';
import { filesFolder } from '../files/s3.ts';
import { syncTree } from '../files/sync.ts';
import { realDisk } from '../store/disk.ts';
import { headerLine, journalPath } from '../store/journal-file.ts';
import { newFileMode, snapshotName, wholeDatabase, writeInto } from '../store/load.ts';
import { migrations } from '../store/migrations.ts';
import { headerOf } from './database-copy.ts';
import { deletedFiles, type Ends } from './file-mirror.ts';
import {
  headKey,
  headNote,
  type KeptObject,
  listKept,
  readNote,
  type RunNote,
  runNote,
  type RunOrigin,
} from './layout.ts';
import { type KeptHistory, keptHistories, rebuildPlans, type RebuildPlan } from './plan.ts';

/** What the bucket holds of the database; where there is more than one history, somebody must choose. @throws BucketError */
export async function readKept(bucket: Bucket): Promise<{ objects: KeptObject[]; histories: KeptHistory[] }> {
  const objects = await listKept(bucket);
  const notes: (RunNote & { run: string })[] = [];
  await runConcurrently(
    objects.filter(({ type }) => type === 'run'),
    8,
    async ({ key, run }) => {
      const note = await readNote(bucket, key, runNote);
      if (note) notes.push({ ...note, run });
    },
  );
  return { objects, histories: keptHistories(objects, notes) };
}

export interface RebuiltDatabase {
  /** A whole db.json in the folder that was given. */
  file: string;
  origin: RunOrigin;
  /** Nothing that was acknowledged up to then is missing. */
  upTo: Date;
  /** Objects that were damaged, and without which it went all the same. */
  damaged: string[];
}

/**
 * Makes a db.json of what the bucket holds, in a folder of its own: nothing else is changed.
 *
 * @param at the last moment not after this one; without it, the last of all
 * @returns `undefined` when nothing is kept (of that time)
 * @throws BucketError `damaged` when no way leads to a whole database
 */
export async function rebuildDatabase(
  bucket: Bucket,
  objects: readonly KeptObject[],
  folder: string,
  at?: Date,
): Promise<RebuiltDatabase | undefined> {
  const plans = rebuildPlans(objects, at);
  const damaged: string[] = [];
  for (const plan of plans) {
    const place = join(folder, `${plan.run}-${plan.snapshot.last}`);
    await mkdir(place, { recursive: true });
    try {
      const file = await rebuildFrom(bucket, plan, place);
      const upTo = at === undefined ? await lastSign(bucket, plan) : plan.at;
      return { file, origin: { run: plan.run, sequence: plan.sequence }, upTo, damaged };
    } catch (error) {
      if (!(error instanceof BucketError) || error.failure !== 'damaged') throw error;
      damaged.push(error.message);
    }
  }
  if (plans.length === 0) return undefined;
  throw new BucketError('damaged', `Nel bucket nessuna copia del database è intera: ${damaged.join('; ')}`);
}

async function rebuildFrom(bucket: Bucket, { snapshot, journals, sequence }: RebuildPlan, place: string) {
  const file = join(place, snapshotName);
  await download(bucket, snapshot.key, file);
  const { generation } = await headerOf(createReadStream(file));
  const journal = journalPath(file);
  await writeFile(journal, headerLine({ generation, after: snapshot.last }), { mode: newFileMode });
  let reached = snapshot.last;
  for (const { key } of journals) {
    const lines = (await text(await bodyOf(bucket, key))).split('\n');
    const wanted = lines.filter((line) => {
      // `<checksum> <sequence> <operations>`: what is not so is found out when the whole is read.
      const own = Number(line.split(' ', 2)[1]);
      return line !== '' && own > reached && own <= sequence;
    });
    reached = Math.max(reached, Number(wanted.at(-1)?.split(' ', 2)[1] ?? reached));
    await appendFile(journal, wanted.map((line) => `${line}\n`).join(''));
  }
  const whole = await wholeDatabase(realDisk, file, migrations);
  if (whole?.header.sequence !== sequence) throw damagedError(snapshot.key);
  await writeInto(realDisk, place, 'whole.json', newFileMode, whole.header, whole.data);
  return join(place, 'whole.json');
}

/** The later of the last write and the last sign of life, if that says that there was nothing after it. */
async function lastSign(bucket: Bucket, { run, sequence, at }: RebuildPlan): Promise<Date> {
  const head = await readNote(bucket, headKey(run), headNote);
  if (!head || head.sequence > sequence) return at;
  return new Date(Math.max(at.getTime(), Date.parse(head.at)));
}

/** The files of the bucket, whole and on disk beside the uploads, in a hidden folder among them. */
interface FetchedFiles {
  folder: string;
  /** Without the smaller pictures that were made of them. */
  count: number;
  discard(): Promise<void>;
}

/**
 * Fetches the files that a database of that time may name, beside the uploads. Those that are here already, with the same
 * content, are not fetched again.
 *
 * @param at without it, those of now: what was deleted is left out
 */
export async function fetchFiles(
  { bucket, files, local }: Ends,
  uploadsDir: string,
  at: Date | undefined,
): Promise<FetchedFiles> {
  const folder = `.staged-${randomUUID()}`;
  const staged = resolve(uploadsDir, folder);
  const discard = () => rm(staged, { recursive: true, force: true });
  try {
    await mkdir(staged, { recursive: true });
    const deleted = await deletedFiles(bucket);
    const wanted = (await files.list()).filter(({ name }) => {
      const time = deleted.get(name);
      return time === undefined || (at !== undefined && time > at);
    });
    await runConcurrently(wanted, 4, async ({ name, bytes }) => {
      const target = resolve(staged, name);
      // Whoever can write in the bucket must not be able to write elsewhere on this machine.
      if (!target.startsWith(staged + sep)) throw damagedError(filesFolder + name);
      await mkdir(dirname(target), { recursive: true });
      const here = await local.stat(name);
      if (here?.bytes === bytes) {
        const [own, kept] = await Promise.all([measureStream(local.read(name)), files.stat(name)]);
        if (own.sha256 === kept?.sha256) return link(resolve(uploadsDir, name), target);
      }
      await download(bucket, filesFolder + name, target, 0o644);
    });
    await syncTree(staged);
    const count = wanted.filter(({ name }) => originalOf(name) === name).length;
    return { folder, count, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** @throws BucketError `damaged` where it is not there; the body fails so when it is not what was put there */
async function bodyOf(bucket: Bucket, key: string): Promise<Readable> {
  const found = await bucket.get(key);
  if (!found) throw damagedError(key);
  return found.body;
}

async function download(bucket: Bucket, key: string, path: string, mode = newFileMode): Promise<void> {
  await pipeline(await bodyOf(bucket, key), createWriteStream(path, { mode }));
}
