import { noMirror } from '#shared/contracts/mirror.ts';
import { BucketError, type BucketSettings } from '../bucket/types.ts';
import type { FileStore } from '../files/types.ts';
import type { Mirror } from './mirror.ts';

/** The mirror of now: it may begin, change its bucket or end while the site runs, and is nothing's copy when there is none. */
export interface MirrorSlot extends Mirror {
  readonly settings: BucketSettings | undefined;
  /** Ends the copying of now and begins another, or none. Changes wait for each other. */
  use(settings: BucketSettings | undefined): Promise<void>;
}

/** @param start begins to mirror; called as often as the bucket changes */
export async function openMirrorSlot(
  local: FileStore,
  initial: BucketSettings | undefined,
  start: (settings: BucketSettings) => Promise<Mirror>,
): Promise<MirrorSlot> {
  let settings = initial;
  let mirror = settings && (await start(settings));
  let changing: Promise<void> = Promise.resolve();
  const files = () => mirror?.files ?? local;

  async function change(next: BucketSettings | undefined): Promise<void> {
    const before = mirror;
    // What is uploaded in between is found when the new mirror compares both ends.
    mirror = undefined;
    settings = next;
    await before?.stop();
    mirror = next && (await start(next));
  }

  return {
    get settings() {
      return settings;
    },
    get superseded() {
      return mirror?.superseded ?? false;
    },
    files: {
      receive: (...given) => files().receive(...given),
      list: () => files().list(),
      read: (name) => files().read(name),
      stat: (name) => files().stat(name),
      delete: (name) => files().delete(name),
    },
    open: async (name, range) => mirror?.open(name, range),
    checksumOf: async (name) => mirror?.checksumOf(name),
    async fetch(name) {
      if (!mirror) throw new BucketError('missing', 'Non c’è un bucket da cui riprendere il file.');
      await mirror.fetch(name);
    },
    bringBack: async (name) => (await mirror?.bringBack(name)) ?? false,
    status: () => mirror?.status() ?? noMirror,
    use: (next) => (changing = changing.catch(() => undefined).then(() => change(next))),
    async stop() {
      await changing.catch(() => undefined);
      await mirror?.stop();
    },
  };
}
