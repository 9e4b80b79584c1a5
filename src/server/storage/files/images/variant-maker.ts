import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FileStore } from '../types.ts';
import type { PictureWork } from './pool.ts';
import { formats, smallestWidth, stemOf, type VariantIndex, widths } from './variants.ts';

/** A picture this light is small enough as it is. */
const lightBytes = 24 * 1024;

/** WebP has no place for more. */
const maxVariantHeight = 16_383;

export interface VariantMakerOptions {
  files: FileStore;
  /** Where `files` keeps them on this machine: the work is done on the files themselves. */
  root: string;
  work: PictureWork;
  index: VariantIndex;
  /** Why smaller files could not be made: the picture is shown as it is. */
  onError: (error: unknown) => void;
}

/** Makes the smaller files of the pictures in its queue, one at a time. */
export class VariantMaker {
  readonly #options: VariantMakerOptions;
  #queue: string[] = [];
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(options: VariantMakerOptions) {
    this.#options = options;
  }

  enqueue(names: readonly string[]): void {
    this.#queue.push(...names);
    if (this.#queue.length === 0) return;
    this.#running ??= this.#drain().finally(() => {
      this.#running = undefined;
      // What came in after the last look at the queue.
      this.enqueue([]);
    });
  }

  dequeue(name: string): void {
    this.#queue = this.#queue.filter((waiting) => waiting !== name);
  }

  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /** Begins no other smaller file, and waits for the one being made. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#queue = [];
    await this.settled();
  }

  reopen(): void {
    this.#closed = false;
  }

  async #drain(): Promise<void> {
    for (let name = this.#queue.shift(); name !== undefined; name = this.#queue.shift()) {
      await this.#make(name).catch((error: unknown) => {
        if (!this.#closed) this.#options.onError(error);
      });
    }
  }

  async #make(name: string): Promise<void> {
    const { files, root, work, index } = this.#options;
    const stem = stemOf(name);
    if (stem === undefined || index.isComplete(name)) return;
    const original = await files.stat(name);
    if (!original) return;
    const path = join(root, name);
    const size = await work.measureImage(path);
    if (!size) throw new Error(`${name} cannot be read`);
    const { width, height, frames } = size;
    // A moving picture stays as it is: no smaller file of it would move everywhere.
    if (frames > 1 || (width <= smallestWidth && original.bytes <= lightBytes)) return;
    for (const target of new Set(widths.map((widest) => Math.min(widest, width)))) {
      // A very tall picture is shown as it is where no smaller file can hold it.
      if ((target / width) * height > maxVariantHeight) continue;
      for (const { extension } of formats) {
        const bytes = await work.shrinkImage(path, target, extension);
        // Removed meanwhile, it must not leave anything behind.
        if (this.#closed || !(await files.stat(name))) return;
        const variant = `${stem}-${target}.${extension}`;
        await files.receive(Readable.from([bytes]), Number.POSITIVE_INFINITY, () => Promise.resolve(variant));
        index.add(variant);
      }
    }
  }
}
