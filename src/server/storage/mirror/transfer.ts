import { measureStream } from '../bucket/streams.ts';
import { type Bucket, BucketError } from '../bucket/types.ts';
import type { BucketFiles } from '../files/s3.ts';
import type { FileStore } from '../files/types.ts';
import { deletedFolder } from './layout.ts';
import { deletedFiles } from './rebuild.ts';
import { runConcurrently } from './run-concurrently.ts';

export const filesAtOnce = 3;

/** The two ends of the mirror. */
export interface Ends {
  local: FileStore;
  files: BucketFiles;
  bucket: Bucket;
}

/** Which of two contents is right, when the name is the hash of one of them: the first half of its SHA-256. */
function sideMatchingName(
  name: string,
  here: string,
  there: string | undefined,
): 'here' | 'there' | undefined {
  const hash = /(?:^|\/)([0-9a-f]{32})\.\w+$/.exec(name)?.[1];
  if (hash === undefined || here === there) return undefined;
  return !here.startsWith(hash) && there?.startsWith(hash) ? 'there' : 'here';
}

/**
 * Makes the bucket's file the same as the one here; one that is the same already is not sent again. What the disk has
 * damaged here never takes the place of the whole one there: that comes back.
 */
export async function copyFile(ends: Ends, name: string): Promise<void> {
  const { local, files, bucket } = ends;
  const file = await local.stat(name);
  if (!file) return;
  const { bytes, sha256 } = await measureStream(local.read(name));
  const kept = await files.head(name);
  if (kept?.bytes !== bytes || kept.sha256 !== sha256) {
    if (sideMatchingName(name, sha256, kept?.sha256) === 'there') await fetchFile(ends, name);
    else await files.put(file, { bytes, sha256, open: () => local.read(name) });
  }
  await bucket.remove(deletedFolder + name);
}

/** Notes in the bucket that a file was deleted: restores of now leave it out, restores of before still find it. */
export async function markDeleted({ files, bucket }: Ends, name: string): Promise<void> {
  if (await files.head(name)) await bucket.put(deletedFolder + name, Buffer.alloc(0));
}

/** SHA-256 of the copy of a file that has not been changed here since it was copied. @throws BucketError */
export async function copiedChecksum({ local, files }: Ends, name: string): Promise<string | undefined> {
  const [here, copied, head] = await Promise.all([local.stat(name), files.stat(name), files.head(name)]);
  return here && copied && here.modifiedAt <= copied.modifiedAt ? head?.sha256 : undefined;
}

/** Brings a file back from the bucket. @throws BucketError `damaged` when its content is not what was copied */
export async function fetchFile({ local, files }: Ends, name: string): Promise<void> {
  const found = await files.open(name);
  if (!found) return;
  await local.receive(found.body, Number.POSITIVE_INFINITY, ({ sha256 }) => {
    if (found.sha256 === '' || sha256 === found.sha256) return Promise.resolve(name);
    return Promise.reject(new BucketError('damaged', `Nel bucket il file ${name} è danneggiato.`));
  });
}

/** Files on their way back from the bucket: each is fetched once, however many ask for it. */
export class FileReturns {
  readonly #ends: Ends;
  readonly #arrivals = new Map<string, Promise<void>>();

  constructor(ends: Ends) {
    this.#ends = ends;
  }

  /** @returns whether the bucket has the file. @throws BucketError when that cannot be known */
  async begin(name: string): Promise<boolean> {
    if (!(await this.#ends.files.head(name))) return false;
    if (!this.#arrivals.has(name)) {
      // One that does not arrive is asked for again by the next request, or by the comparison of every hour.
      const arrival = fetchFile(this.#ends, name).catch(() => undefined);
      this.#arrivals.set(
        name,
        arrival.finally(() => this.#arrivals.delete(name)),
      );
    }
    return true;
  }

  async settled(): Promise<void> {
    await Promise.all(this.#arrivals.values());
  }
}

/** Names of files that differ, by what makes both ends the same. */
interface Differences {
  copy: string[];
  fetch: string[];
  markDeleted: string[];
  /** Files that are the same on both ends. */
  same: number;
}

interface CompareOptions {
  /** Compares contents by their SHA-256, not sizes alone: reads every file that is here. */
  thoroughly?: boolean;
  /** The files here are what is wanted: others were deleted. Otherwise a file that is missing here was lost. */
  localDecides?: boolean;
  /** Names whose deletion the bucket has not been told of yet. */
  deletedHere?: ReadonlySet<string>;
}

/** What differs between the uploads and the bucket; changes nothing. */
export async function compareEnds(ends: Ends, options: CompareOptions = {}): Promise<Differences> {
  const { local, files, bucket } = ends;
  const [here, kept, deleted] = await Promise.all([local.list(), files.list(), deletedFiles(bucket)]);
  const there = new Map(kept.map((file) => [file.name, file.bytes]));
  const differences: Differences = { copy: [], fetch: [], markDeleted: [], same: 0 };
  for (const { name, bytes } of here) {
    if (!there.has(name) || deleted.has(name)) differences.copy.push(name);
    else if (options.thoroughly || there.get(name) !== bytes) {
      const mend = await mendContent(ends, name);
      if (mend) differences[mend].push(name);
      else differences.same += 1;
    } else differences.same += 1;
  }
  const names = new Set(here.map(({ name }) => name));
  for (const name of there.keys()) {
    if (names.has(name) || deleted.has(name)) continue;
    if (options.localDecides || options.deletedHere?.has(name)) differences.markDeleted.push(name);
    else differences.fetch.push(name);
  }
  return differences;
}

/**
 * Which end is to be mended, when their contents are not the same. A name that is a hash says which one is right; of any
 * other file of the same length, one that nobody has written since it was copied was changed by the disk.
 */
async function mendContent({ local, files }: Ends, name: string): Promise<'copy' | 'fetch' | undefined> {
  const [here, there] = await Promise.all([measureStream(local.read(name)), files.head(name)]);
  if (here.sha256 === there?.sha256) return undefined;
  const right = sideMatchingName(name, here.sha256, there?.sha256);
  if (right !== undefined) return right === 'there' ? 'fetch' : 'copy';
  if (here.bytes !== there?.bytes) return 'copy';
  const [own, copied] = await Promise.all([local.stat(name), files.stat(name)]);
  return own && copied && own.modifiedAt <= copied.modifiedAt ? 'fetch' : 'copy';
}

/** Makes both ends the same. */
export async function mendDifferences(
  ends: Ends,
  found: Pick<Differences, 'copy' | 'fetch' | 'markDeleted'>,
): Promise<void> {
  await runConcurrently(found.copy, filesAtOnce, (name) => copyFile(ends, name));
  await runConcurrently(found.fetch, filesAtOnce, (name) => fetchFile(ends, name));
  await runConcurrently(found.markDeleted, filesAtOnce, (name) => markDeleted(ends, name));
}
