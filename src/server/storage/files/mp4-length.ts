import { open, type FileHandle } from 'node:fs/promises';

interface Box {
  type: string;
  /** Where its content begins and ends in the file. */
  from: number;
  to: number;
}

/** More boxes than any film has between its parts: what has more is no film. */
const mostBoxes = 10_000;

/**
 * How long an MP4 says it is, from the header of the whole film (ISO/IEC 14496-12, `moov/mvhd`): music-metadata knows the
 * length of sound only, and a clip may have none.
 *
 * @returns seconds, or `undefined` when the file is no MP4 or does not say
 */
export async function secondsOfMp4(path: string): Promise<number | undefined> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const film = await findBox(file, 'moov', { type: '', from: 0, to: size });
    const header = film && (await findBox(file, 'mvhd', film));
    if (!header) return undefined;
    const bytes = await readBytes(file, header.from, 32);
    if (bytes.length < 32) return undefined;
    const isLong = bytes[0] === 1;
    const scale = bytes.readUInt32BE(isLong ? 20 : 12);
    const duration = isLong ? Number(bytes.readBigUInt64BE(24)) : bytes.readUInt32BE(16);
    return scale > 0 && duration > 0 ? duration / scale : undefined;
  } finally {
    await file.close();
  }
}

async function findBox(file: FileHandle, wanted: string, within: Box): Promise<Box | undefined> {
  let at = within.from;
  for (let looked = 0; at + 8 <= within.to && looked < mostBoxes; looked++) {
    const header = await readBytes(file, at, 16);
    if (header.length < 8) return undefined;
    const size = header.readUInt32BE(0);
    const type = header.toString('latin1', 4, 8);
    const isLarge = size === 1 && header.length === 16;
    const length = isLarge ? Number(header.readBigUInt64BE(8)) : size === 0 ? within.to - at : size;
    const headerLength = isLarge ? 16 : 8;
    if (length < headerLength) return undefined;
    if (type === wanted) return { type, from: at + headerLength, to: at + length };
    at += length;
  }
  return undefined;
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
