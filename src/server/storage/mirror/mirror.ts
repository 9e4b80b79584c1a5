import { type MirrorStatus, noMirror } from '#shared/contracts/mirror.ts';
import { BucketError, type BucketSettings, type ObjectBody } from '../bucket/types.ts';
import type { FileStore } from '../files/types.ts';
import type { CopyOptions } from './copy.ts';

/** The copy in the bucket: it may begin, change its bucket or end while the site runs. */
export interface Mirror {
  /** The bucket of now; `undefined` where nothing is copied. */
  readonly settings: BucketSettings | undefined;
  /** Ends the copying of now and begins another, or none. Changes wait for each other. */
  use(settings: BucketSettings | undefined): Promise<void>;
  status(): MirrorStatus;
  /** Another machine has taken over the bucket: nothing may be written here any more. */
  readonly superseded: boolean;
  /** The uploads, with every change noted for the bucket. */
  readonly files: FileStore;
  /** A file that is missing here, from the bucket; `undefined` when it is not there either. @throws BucketError */
  open(name: string, range?: string): Promise<ObjectBody | undefined>;
  /** SHA-256 of the copy of a file that has not been changed here since it was copied. @throws BucketError */
  checksumOf(name: string): Promise<string | undefined>;
  /** Puts the bucket's copy in the place of a file here. @throws BucketError when it is not there or not whole */
  fetch(name: string): Promise<void>;
  /**
   * Has a file brought back that the database speaks of and that is missing here, and does not wait for it.
   *
   * @returns whether the bucket has it
   * @throws BucketError when that cannot be known
   */
  bringBack(name: string): Promise<boolean>;
  /** Sends what can be sent in a few seconds, and says in the bucket that nothing more comes. */
  stop(): Promise<void>;
}

/** Begins to mirror, in the background: nothing waits for the bucket. */
export async function openMirror(
  options: CopyOptions & { settings: BucketSettings | undefined },
): Promise<Mirror> {
  const { local } = options;
  // Without a bucket neither its code nor the SDK is even loaded.
  const begin = async (bucket: BucketSettings | undefined) =>
    bucket && (await import('./copy.ts')).startCopy(options, bucket);
  let { settings } = options;
  let copy = await begin(settings);
  let changing: Promise<void> = Promise.resolve();

  async function change(next: BucketSettings | undefined): Promise<void> {
    const before = copy;
    // What is uploaded in between is found when the new copy compares both ends.
    copy = undefined;
    settings = next;
    await before?.stop();
    copy = await begin(next);
  }

  return {
    get settings() {
      return settings;
    },
    use: (next) => (changing = changing.catch(() => undefined).then(() => change(next))),
    status: () => copy?.status() ?? noMirror,
    get superseded() {
      return copy?.superseded() ?? false;
    },
    files: {
      ...local,
      async receive(...given) {
        const file = await local.receive(...given);
        copy?.fileMirror.note(file.name);
        return file;
      },
      async delete(name) {
        await local.delete(name);
        copy?.fileMirror.note(name);
      },
    },
    open: async (name, range) => copy?.files.open(name, range),
    async checksumOf(name) {
      const [here, copied] = await Promise.all([local.stat(name), copy?.files.stat(name)]);
      return here && copied && here.modifiedAt <= copied.modifiedAt ? copied.sha256 : undefined;
    },
    async fetch(name) {
      if (!copy) throw new BucketError('missing', 'Non c’è un bucket da cui riprendere il file.');
      await copy.fetch(name);
    },
    async bringBack(name) {
      if (!(await copy?.files.stat(name))) return false;
      copy?.fileMirror.note(name);
      return true;
    },
    async stop() {
      await changing.catch(() => undefined);
      await copy?.stop();
    },
  };
}
