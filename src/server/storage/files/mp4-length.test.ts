import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secondsOfMp4 } from './mp4-length.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mp4-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function box(type: string, content: Buffer, size: 'short' | 'long' | 'to the end' = 'short'): Buffer {
  const header = Buffer.alloc(size === 'long' ? 16 : 8);
  header.write(type, 4, 'latin1');
  if (size === 'short') header.writeUInt32BE(8 + content.length);
  if (size === 'long') {
    header.writeUInt32BE(1);
    header.writeBigUInt64BE(BigInt(16 + content.length), 8);
  }
  return Buffer.concat([header, content]);
}

function movieHeader(scale: number, duration: number, version: 0 | 1 = 0): Buffer {
  const content = Buffer.alloc(100);
  content[0] = version;
  content.writeUInt32BE(scale, version === 1 ? 20 : 12);
  if (version === 1) content.writeBigUInt64BE(BigInt(duration), 24);
  else content.writeUInt32BE(duration, 16);
  return box('mvhd', content);
}

const type = box('ftyp', Buffer.from('isom0000'));
const media = box('mdat', Buffer.alloc(1_000));

test.each<[string, Buffer[], number | undefined]>([
  ['its header first', [type, box('moov', movieHeader(600, 1_500)), media], 2.5],
  [
    'its header last, behind a box of 64 bits',
    [type, box('mdat', Buffer.alloc(64), 'long'), box('moov', movieHeader(1_000, 4_000))],
    4,
  ],
  [
    'a header that reaches to the end of the file',
    [type, box('moov', movieHeader(10, 35), 'to the end')],
    3.5,
  ],
  ['times of 64 bits', [type, box('moov', movieHeader(1_000, 2 ** 33, 1))], 2 ** 33 / 1_000],
  [
    'other boxes before the one that says it',
    [type, box('moov', Buffer.concat([box('udta', Buffer.alloc(9)), movieHeader(1, 7)]))],
    7,
  ],
  ['no length yet', [type, box('moov', movieHeader(600, 0))], undefined],
  ['no clock', [type, box('moov', movieHeader(0, 600))], undefined],
  ['no header', [type, media], undefined],
  ['a header cut off', [type, box('moov', movieHeader(600, 1_500)).subarray(0, 30)], undefined],
  [
    'a box that says it is smaller than its own header',
    [type, Buffer.from([0, 0, 0, 4, 0x66, 0x72, 0x65, 0x65, 0, 0, 0, 0]), media],
    undefined,
  ],
  ['nothing in it', [], undefined],
  ['other bytes than an MP4', [Buffer.alloc(200_000)], undefined],
])('a film with %s', async (name, parts, seconds) => {
  const path = join(folder, `${name.replaceAll(/\W/g, '-')}.mp4`);
  await writeFile(path, Buffer.concat(parts));
  expect(await secondsOfMp4(path)).toBe(seconds);
});
