import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ageOf } from '#shared/age-of.ts';
import { concernsWholeBucket } from '../bucket/failures.ts';
import { runConcurrently } from '../bucket/run-concurrently.ts';
import { damagedError, measureStream } from '../bucket/streams.ts';
import type { Bucket } from '../bucket/types.ts';
import { stemOf } from '../files/images/variants.ts';
import { type BucketFiles, filesFolder, type HashedFile } from '../files/s3.ts';
import { replacedMark } from '../files/swap.ts';
import type { FileStore } from '../files/types.ts';
import { unsavedUploads } from '../files/unsaved.ts';
import { usedUploads } from '../files/uses.ts';
import type { Store } from '../store/types.ts';
import { deletedFolder } from './layout.ts';

export const filesAtOnce = 3;
/** A restore moves files for this long at most: until then what is not here may be on its way. */
const replacingMs = 30_000;

/** Whether a file that is not here should be. */
type IsWanted = (name: string) => boolean;

/** The two ends of the mirror. */
export interface Ends {
  local: FileStore;
  files: BucketFiles;
  bucket: Bucket;
}

/** When each deleted file that is still in the bucket was deleted, by the bucket's clock. */
export async function deletedFiles(bucket: Bucket): Promise<Map<string, Date>> {
  const times = new Map<string, Date>();
  for await (const { key, modifiedAt } of bucket.list(deletedFolder)) {
    times.set(key.slice(deletedFolder.length), modifiedAt);
  }
  return times;
}

/**
 * The names of which both ends may not hold the same: those of different lengths, or all that are here.
 *
 * @param isWanted whether a file that is marked as deleted is wanted all the same
 */
export async function namesToCompare(
  { local, files, bucket }: Ends,
  { thoroughly = false, isWanted = () => false }: { thoroughly?: boolean; isWanted?: IsWanted },
): Promise<string[]> {
  const [here, there, deleted] = await Promise.all([local.list(), files.list(), deletedFiles(bucket)]);
  const bytesThere = new Map(there.map(({ name, bytes }) => [name, bytes]));
  const namesHere = new Set(here.map(({ name }) => name));
  const differing = here.filter(
    ({ name, bytes }) => thoroughly || deleted.has(name) || bytesThere.get(name) !== bytes,
  );
  const absent = there.filter(({ name }) => !namesHere.has(name) && (!deleted.has(name) || isWanted(name)));
  return [...differing, ...absent].map(({ name }) => name);
}

/** What makes both ends the same: `copy` to the bucket, `fetch` from it, `mark` there as deleted. */
export type Repair = 'copy' | 'fetch' | 'mark';

/**
 * Makes both ends hold the same of one file. What is here is copied, unless the disk has changed it; what is missing here was lost when it is
 * wanted, and deleted when it is not.
 *
 * @returns what was to be done, or would be with `dryRun`; nothing where the contents are the same
 */
export async function repairFile(
  ends: Ends,
  name: string,
  { isWanted = () => true, dryRun = false }: { isWanted?: IsWanted; dryRun?: boolean } = {},
): Promise<Repair | undefined> {
  const { local, files, bucket } = ends;
  const [here, there] = await Promise.all([local.stat(name), files.stat(name)]);
  if (!here && !there) return undefined;
  const own = here && (await measureStream(local.read(name)));
  let repair: Repair | undefined;
  if (!own) repair = isWanted(name) ? 'fetch' : 'mark';
  else if (own.bytes === there?.bytes && own.sha256 === there.sha256) repair = undefined;
  else repair = there && isThereRight(there, { ...here, ...own }) ? 'fetch' : 'copy';
  if (dryRun) return repair;
  const mark = deletedFolder + name;
  if (repair === 'mark') await bucket.put(mark, Buffer.alloc(0));
  else {
    if (repair === 'fetch') await fetchFile(ends, name);
    if (repair === 'copy' && here && own) await files.put(here, { ...own, open: () => local.read(name) });
    await bucket.remove(mark);
  }
  return repair;
}

/**
 * Which of two different contents is right. A name that is a hash says it, the first half of the SHA-256; any other file of the same length
 * that nobody has written since it was copied was changed by the disk.
 */
function isThereRight(there: HashedFile, here: HashedFile): boolean {
  const hash = /(?:^|\/)([0-9a-f]{32})\.\w+$/.exec(here.name)?.[1];
  if (hash !== undefined) return !here.sha256.startsWith(hash) && there.sha256.startsWith(hash);
  return here.bytes === there.bytes && here.modifiedAt <= there.modifiedAt;
}

/** Brings a file back from the bucket. @throws BucketError `damaged` when it is not there, or not what was copied */
export async function fetchFile(
  { local, files }: Pick<Ends, 'local' | 'files'>,
  name: string,
): Promise<void> {
  const found = await files.open(name);
  if (!found) throw damagedError(filesFolder + name);
  await local.receive(found.body, Number.POSITIVE_INFINITY, () => Promise.resolve(name));
}

export interface FileMirrorOptions extends Ends {
  store: Pick<
    Store,
    'galleryImages' | 'sections' | 'articles' | 'settings' | 'binEntries' | 'sectionVersions' | 'position'
  >;
  uploadsDir: string;
}

/**
 * Copies the uploads to the bucket: those that are noted as changed, and those of which a comparison finds that the ends differ. What a restart
 * forgets, the comparison finds; of a file that is missing here the database knows whether it was deleted.
 */
export class FileMirror {
  readonly #options: FileMirrorOptions;
  #noted = new Set<string>();
  readonly #pending = new Set<string>();
  /** The generation of the database for which both ends were last compared. */
  #compared: string | undefined;

  constructor(options: FileMirrorOptions) {
    this.#options = options;
  }

  /** Files that may differ. */
  get pending(): number {
    return this.#noted.size + this.#pending.size;
  }

  /** A file has come, gone, or is missing here. */
  note(name: string): void {
    this.#noted.add(name);
  }

  /**
   * Compares both ends at the start, after a restore and after every purge, and makes them the same. A file that cannot be read holds up no
   * other.
   *
   * @throws the first error, when all were tried
   */
  async synchronise(): Promise<void> {
    const { store, uploadsDir } = this.#options;
    const mark = join(uploadsDir, replacedMark);
    const replaced = await stat(mark).catch(() => undefined);
    if (replaced && ageOf(replaced.mtimeMs) < replacingMs) return;
    const { generation } = store.position;
    if (replaced || this.#compared !== generation) {
      for (const name of await namesToCompare(this.#options, { isWanted: this.#wanted() })) this.note(name);
      await rm(mark, { recursive: true, force: true });
      this.#compared = generation;
    }
    await this.#repair();
  }

  async #repair(): Promise<void> {
    for (const name of this.#noted) this.#pending.add(name);
    this.#noted = new Set();
    if (this.#pending.size === 0) return;
    const isWanted = this.#wanted();
    const errors: unknown[] = [];
    await runConcurrently([...this.#pending], filesAtOnce, async (name) => {
      try {
        await repairFile(this.#options, name, { isWanted });
        this.#pending.delete(name);
      } catch (error) {
        if (concernsWholeBucket(error)) throw error;
        errors.push(error);
      }
    });
    if (errors.length > 0) throw errors[0];
  }

  /** Removes from the bucket the files that were deleted so long ago that nothing that is kept can need them. */
  async purge(stayMs: number, now = Date.now()): Promise<void> {
    const { bucket, files, local } = this.#options;
    const isWanted = this.#wanted();
    for (const [name, at] of await deletedFiles(bucket)) {
      if (at.getTime() > now - stayMs || isWanted(name) || (await local.stat(name))) continue;
      await files.delete(name);
      await bucket.remove(deletedFolder + name);
    }
    this.#compared = undefined;
  }

  /** Whether the database speaks of a file, or of the picture that it was made of. */
  #wanted(): IsWanted {
    const keyOf = (name: string) => stemOf(name) ?? name;
    const { store } = this.#options;
    const used = new Set([...usedUploads(store).keys(), ...unsavedUploads(store)].map(keyOf));
    return (name) => used.has(keyOf(name));
  }
}
