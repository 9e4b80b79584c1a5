import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { uploadLimits, type StoredUpload } from '#shared/contracts/uploads.ts';
import { VariantMaker, type VariantMakerOptions } from './variant-maker.ts';
import { isOriginal, stemOf, uploadAt, VariantIndex } from './variants.ts';
import type { CheckedImage } from './work.ts';

/** The uploaded pictures, each with the smaller files that were made of it. */
export interface ImageLibrary {
  /** Keeps a picture and has its smaller files made by and by. @throws AppError as `FileStore.receive`, `checkImage` */
  add(stream: Readable): Promise<StoredUpload>;
  /** The smaller files that there are by now. */
  readonly variants: Readonly<Pick<VariantIndex, 'changes' | 'ofUrl'>>;
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

export async function openImageLibrary(options: Omit<VariantMakerOptions, 'index'>): Promise<ImageLibrary> {
  const { files, root, work } = options;
  const index = new VariantIndex();
  const maker = new VariantMaker({ ...options, index });

  async function reopen(): Promise<void> {
    maker.reopen();
    index.clear();
    const names = (await files.list()).map(({ name }) => name);
    for (const name of names) index.add(name);
    maker.enqueue(names.filter(isOriginal));
  }

  await reopen();
  return {
    variants: index,

    async add(stream) {
      let checked: CheckedImage | undefined;
      const stored = await files.receive(stream, uploadLimits.imageBytes, async ({ path }) => {
        checked = await work.checkImage(path);
        return checked.name;
      });
      maker.enqueue([stored.name]);
      const { type = '', width, height } = checked ?? {};
      return { url: `/uploads/${stored.name}`, bytes: stored.bytes, type, width, height };
    },

    async measure(url) {
      const name = uploadAt(url);
      if (name === undefined || stemOf(name) === undefined || !(await files.stat(name))) return undefined;
      const size = await work.measureImage(join(root, name));
      return size && { width: size.width, height: size.height };
    },

    async remove(name) {
      const variants = [...index.of(name).keys()];
      maker.dequeue(name);
      await files.delete(name);
      for (const variant of variants) await files.delete(variant);
      index.remove(name);
    },

    settled: () => maker.settled(),
    close: () => maker.close(),
    reopen,
  };
}
