import { join } from 'node:path';
import { Readable } from 'node:stream';
import { uploadLimits, type ImageVariant, type StoredUpload } from '#shared/contracts/uploads.ts';
import type { PictureWork } from './pool.ts';
import type { CheckedImage } from './work.ts';
import type { FileStore } from '../types.ts';

/** Widths in pixels of the smaller files; the smallest is made last, and says that all of them are there. */
const widths = [1600, 960, 480] as const;
const smallest = 480;
const lightBytes = 24 * 1024;

const formats = [
  { extension: 'webp', type: 'image/webp' },
  { extension: 'avif', type: 'image/avif' },
] as const;

const namePattern = /^images\/([0-9a-f]{32})(?:-(\d+))?\.([a-z]+)$/;

/** The uploaded pictures, each with the smaller files that were made of it. */
export interface ImageLibrary {
  /** Keeps a picture and has its smaller files made by and by. @throws AppError as `FileStore.receive`, `checkImage` */
  add(stream: Readable): Promise<StoredUpload>;
  /** The smaller files of the picture at an address of this site, widest last; none while they are being made. */
  variantsOf(url: string): ImageVariant[];
  /** Another number whenever {@link variantsOf} may answer something else than before. */
  readonly changes: number;
  /** Pixels of the uploaded picture at an address of this site; nothing for any other address. */
  measure(url: string): Promise<{ width: number; height: number } | undefined>;
  /** Deletes a picture, or any other upload, with what was made of it. */
  remove(name: string): Promise<void>;
  /** Resolves when every smaller file has been made. */
  settled(): Promise<void>;
  /** Begins no other smaller file, and waits for the one being made. */
  close(): Promise<void>;
  /** Reads again what is there, after it was closed, and makes what is missing. */
  reopen(): Promise<void>;
}

/** The name of the upload at an address of this site. */
export function uploadAt(url: string): string | undefined {
  return /^\/(?:uploads|public-objects)\/([^?#]+)/.exec(url)?.[1];
}

/** The upload that a smaller file was made of, as `images/<hash>` without its extension; any other name is its own. */
export function originalOf(name: string): string {
  const [, hash, width] = namePattern.exec(name) ?? [];
  return hash !== undefined && width !== undefined ? `images/${hash}` : name;
}

const stemOf = (name: string) => /^(images\/[0-9a-f]{32})(?:-\d+)?\.[a-z]+$/.exec(name)?.[1];

export interface ImageLibraryOptions {
  files: FileStore;
  /** Where `files` keeps them on this machine: the work is done on the files themselves. */
  root: string;
  work: PictureWork;
  /** Told why smaller files could not be made: the picture is shown as it is. */
  onError: (error: unknown) => void;
}

export async function openImageLibrary({
  files,
  root,
  work,
  onError,
}: ImageLibraryOptions): Promise<ImageLibrary> {
  let variants = new Map<string, Map<string, ImageVariant>>();
  let queue: string[] = [];
  let working: Promise<void> | undefined;
  let closed = false;
  let changes = 0;

  function note(name: string): void {
    const [, hash, width, extension] = namePattern.exec(name) ?? [];
    const format = formats.find((known) => known.extension === extension);
    if (hash === undefined || width === undefined || !format) return;
    const stem = `images/${hash}`;
    const known = variants.get(stem) ?? new Map<string, ImageVariant>();
    known.set(name, { url: `/uploads/${name}`, type: format.type, width: Number(width) });
    variants.set(stem, known);
    changes += 1;
  }

  const isComplete = (stem: string) =>
    [...(variants.get(stem)?.values() ?? [])].some(
      ({ width, type }) => width <= smallest && type === 'image/avif',
    );

  async function make(name: string): Promise<void> {
    const stem = stemOf(name);
    if (stem === undefined || isComplete(stem)) return;
    const original = await files.stat(name);
    if (!original) return;
    const path = join(root, name);
    const size = await work.measureImage(path);
    if (!size) throw new Error(`${name} cannot be read`);
    const { width, frames } = size;
    // A moving picture stays as it is: no smaller file of it would move everywhere. A light one is small enough.
    if (frames > 1 || (width <= smallest && original.bytes <= lightBytes)) return;
    const wanted = new Set(widths.map((most) => Math.min(most, width)));
    for (const target of wanted) {
      for (const { extension } of formats) {
        const bytes = await work.shrinkImage(path, target, extension);
        // Removed meanwhile, it must not leave anything behind.
        if (closed || !(await files.stat(name))) return;
        const variant = `${stem}-${target}.${extension}`;
        await files.receive(Readable.from([bytes]), Number.POSITIVE_INFINITY, () => Promise.resolve(variant));
        note(variant);
      }
    }
  }

  async function drain(): Promise<void> {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      await make(name).catch((error: unknown) => {
        if (!closed) onError(error);
      });
    }
  }

  function enqueue(names: readonly string[]): void {
    queue.push(...names);
    if (queue.length === 0) return;
    working ??= drain().finally(() => {
      working = undefined;
      // What came in after the last look at the queue.
      enqueue([]);
    });
  }

  async function reopen(): Promise<void> {
    closed = false;
    variants = new Map();
    changes += 1;
    const names = (await files.list()).map(({ name }) => name);
    names.forEach(note);
    enqueue(names.filter((name) => namePattern.test(name) && originalOf(name) === name));
  }

  async function settled(): Promise<void> {
    while (working) await working;
  }

  await reopen();
  return {
    async add(stream) {
      const checked: Partial<CheckedImage> = {};
      const stored = await files.receive(stream, uploadLimits.imageBytes, async ({ path }) => {
        const image = await work.checkImage(path);
        Object.assign(checked, image);
        return image.name;
      });
      enqueue([stored.name]);
      const { type = '', width, height } = checked;
      return { url: `/uploads/${stored.name}`, bytes: stored.bytes, type, width, height };
    },

    variantsOf(url) {
      const stem = stemOf(uploadAt(url) ?? '');
      const known = stem === undefined ? undefined : variants.get(stem);
      return [...(known?.values() ?? [])].sort((a, b) => a.width - b.width);
    },

    get changes() {
      return changes;
    },

    async measure(url) {
      const name = uploadAt(url);
      if (name === undefined || !namePattern.test(name) || !(await files.stat(name))) return undefined;
      const size = await work.measureImage(join(root, name));
      return size && { width: size.width, height: size.height };
    },

    async remove(name) {
      const stem = stemOf(name);
      const derived = stem === undefined ? [] : [...(variants.get(stem)?.keys() ?? [])];
      queue = queue.filter((waiting) => waiting !== name);
      await files.delete(name);
      for (const variant of derived) await files.delete(variant);
      if (stem !== undefined) variants.delete(stem);
      changes += 1;
    },

    reopen,
    settled,
    async close() {
      closed = true;
      queue = [];
      await settled();
    },
  };
}
