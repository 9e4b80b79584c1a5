import type { Readable } from 'node:stream';
import { fileTypeFromFile } from 'file-type';
import sharp from 'sharp';
import { uploadLimits, type StoredUpload } from '../../../shared/contracts/uploads.ts';
import { AppError } from '../../../shared/errors.ts';
import type { FileStore } from '../../files/types.ts';

/** Real types, told by the bytes, and the extension each is kept and served under. SVG is a program, not an image. */
const imageTypes = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['image/gif', 'gif'],
]);

/** A picture of more pixels than this is refused: it would take gigabytes to show. */
const maxPixels = 100_000_000;

/**
 * Keeps an image under the hash of its content, so that the same file twice is one file.
 *
 * @throws AppError TOO_LARGE, WRONG_TYPE (judged by its bytes), IMPOSSIBLE (damaged or of too many pixels)
 */
export async function storeImage(files: FileStore, stream: Readable): Promise<StoredUpload> {
  let image: { type: string; width: number; height: number } | undefined;
  const stored = await files.receive(stream, uploadLimits.imageBytes, async ({ path, sha256 }) => {
    const type = (await fileTypeFromFile(path))?.mime ?? '';
    const extension = imageTypes.get(type);
    if (!extension) throw new AppError('WRONG_TYPE', 'Il file deve essere un’immagine JPEG, PNG, WebP, AVIF o GIF.');
    image = { type, ...(await measure(path)) };
    return `images/${sha256.slice(0, 32)}.${extension}`;
  });
  if (!image) throw new AppError('INTERNAL');
  return { url: `/uploads/${stored.name}`, bytes: stored.bytes, ...image };
}

async function measure(path: string): Promise<{ width: number; height: number }> {
  try {
    const picture = sharp(path, { limitInputPixels: maxPixels });
    // Reads every pixel: the header alone would let a cut file pass.
    await picture.clone().stats();
    const { autoOrient } = await picture.metadata();
    return { width: autoOrient.width, height: autoOrient.height };
  } catch (cause) {
    throw new AppError('IMPOSSIBLE', 'L’immagine è danneggiata oppure troppo grande.', { cause });
  }
}
