import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { filesOverview } from '#shared/contracts/files.ts';
import type { ShownGalleryImage } from '#shared/contracts/gallery.ts';
import type { StoredUpload } from '#shared/contracts/uploads.ts';
import type { ErrorBody } from '#shared/errors.ts';
import type { z } from 'zod';
import { fileForm, json } from '../support/answers.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let author: Person;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  site = await openTestSite({ folder, env: { DEMO: 'off' } });
  author = await site.administrator();
});
afterAll(async () => {
  await site.close();
  await rm(site.folder, { recursive: true });
});

const send = (bytes: Buffer) => author.request('POST', '/api/admin/uploads', fileForm(bytes, 'a.jpg'));
const upload = async (bytes: Buffer) => json<StoredUpload>(await send(bytes), 201);
const get = async (path: string) => Buffer.from(await (await author.request('GET', path)).arrayBuffer());
const overview = async () =>
  json<z.infer<typeof filesOverview>>(await author.request('GET', '/api/admin/uploads'));
const remove = (names: string[], released?: boolean) =>
  author.request('POST', '/api/admin/uploads/delete', { names, released });
const nameOf = ({ url }: { url: string }) => url.replace('/uploads/', '');
const age = (name: string, hours: number) => {
  const then = new Date(Date.now() - hours * 3_600_000);
  return utimes(join(site.folder, 'uploads', name), then, then);
};

/** Noise: what a photograph is to an encoder. */
const photograph = (width: number, height: number, tint = 0) =>
  sharp(Buffer.from(Array.from({ length: 64 * 48 * 3 }, (_, i) => (i * 7919 + tint) % 256)), {
    raw: { width: 64, height: 48, channels: 3 },
  }).resize(width, height, { fit: 'fill' });

test('a kind of image that not every browser shows is refused with a sentence, and not kept', async () => {
  const before = await readdir(join(site.folder, 'uploads'), { recursive: true });
  const tiff = await photograph(64, 48).tiff().toBuffer();
  const { message } = await json<ErrorBody>(await send(tiff), 415);
  expect(message).toBe('Il file deve essere un’immagine JPEG, PNG, WebP, AVIF o GIF.');
  expect(await readdir(join(site.folder, 'uploads'), { recursive: true })).toEqual(before);
});

test('a photograph is turned, loses its place and owner, and gets smaller files that its entry names', async () => {
  const exif = { IFD0: { Artist: 'Livia' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '77/1 28/1 0/1' } };
  const taken = await photograph(1200, 900).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect((await sharp(taken).metadata()).exif).toBeDefined();
  const stored = await upload(taken);
  expect(stored).toMatchObject({ type: 'image/jpeg', width: 900, height: 1200 });
  const shown = await sharp(await get(stored.url)).metadata();
  expect([shown.width, shown.height, shown.exif, shown.orientation]).toEqual([
    900,
    1200,
    undefined,
    undefined,
  ]);

  const made = await json<ShownGalleryImage>(
    await author.request('POST', '/api/gallery-images', { title: 'Qaanik', imageUrl: stored.url }),
    201,
  );
  expect(made).toMatchObject({ width: 900, height: 1200 });
  await site.services.images.settled();
  const [image] = await json<ShownGalleryImage[]>(await site.visitor().request('GET', '/api/gallery-images'));
  expect(image?.variants?.map(({ type, width }) => `${type} ${width}`).sort()).toEqual([
    'image/avif 480',
    'image/avif 900',
    'image/webp 480',
    'image/webp 900',
  ]);
  for (const { url, type, width } of image?.variants ?? []) {
    const variant = await sharp(await get(url)).metadata();
    expect(variant).toMatchObject({ width, height: Math.round((width * 4) / 3) });
    expect(`image/${variant.format === 'heif' ? 'avif' : variant.format}`).toBe(type);
    expect(variant.exif).toBeUndefined();
  }

  // Another address: the size of the old picture does not stay with it.
  const moved = await author.request('PATCH', `/api/gallery-images/${made.id}`, {
    imageUrl: 'https://a.it/b.webp',
  });
  const elsewhere = await json<ShownGalleryImage>(moved);
  expect([elsewhere.width, elsewhere.height]).toEqual([undefined, undefined]);
  await author.request('DELETE', `/api/gallery-images/${made.id}`);
});

test('a moving picture stays whole, and counts with all its frames', async () => {
  const frames = await Promise.all([10, 99, 180].map((tint) => photograph(40, 30, tint).png().toBuffer()));
  const moving = await sharp(frames, { join: { animated: true } })
    .gif({ loop: 0 })
    .toBuffer();
  const stored = await upload(moving);
  expect(stored).toMatchObject({ type: 'image/gif', width: 40, height: 30 });
  expect(await get(stored.url)).toEqual(moving);
  await site.services.images.settled();
  expect(site.services.images.variants.ofUrl(stored.url)).toEqual([]);
});

test('a moving PNG stays moving, loses what a program wrote beside it, and gets no still smaller files', async () => {
  const frame = await photograph(600, 400).png().toBuffer();
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const chunksOf = (png: Buffer) => {
    const chunks: { type: string; data: Buffer; all: Buffer }[] = [];
    for (let at = 8; at < png.length;) {
      const end = at + 12 + png.readUInt32BE(at);
      chunks.push({
        type: png.toString('latin1', at + 4, at + 8),
        data: png.subarray(at + 8, end - 4),
        all: png.subarray(at, end),
      });
      at = end;
    }
    return chunks;
  };
  const words = (...numbers: number[]) => {
    const bytes = Buffer.alloc(numbers.length * 4);
    numbers.forEach((number, i) => bytes.writeUInt32BE(number, i * 4));
    return bytes;
  };
  const control = (sequence: number) =>
    chunk('fcTL', Buffer.concat([words(sequence, 600, 400, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]));
  const parts = chunksOf(frame);
  const pixels = Buffer.concat(parts.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const exif = sharp(
    await photograph(8, 8)
      .withExif({ IFD0: { Artist: 'Livia' } })
      .png()
      .toBuffer(),
  );
  const notes = chunksOf(await exif.keepMetadata().png().toBuffer()).filter(({ type }) => type === 'eXIf');
  const moving = Buffer.concat([
    frame.subarray(0, 8),
    ...parts.filter(({ type }) => type === 'IHDR').map(({ all }) => all),
    ...notes.map(({ all }) => all),
    chunk('acTL', words(2, 0)),
    control(0),
    chunk('IDAT', pixels),
    control(1),
    chunk('fdAT', Buffer.concat([words(2), pixels])),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  expect(moving.includes('eXIf')).toBe(true);
  const stored = await upload(moving);
  expect(stored).toMatchObject({ width: 600, height: 400 });
  const shown = await get(stored.url);
  expect([shown.includes('acTL'), shown.includes('fdAT'), shown.includes('eXIf')]).toEqual([
    true,
    true,
    false,
  ]);
  await site.services.images.settled();
  const stem = stored.url.split('/').at(-1)?.replace('.png', '') ?? '';
  const names = await readdir(join(site.folder, 'uploads'), { recursive: true });
  expect(names.filter((name) => name.includes(stem))).toHaveLength(1);
});

test('a telephone’s JPEG with wrong bytes in its scan is taken; one that is cut is not', async () => {
  const taken = await photograph(640, 480).jpeg().toBuffer();
  const scan = taken.indexOf(Buffer.from([0xff, 0xda]));
  // Ss, Se, Ah/Al as Samsung writes them.
  taken.set([0, 0, 0], scan + 2 + taken.readUInt16BE(scan + 2) - 3);
  expect(await upload(taken)).toMatchObject({ type: 'image/jpeg', width: 640, height: 480 });
  const { message } = await json<ErrorBody>(await send(taken.subarray(0, taken.length / 2)), 422);
  expect(message).toContain('danneggiata');
});

test('a very tall picture is taken, with the smaller files that can hold it', async () => {
  const stored = await upload(await photograph(1_000, 20_000).jpeg().toBuffer());
  expect(stored).toMatchObject({ width: 1_000, height: 20_000 });
  await site.services.images.settled();
  const stem = stored.url.split('/').at(-1)?.replace('.jpg', '') ?? '';
  const names = await readdir(join(site.folder, 'uploads'), { recursive: true });
  const widthsOf = names.flatMap((name) => new RegExp(`${stem}-(\\d+)\\.avif`).exec(name)?.[1] ?? []);
  expect(widthsOf).toEqual(['480']);
});

test('a bomb is refused by its header, before a pixel is read', async () => {
  const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#000' } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(bomb.length).toBeLessThan(1_000_000);
  const { message } = await json<ErrorBody>(await send(bomb), 422);
  expect(message).toBe('L’immagine ha troppi pixel: 12000 × 12000. Al massimo possono essere 100 milioni.');
  expect(await readdir(join(site.folder, 'uploads/.incoming'))).toEqual([]);
});

test('what nothing uses is listed with all that was made of it, and deleted, but never within its first hour', async () => {
  for (const { name } of await site.services.files.list()) await rm(join(site.folder, 'uploads', name));
  await site.services.images.reopen();
  const [used, loose, fresh] = await Promise.all(
    [1, 2, 3].map(async (tint) =>
      upload(
        await photograph(700, 500, tint * 50)
          .jpeg()
          .toBuffer(),
      ),
    ),
  );
  if (!used || !loose || !fresh) throw new Error('three were uploaded');
  await author.request('POST', '/api/gallery-images', { title: 'Usata', imageUrl: used.url });
  await site.services.images.settled();
  await writeFile(join(site.folder, 'uploads/mappa.pdf'), 'pdf');
  for (const name of [nameOf(used), nameOf(loose), 'mappa.pdf']) await age(name, 2);

  const { count, unused } = await overview();
  expect(count).toBe(4);
  const shown = new Map(unused.map((file) => [file.name, file]));
  expect([...shown.keys()].sort()).toEqual([nameOf(fresh), nameOf(loose), 'mappa.pdf'].sort());
  expect(shown.get(nameOf(fresh))).toMatchObject({ recent: true, byHand: false });
  expect(shown.get(nameOf(loose))).toMatchObject({ recent: false, byHand: false });
  expect(shown.get('mappa.pdf')).toMatchObject({ byHand: true, bytes: 3 });
  expect(shown.get(nameOf(loose))?.bytes).toBeGreaterThan(loose.bytes);

  const all = [nameOf(used), nameOf(loose), nameOf(fresh), 'non/esiste.webp', '../data/db.json'];
  expect(await json(await remove(all))).toEqual({
    deleted: [nameOf(loose)],
    kept: all.filter((name) => name !== nameOf(loose)),
  });
  const left = (await site.services.files.list()).map(({ name }) => name);
  const stem = nameOf(loose).replace('.jpg', '');
  expect(left.filter((name) => name.startsWith(stem))).toEqual([]);
  expect(left.filter((name) => name.startsWith(nameOf(used).replace('.jpg', '')))).toHaveLength(5);
  expect((await site.visitor().request('GET', loose.url)).status).toBe(404);
  // The author deleted its entry a moment ago: the hour protects what has not been used yet.
  expect(await json(await remove([nameOf(fresh)], true))).toMatchObject({ deleted: [nameOf(fresh)] });
});

test('smaller files that a stop interrupted are made after the next start', async () => {
  const stored = await upload(await photograph(1000, 700, 77).jpeg().toBuffer());
  await site.close();
  const partly = site.services.images.variants.ofUrl(stored.url).length;
  site = await openTestSite({ folder: site.folder, env: { DEMO: 'off' } });
  author = await site.administrator();
  await site.services.images.settled();
  expect(partly).toBeLessThan(4);
  expect(site.services.images.variants.ofUrl(stored.url).map(({ width }) => width)).toEqual([
    480, 480, 960, 960, 1000, 1000,
  ]);
});
