import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { heicRefusal, isHeic, uploadLimits } from '#shared/contracts/uploads.ts';
import { AppError } from '#shared/errors.ts';

// What decodes pictures: the server's own process loads it only in development and in tests (see picture-pool.ts).

// The author uploads a picture now and then: neither kept tiles nor threads beyond one are worth their memory.
sharp.cache(false);
sharp.concurrency(1);

/** Real types, told by the bytes, and the extension each is kept and served under. SVG is a program, not an image. */
const imageTypes = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/apng', 'png'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['image/gif', 'gif'],
]);

export interface CheckedImage {
  /** The name to keep it under: the hash of its content, so that the same file twice is one file. */
  name: string;
  type: string;
  /** In pixels, as it is to be seen. */
  width: number;
  height: number;
}

/**
 * Looks at a picture that has just arrived and makes it fit to be shown to everyone: what the camera wrote beside it
 * (the place, the owner) is taken out, and a picture that lies on its side is turned. One that has nothing of the kind
 * keeps its bytes.
 *
 * @param path where it is; other bytes may stand there afterwards
 * @throws AppError WRONG_TYPE (judged by its bytes), IMPOSSIBLE (damaged or of too many pixels)
 */
export async function checkImage(path: string): Promise<CheckedImage> {
  // Read here and not by the decoder: its "cannot be read" would blame the picture for what the disk did.
  let content: Buffer = await readFile(path);
  const type = (await fileTypeFromBuffer(content))?.mime ?? '';
  const extension = imageTypes.get(type);
  if (isHeic(type)) throw new AppError('WRONG_TYPE', heicRefusal);
  if (!extension)
    throw new AppError('WRONG_TYPE', 'Il file deve essere un’immagine JPEG, PNG, WebP, AVIF o GIF.');
  let metadata: Metadata;
  try {
    // The header alone: whether there is too much behind it is asked next.
    metadata = await sharp(content, { animated: true, limitInputPixels: false, failOn }).metadata();
  } catch (cause) {
    throw damagedImage(cause);
  }
  refuseHuge(metadata);
  const isClean = !needsRewriting(metadata);
  try {
    // Reads every pixel: the header alone would let a cut file pass.
    if (isClean || isMovingPng(content)) await openPicture(content).stats();
    if (!isClean)
      content = isMovingPng(content) ? withoutPngNotes(content) : await rewrite(content, metadata);
  } catch (cause) {
    throw damagedImage(cause);
  }
  if (!isClean) await replaceContent(path, content);
  const { width, height } = metadata.autoOrient;
  const hash = createHash('sha256').update(content).digest('hex');
  return {
    name: `images/${hash.slice(0, 32)}.${extension}`,
    type,
    width,
    height: frameHeight(metadata, height),
  };
}

/** Telephones write JPEGs that the decoder warns of and every browser shows; a cut file is an error. */
const failOn = 'error';

/** Every frame, and no more pixels than {@link refuseHuge} lets through. */
const openPicture = (content: Buffer): Sharp =>
  sharp(content, { animated: true, limitInputPixels: uploadLimits.imagePixels, failOn });

/** Frames are read as one tall picture: the limit is for all of them. */
function refuseHuge({ width, height }: Metadata): void {
  if (width * height <= uploadLimits.imagePixels) return;
  const millions = uploadLimits.imagePixels / 1_000_000;
  throw new AppError(
    'IMPOSSIBLE',
    `L’immagine ha troppi pixel: ${width} × ${height}. Al massimo possono essere ${millions} milioni.`,
  );
}

const frameHeight = ({ pageHeight }: Metadata, height: number) => pageHeight ?? height;

/** Whether something besides the picture is in the file, or the picture needs turning. */
function needsRewriting({ exif, xmp, iptc, orientation = 1 }: Metadata): boolean {
  return exif !== undefined || xmp !== undefined || iptc !== undefined || orientation > 1;
}

async function rewrite(content: Buffer, { format, chromaSubsampling: colour }: Metadata) {
  const picture = openPicture(content).autoOrient().keepIccProfile();
  const encoded =
    format === 'jpeg'
      ? // Better coding needs the whole picture at once: 1 GB instead of 280 MB for a telephone's 50 megapixels.
        picture.jpeg({
          quality: 92,
          chromaSubsampling: colour === '4:2:0' ? colour : '4:4:4',
          optimiseCoding: false,
        })
      : format === 'png'
        ? picture.png({ compressionLevel: 9 })
        : format === 'gif'
          ? picture.gif()
          : format === 'webp'
            ? picture.webp({ quality: 92 })
            : picture.avif({ quality: 75, effort: 3 });
  return encoded.toBuffer();
}

interface PngChunk {
  type: string;
  bytes: Buffer;
}

const pngSignatureBytes = 8;

function pngChunks(content: Buffer): PngChunk[] {
  const chunks: PngChunk[] = [];
  let at = pngSignatureBytes;
  while (at + 12 <= content.length) {
    const end = at + 12 + content.readUInt32BE(at);
    chunks.push({ type: content.toString('latin1', at + 4, at + 8), bytes: content.subarray(at, end) });
    at = end;
  }
  return chunks;
}

/** A PNG with frames, of which the decoder knows the first only. */
const isMovingPng = (content: Buffer): boolean =>
  content.toString('latin1', 1, 4) === 'PNG' &&
  pngChunks(content.subarray(0, 64 * 1024)).some(({ type }) => type === 'acTL');

/** The frames as they are, without what a program wrote beside them. A moving PNG is not turned: no program does. */
const withoutPngNotes = (content: Buffer): Buffer =>
  Buffer.concat([
    content.subarray(0, pngSignatureBytes),
    ...pngChunks(content).flatMap(({ type, bytes }) =>
      /^(?:eXIf|[itz](?:TXt|EXt)|tIME)$/.test(type) ? [] : [bytes],
    ),
  ]);

/** Pixels of a picture as it is to be seen, and how many frames it has (of a moving PNG: more than one); nothing when it cannot be read. */
export async function measureImage(
  path: string,
): Promise<{ width: number; height: number; frames: number } | undefined> {
  try {
    const { autoOrient, pageHeight, pages = 1, format } = await sharp(path, { failOn }).metadata();
    const frames = format === 'png' && isMovingPng(await readFile(path)) ? 2 : pages;
    return { width: autoOrient.width, height: pageHeight ?? autoOrient.height, frames };
  } catch {
    return undefined;
  }
}

const encoders = {
  webp: (picture: Sharp) => picture.webp({ quality: 80 }),
  avif: (picture: Sharp) => picture.avif({ quality: 55, effort: 3 }),
};

type SmallerFormat = keyof typeof encoders;

/**
 * A smaller copy of a picture, turned as it is to be seen.
 *
 * @param width in pixels; the height follows
 * @throws whatever the decoder says of a file that it cannot read
 */
export async function shrinkImage(path: string, width: number, format: SmallerFormat): Promise<Uint8Array> {
  const opened = sharp(path, { limitInputPixels: uploadLimits.imagePixels, failOn });
  return encoders[format](opened.autoOrient().resize({ width, withoutEnlargement: true })).toBuffer();
}

async function replaceContent(path: string, content: Buffer): Promise<void> {
  const beside = `${path}.${randomUUID()}`;
  try {
    await writeFile(beside, content);
    await rename(beside, path);
  } finally {
    await rm(beside, { force: true }).catch(() => undefined);
  }
}

function damagedImage(cause: unknown): AppError {
  return new AppError('IMPOSSIBLE', 'L’immagine è danneggiata: il file non si può leggere per intero.', {
    cause,
  });
}
