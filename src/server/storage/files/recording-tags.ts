import { open, type FileHandle } from 'node:fs/promises';
import { clearOggComments } from './ogg-tags.ts';
import { readAt } from './read-at.ts';

/* What programs write beside the sound: names, comments, pictures, places. It is emptied where it stands, so that nothing moves. */

/** Part of a file; `type` names it. */
interface Part {
  type: string;
  /** Where its name stands. */
  nameAt: number;
  from: number;
  to: number;
}

async function empty(file: FileHandle, from: number, to: number): Promise<void> {
  const zeros = Buffer.alloc(Math.min(1024 * 1024, Math.max(0, to - from)));
  for (let at = from; at < to; at += zeros.length)
    await file.write(zeros, 0, Math.min(zeros.length, to - at), at);
}

async function rename(file: FileHandle, { nameAt, from, to }: Part, name: Uint8Array): Promise<void> {
  await file.write(name, 0, name.length, nameAt);
  await empty(file, from, to);
}

/** Size of the ID3v2 tag at the start, 0 without one. */
async function id3Bytes(file: FileHandle): Promise<number> {
  const head = await readAt(file, 0, 10);
  if (head.toString('latin1', 0, 3) !== 'ID3' || head.length < 10) return 0;
  return 10 + head.subarray(6, 10).reduce((size, byte) => size * 128 + (byte & 127), 0);
}

/** @returns whether there was a tag */
async function clearId3(file: FileHandle): Promise<boolean> {
  const end = await id3Bytes(file);
  if (end === 0) return false;
  const first = await readAt(file, 10, 1);
  await file.write(Buffer.from([0]), 0, 1, 5);
  await empty(file, 10, end);
  return first[0] !== 0;
}

/** Cuts ID3v1 and APEv2 from the end. */
async function cutTail(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  let end = size;
  if ((await readAt(file, end - 128, 3)).toString('latin1') === 'TAG') end -= 128;
  const ape = end >= 32 ? await readAt(file, end - 32, 32) : Buffer.alloc(0);
  if (ape.toString('latin1', 0, 8) === 'APETAGEX') {
    const hasHeader = (ape.readUInt32LE(20) & 0x80000000) !== 0;
    end = Math.max(0, end - ape.readUInt32LE(12) - (hasHeader ? 32 : 0));
  }
  if (end !== size) await file.truncate(end);
  return end !== size;
}

async function flacBlocks(file: FileHandle): Promise<Part[]> {
  const blocks: Part[] = [];
  let at = (await id3Bytes(file)) + 4;
  for (let isLast = false; !isLast;) {
    const head = await readAt(file, at, 4);
    if (head.length < 4) break;
    const to = at + 4 + head.readUIntBE(1, 3);
    blocks.push({ type: String((head[0] ?? 0) & 127), nameAt: at, from: at + 4, to });
    isLast = ((head[0] ?? 0) & 128) !== 0;
    at = to;
  }
  return blocks;
}

const tailBytes = 256 * 1024;

/** The number at the start of a frame, written like UTF-8 letters. */
function flacNumber(head: Buffer): number | undefined {
  const first = head[4] ?? 0;
  const length = first < 0x80 ? 1 : Math.clz32(~first << 24);
  if (first >= 0x80 && (length < 2 || length > 7)) return undefined;
  return head
    .subarray(5, 4 + length)
    .reduce((number, byte) => number * 64 + (byte & 63), first & (0x7f >> (length === 1 ? 0 : length)));
}

/**
 * Looks for the last frames: theirs must be the last samples that the header counts.
 *
 * @throws TypeError when the sound is cut
 */
async function refuseCutFlac(file: FileHandle): Promise<void> {
  const header = await readAt(file, (await id3Bytes(file)) + 8, 18);
  if (header.length < 18) throw new TypeError('the header is cut');
  const samples = (header.readUInt8(13) & 15) * 2 ** 32 + header.readUInt32BE(14);
  const [blockSize, largest] = [header.readUInt16BE(0), header.readUInt16BE(2)];
  const { size } = await file.stat();
  const tail = await readAt(file, Math.max(0, size - tailBytes), tailBytes);
  let reached = 0;
  for (let at = tail.indexOf(0xff); at !== -1 && at + 11 < tail.length; at = tail.indexOf(0xff, at + 1)) {
    const head = tail.subarray(at, at + 11);
    const number = ((head[1] ?? 0) & 0xfe) === 0xf8 ? flacNumber(head) : undefined;
    // Frames of one size are counted, others say their first sample.
    const end = (number ?? 0) * (head[1] === 0xf8 ? blockSize : 1) + largest;
    if (number !== undefined && end < samples + largest) reached = Math.max(reached, end);
  }
  if (reached > 0 && reached < samples) throw new TypeError('the sound is cut');
}

/** @throws TypeError when the sound is cut */
async function waveChunks(file: FileHandle): Promise<Part[]> {
  const { size } = await file.stat();
  const chunks: Part[] = [];
  for (let at = 12; at + 8 <= size;) {
    const head = await readAt(file, at, 8);
    const length = head.readUInt32LE(4);
    const type = head.toString('latin1', 0, 4);
    // A program that writes into a pipe does not know the length.
    const isOpen = length === 0xffffffff || (type === 'data' && length === 0);
    if (!isOpen && at + 8 + length > size) throw new TypeError(`${type} is cut`);
    if (isOpen) break;
    chunks.push({ type, nameAt: at, from: at + 8, to: at + 8 + length });
    at += 8 + length + (length % 2);
  }
  return chunks;
}

/** Boxes of an MP4 that may hold tags, and those within tracks. @throws TypeError when a box is cut */
async function mp4Boxes(file: FileHandle, from: number, to: number): Promise<Part[]> {
  const boxes: Part[] = [];
  for (let at = from; at + 8 <= to;) {
    const head = await readAt(file, at, 16);
    const short = head.readUInt32BE(0);
    const type = head.toString('latin1', 4, 8);
    const length = short === 0 ? to - at : short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    if (length < 8 || at + length > to) throw new TypeError(`${type} is cut`);
    const content = at + (short === 1 ? 16 : 8);
    if (type === 'moov' || type === 'trak') boxes.push(...(await mp4Boxes(file, content, at + length)));
    else boxes.push({ type, nameAt: at + 4, from: content, to: at + length });
    at += length;
  }
  return boxes;
}

/**
 * Empties the tags of a recording.
 *
 * @returns whether the file is another now
 * @throws TypeError when the file is cut
 */
export async function clearTags(path: string, extension: string): Promise<boolean> {
  const file = await open(path, 'r+');
  try {
    if (extension === 'ogg') return await clearOggComments(file);
    if (extension === 'flac') await refuseCutFlac(file);
    const hadId3 = /^(?:mp3|flac)$/.test(extension) && (await clearId3(file));
    const hadTail = extension === 'mp3' && (await cutTail(file));
    const { size } = await file.stat();
    const [parts, tags, name] =
      extension === 'flac'
        ? [await flacBlocks(file), /^[246]$/, undefined]
        : extension === 'wav'
          ? [await waveChunks(file), /^(?:LIST|id3 |ID3 |bext|iXML|_PMX|cart)$/, 'JUNK']
          : extension === 'm4a'
            ? [await mp4Boxes(file, 0, size), /^(?:udta|meta|uuid)$/, 'free']
            : [[], /^$/, undefined];
    const tagParts = parts.filter(({ type }) => tags.test(type));
    for (const part of tagParts) {
      const isLast = extension === 'flac' && ((await readAt(file, part.nameAt, 1))[0] ?? 0) >= 128;
      await rename(file, part, name === undefined ? Buffer.from([isLast ? 129 : 1]) : Buffer.from(name));
    }
    return hadId3 || hadTail || tagParts.length > 0;
  } finally {
    await file.close();
  }
}

const bitRates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const sampleRates = [44_100, 48_000, 32_000];

function mp3Frame(head: Buffer): { bytes: number; seconds: number } | undefined {
  const [, second = 0, third = 0] = head;
  // Layer III after the eleven bits that begin a frame.
  if (head[0] !== 0xff || (second & 0xe6) !== 0xe2) return undefined;
  const version = (second >> 3) & 3;
  const isFirst = version === 3;
  const bits = bitRates[isFirst ? 1 : 2][third >> 4];
  const rate = (sampleRates[(third >> 2) & 3] ?? 0) / (isFirst ? 1 : version === 2 ? 2 : 4);
  if (version === 1 || !bits || rate === 0) return undefined;
  const samples = isFirst ? 1152 : 576;
  return {
    bytes: Math.floor(((samples / 8) * bits * 1000) / rate) + ((third >> 1) & 1),
    seconds: samples / rate,
  };
}

const blockBytes = 1024 * 1024;
/** Of the frames that its header counts: some programs count one that they do not write. */
const minShareOfFrames = 0.97;

/**
 * How long an MP3 is, by its frames rather than by what its header says.
 *
 * @returns seconds; `undefined` when its frames are none of layer III
 * @throws TypeError when its header tells of more frames than there are
 */
export async function secondsOfMp3(path: string): Promise<number | undefined> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    let at = await id3Bytes(file);
    let block: Buffer = Buffer.alloc(0);
    let blockAt = 0;
    let [frames, seconds] = [0, 0];
    let expected: number | undefined;
    while (at + 4 <= size) {
      if (at < blockAt || at + 256 > blockAt + block.length)
        [block, blockAt] = [await readAt(file, at, blockBytes), at];
      const head = block.subarray(at - blockAt, at - blockAt + 256);
      const frame = mp3Frame(head);
      const info =
        frame && frames === 0 && expected === undefined ? /Xing|Info/.exec(head.toString('latin1')) : null;
      if (!frame) at += 1;
      else if (info) {
        const hasCount = ((head[info.index + 7] ?? 0) & 1) === 1;
        expected = hasCount ? head.readUInt32BE(info.index + 8) : 0;
        at += frame.bytes;
      } else {
        if (at + frame.bytes <= size) {
          frames += 1;
          seconds += frame.seconds;
        }
        at += frame.bytes;
      }
    }
    if (frames < (expected ?? 0) * minShareOfFrames) throw new TypeError('the sound is cut');
    return frames > 0 ? seconds : undefined;
  } finally {
    await file.close();
  }
}
