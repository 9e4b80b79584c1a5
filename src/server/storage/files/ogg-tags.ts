import type { FileHandle } from 'node:fs/promises';
import { AppError } from '#shared/errors.ts';
import { readAt } from './read-at.ts';

/* Ogg is a row of pages, each with a checksum; they hold packets in pieces. The second packet has the comments. */

interface Page {
  at: number;
  /** Lengths of the pieces; one of 255 bytes goes on in the next. */
  pieces: Buffer;
  bodyAt: number;
  end: number;
}

const severalSentence =
  'Nell’OGG ci sono più brani uno dopo l’altro, e i lettori sentirebbero soltanto il primo: esportali come un brano solo.';

/** Every page of the file. @throws TypeError when one is cut; AppError IMPOSSIBLE when one song follows another */
async function readPages(file: FileHandle): Promise<Page[]> {
  const { size } = await file.stat();
  const pages: Page[] = [];
  let hasBegun = false;
  for (let at = 0; at < size;) {
    const head = await readAt(file, at, 27 + 255);
    // Other programs may have written something behind the sound.
    if (head.toString('latin1', 0, 4) !== 'OggS') break;
    // The first pages of all that sounds at once stand before everything else.
    const isFirst = ((head[5] ?? 0) & 2) !== 0;
    if (isFirst && hasBegun) throw new AppError('IMPOSSIBLE', severalSentence);
    hasBegun ||= !isFirst;
    const pieces = head.subarray(27, 27 + (head[26] ?? 0));
    const bodyAt = at + 27 + (head[26] ?? 0);
    const end = pieces.reduce((sum, length) => sum + length, bodyAt);
    if (head.length < 27 || end > size) throw new TypeError('a page is cut');
    pages.push({ at, pieces, bodyAt, end });
    at = end;
  }
  return pages;
}

/** Where in the file the bytes of the second packet are; it begins the second page. */
function commentPlaces(pages: readonly Page[]): number[] {
  const places: number[] = [];
  for (const { bodyAt, pieces } of pages.slice(1)) {
    let at = bodyAt;
    for (const length of pieces) {
      for (let i = 0; i < length; i += 1) places.push(at + i);
      at += length;
      if (length < 255) return places;
    }
  }
  return places;
}

/** CRC-32 with the polynomial 04c11db7, neither reflected nor inverted. */
export function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) sum = sum < 0 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  }
  return sum >>> 0;
}

/**
 * Empties the comments of Vorbis and Opus where they stand.
 *
 * @returns whether there were any
 * @throws TypeError when a page is cut; AppError IMPOSSIBLE when one song follows another
 */
export async function clearOggComments(file: FileHandle): Promise<boolean> {
  const pages = await readPages(file);
  const places = commentPlaces(pages);
  const lastPlace = places.at(-1) ?? 0;
  const touched = pages.slice(1).filter(({ at }) => at <= lastPlace);
  const start = touched[0]?.at ?? 0;
  const region = await readAt(file, start, (touched.at(-1)?.end ?? start) - start);
  const packet = Buffer.from(places.map((place) => region[place - start] ?? 0));
  const kind = ['\x03vorbis', 'OpusTags'].find((name) => packet.toString('latin1').startsWith(name));
  if (kind === undefined || packet.length < kind.length + 8) return false;
  const countAt = kind.length + 4 + packet.readUInt32LE(kind.length);
  if (countAt + 8 > packet.length || packet.readUInt32LE(countAt) === 0) return false;
  // No comment; Vorbis ends with a bit that is set, and what follows it is not read.
  packet.fill(0, countAt);
  packet[countAt + 4] = kind === 'OpusTags' ? 0 : 1;
  places.forEach((place, i) => (region[place - start] = packet[i] ?? 0));
  for (const { at, end } of touched) {
    const page = region.subarray(at - start, end - start);
    page.writeUInt32LE(0, 22);
    page.writeUInt32LE(checksum(page), 22);
  }
  await file.write(region, 0, region.length, start);
  return true;
}
