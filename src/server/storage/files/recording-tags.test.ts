import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checksum } from './ogg-tags.ts';
import { clearTags, secondsOfMp3 } from './recording-tags.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tags-'));
});
afterAll(() => rm(folder, { recursive: true }));

const secret = Buffer.from('Segreto di Livia');
const number = (value: number, littleEndian = false) => {
  const bytes = Buffer.alloc(4);
  if (littleEndian) bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
};
/** MPEG-1 layer III, 128 kbit/s at 44,100 Hz: 417 bytes, 26 ms. */
const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(413, 0x55)]);
const frames = (count: number) => Buffer.concat(Array.from({ length: count }, () => frame));
const xing = (count: number) => {
  const bytes = Buffer.from(frame.map((byte, i) => (i < 4 ? byte : 0)));
  Buffer.concat([Buffer.from('Xing'), number(1), number(count)]).copy(bytes, 36);
  return bytes;
};
const id3 = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0', 'latin1'), Buffer.from([secret.length]), secret]);
const box = (name: string, ...content: Buffer[]) => {
  const inside = Buffer.concat(content);
  return Buffer.concat([number(inside.length + 8), Buffer.from(name), inside]);
};
const chunk = (name: string, content: Buffer) =>
  Buffer.concat([Buffer.from(name), number(content.length, true), content]);
const wave = (...chunks: Buffer[]) => Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), ...chunks]);
const sound = Buffer.alloc(64, 7);

/** A page of Ogg without its checksum. */
const page = (...packets: Buffer[]) => {
  const pieces = packets.flatMap(({ length }) => [
    ...Array.from({ length: Math.floor(length / 255) }, () => 255),
    length % 255,
  ]);
  const head = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(22), Buffer.from([pieces.length])]);
  return Buffer.concat([head, Buffer.from(pieces), ...packets]);
};
const comments = (kind: string, end: Buffer) =>
  Buffer.concat([
    Buffer.from(kind, 'latin1'),
    number(3, true),
    Buffer.from('xyz'),
    number(1, true),
    number(secret.length * 40, true),
    Buffer.alloc(secret.length * 40, secret),
    end,
  ]);
/** 4,096 samples a frame; the header counts 40 of them. */
const flac = (count: number) => {
  const info = Buffer.alloc(38);
  info.writeUInt32BE(0x80000022);
  info.writeUInt16BE(4096, 4);
  info.writeUInt16BE(4096, 6);
  info.writeUInt32BE(40 * 4096, 18);
  const blocks = Array.from({ length: count }, (_, i) =>
    Buffer.concat([Buffer.from([0xff, 0xf8, 0xc9, 0x18, i, 0]), Buffer.alloc(90, 0x55)]),
  );
  return Buffer.concat([Buffer.from('fLaC'), info, ...blocks]);
};

async function clear(extension: string, bytes: Buffer) {
  const path = join(folder, `a.${extension}`);
  await writeFile(path, bytes);
  return { isChanged: await clearTags(path, extension), after: await readFile(path) };
}

describe('what stands beside the sound', () => {
  it('several songs in one Ogg are refused, and the file is as it was', async () => {
    const first = Buffer.from(page(sound).map((byte, i) => (i === 5 ? 2 : byte)));
    const song = Buffer.concat([first, page(comments('\x03vorbis', Buffer.from([1]))), page(sound)]);
    expect((await clear('ogg', song)).isChanged).toBe(true);
    await expect(clear('ogg', Buffer.concat([song, song]))).rejects.toThrow('più brani');
    expect(await readFile(join(folder, 'a.ogg'))).toEqual(Buffer.concat([song, song]));
  });

  it.each([
    [
      'mp3',
      Buffer.concat([id3, frames(3), Buffer.from('TAG'), secret, Buffer.alloc(125 - secret.length)]),
      frame,
    ],
    [
      'mp3',
      Buffer.concat([
        frames(3),
        secret,
        Buffer.from('APETAGEX'),
        number(2000, true),
        number(secret.length + 32, true),
        Buffer.alloc(16),
      ]),
      frame,
    ],
    ['wav', wave(chunk('fmt ', sound), chunk('LIST', secret), chunk('data', sound)), sound],
    [
      'm4a',
      Buffer.concat([
        box('ftyp'),
        box('moov', box('trak', box('udta', secret)), box('udta', secret)),
        box('mdat', sound),
      ]),
      sound,
    ],
    [
      'flac',
      Buffer.concat([
        Buffer.from('fLaC'),
        Buffer.from([4, 0, 0, secret.length]),
        secret,
        Buffer.from([134, 0, 0, secret.length]),
        secret,
        sound,
      ]),
      sound,
    ],
  ])('goes from %s, and the sound stays where it was', async (extension, bytes, kept) => {
    const { isChanged, after } = await clear(extension, bytes);
    expect([isChanged, after.includes(secret)]).toEqual([true, false]);
    expect(after.indexOf(kept)).toBe(bytes.indexOf(kept));
    expect((await clear('mp3', frames(2))).isChanged).toBe(false);
  });

  it.each([
    ['\x03vorbis', Buffer.from([1])],
    ['OpusTags', Buffer.alloc(0)],
  ])('goes from an Ogg of %j, whose page has its checksum again', async (kind, end) => {
    const bytes = Buffer.concat([page(sound), page(comments(kind, end), sound), page(sound)]);
    const { isChanged, after } = await clear('ogg', bytes);
    expect([isChanged, after.includes(secret), after.length]).toEqual([true, false, bytes.length]);
    const [start, next] = [after.indexOf('OggS', 1), after.lastIndexOf('OggS')];
    const ownPage = Buffer.from(after.subarray(start, next));
    const sum = ownPage.readUInt32LE(22);
    ownPage.writeUInt32LE(0, 22);
    expect(sum).toBe(checksum(ownPage));
    expect(after.subarray(after.lastIndexOf('OggS'))).toEqual(page(sound));
    expect((await clear('ogg', after)).isChanged).toBe(false);
  });

  it.each([
    ['ogg', Buffer.concat([page(sound), page(sound)]).subarray(0, -10)],
    ['flac', flac(30)],
    ['flac without its last part', flac(39)],
    ['wav', wave(chunk('fmt ', sound), chunk('data', sound)).subarray(0, -10)],
    ['m4a', Buffer.concat([box('ftyp'), box('moov'), box('mdat', sound)]).subarray(0, -10)],
  ])('a cut %s is told', async (extension, bytes) => {
    await expect(clear(extension.split(' ')[0] ?? '', bytes)).rejects.toThrow('is cut');
  });

  it('counts the checksum of Ogg as others do', () => {
    expect(checksum(Buffer.from('123456789'))).toBe(0x89a1897f);
  });

  it('a whole FLAC is taken', async () => {
    expect((await clear('flac', flac(40))).isChanged).toBe(false);
  });
});

describe('how long an MP3 is', () => {
  const measure = async (bytes: Buffer) => {
    const path = join(folder, 'b.mp3');
    await writeFile(path, bytes);
    return secondsOfMp3(path);
  };

  it.each([
    ['frames alone', frames(100), 2.6],
    ['a tag before them', Buffer.concat([id3, frames(100)]), 2.6],
    ['a header that counts them', Buffer.concat([xing(100), frames(100)]), 2.6],
    ['the last one cut', frames(101).subarray(0, -9), 2.6],
    ['more than is read at once', frames(5_000), 130.6],
  ])('%s', async (_, bytes, seconds) => expect(await measure(bytes)).toBeCloseTo(seconds, 1));

  it('is refused where frames are missing, and unknown without any', async () => {
    await expect(measure(Buffer.concat([xing(700), frames(100)]))).rejects.toThrow('cut');
    expect(await measure(Buffer.alloc(5_000))).toBeUndefined();
  });
});
