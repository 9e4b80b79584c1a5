import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MediaSlot } from '#shared/contracts/media.ts';
import type { ErrorBody } from '#shared/errors.ts';
import { fileForm, json } from '../support/answers.ts';
import { pinocchioPackage } from '../support/pinocchio-package.ts';
import { goBack } from '../support/go-back.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

const mediaDir = 'src/content/media';
const address = '/public-objects/audio/estratto-ferro.mp3';
const slot = '/api/admin/media/estratto-ferro';

let site: TestSite;
let author: Person;

beforeAll(async () => {
  site = await openTestSite();
  author = await site.administrator();
});
afterAll(() => site.close());

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await site.visitor().request('GET', path, undefined, headers);
  return Object.assign(response, { content: Buffer.from(await response.arrayBuffer()) });
};
const send = (path: string, bytes: Buffer, name = 'La mia voce.mp3') =>
  author.request('POST', path, fileForm(bytes, name));
const list = async () => json<MediaSlot[]>(await author.request('GET', '/api/admin/media'));

/** A WAV of silence, `seconds` long. */
function wav(seconds: number): Buffer {
  const data = Buffer.alloc(8000 * seconds);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

test('every recording of the landing page has a slot, with the length and size of the book’s own', async () => {
  const slots = await list();
  expect(slots.filter(({ kind }) => kind === 'audio')).toHaveLength(5);
  expect(slots.filter(({ kind }) => kind === 'video')).toHaveLength(5);
  expect(new Set(slots.map(({ id }) => id)).size).toBe(slots.length);
  for (const { original, replacement } of slots) {
    expect(original.bytes).toBeGreaterThan(10_000);
    expect(original.seconds).toBeGreaterThan(1);
    expect(replacement).toBeUndefined();
  }
  const ferro = slots.find(({ id }) => id === 'estratto-ferro');
  expect(Math.round(ferro?.original.seconds ?? 0)).toBe(68);
  expect(ferro?.original.bytes).toBe((await stat(join(mediaDir, 'audio/estratto-ferro.mp3'))).size);
});

test('a file of the author’s takes the place of the book’s at the same address, and gives it back', async () => {
  const own = await get(address);
  expect(own.headers.get('cache-control')).toBe('no-cache');
  const etag = own.headers.get('etag') ?? '';
  const date = own.headers.get('last-modified') ?? '';

  const replaced = await json<MediaSlot>(await send(slot, wav(3)));
  expect(replaced.replacement).toMatchObject({ fileName: 'La mia voce.mp3', type: 'audio/wav', seconds: 3 });
  const now = await get(address, { 'if-none-match': etag });
  expect(now.status).toBe(200);
  expect(now.headers.get('content-type')).toBe('audio/wav');
  expect(now.content).toEqual(wav(3));
  // A player that has the beginning of the old one gets the whole of the new one, not its second half.
  const second = await get(address, { range: 'bytes=1000-', 'if-range': date });
  expect(second.status).toBe(200);
  const validator = now.headers.get('etag') ?? '';
  const part = await get(address, {
    range: 'bytes=0-9',
    'if-range': now.headers.get('last-modified') ?? '',
  });
  expect([part.status, part.content]).toEqual([206, wav(3).subarray(0, 10)]);
  expect((await get(address, { 'if-none-match': validator })).status).toBe(304);
  expect(now.headers.get('content-security-policy')).toContain('sandbox');

  const longer = await json<MediaSlot>(await send(slot, wav(5)));
  expect(longer.replacement?.seconds).toBe(5);
  expect((await get(address, { 'if-none-match': validator })).status).toBe(200);
  // The one before is nobody's now.
  const { unused } = await json<{ unused: { name: string }[] }>(
    await author.request('GET', '/api/admin/uploads'),
  );
  expect(unused.map(({ name }) => `/uploads/${name}`)).toEqual([replaced.replacement?.url]);

  expect((await author.request('DELETE', slot)).status).toBe(204);
  const back = await get(address);
  expect(back.content).toEqual(own.content);
  expect(back.headers.get('etag')).toBe(etag);
});

test('while its file is missing here the book’s own is not served for it', async () => {
  const { replacement } = await json<MediaSlot>(await send(slot, wav(2)));
  await rm(join(site.folder, replacement?.url ?? ''));
  const missing = await get(address);
  expect(missing.status).toBe(404);
  expect(missing.content.toString()).toContain('manca su questa macchina');
  // The panel says so; the same file sent again is the way back.
  const slotNow = async () => (await list()).find(({ id }) => id === 'estratto-ferro')?.replacement;
  expect(await slotNow()).toMatchObject({ missing: 'everywhere' });
  await json(await send(slot, wav(2)));
  expect(await slotNow()).not.toHaveProperty('missing');
  expect((await get(address)).content).toEqual(wav(2));
  expect((await author.request('DELETE', slot)).status).toBe(204);
  expect((await get(address)).status).toBe(200);
});

test('a clip has one file for all its formats', async () => {
  const mp4 = await readFile(join(mediaDir, 'video/chat-2-bisonti.mp4'));
  const replaced = await json<MediaSlot>(await send('/api/admin/media/chat-1-il-mercato', mp4, 'clip.mp4'));
  expect(replaced.replacement).toMatchObject({ type: 'video/mp4' });
  expect(replaced.replacement?.seconds).toBeGreaterThan(1);
  for (const format of ['webm', 'mp4']) {
    const { headers, content } = await get(`/public-objects/video/chat-1-il-mercato.${format}`);
    expect(headers.get('content-type')).toBe('video/mp4');
    expect(content.equals(mp4)).toBe(true);
  }
  expect((await get('/public-objects/video/chat-1-il-mercato.webp')).headers.get('content-type')).toBe(
    'image/webp',
  );
});

test.each([
  ['a video for an audio', 'video/chat-2-bisonti.mp4', slot, 415],
  ['an audio for a video', 'audio/estratto-ferro.mp3', '/api/admin/media/chat-1-il-mercato', 415],
  ['a picture', 'video/chat-2-bisonti.webp', slot, 415],
  ['a text', 'audio/estratto-ferro.txt', slot, 415],
  ['for a place that does not exist', 'audio/estratto-ferro.mp3', '/api/admin/media/boh', 404],
])('refused: %s', async (_what, file, path, status) => {
  const before = await list();
  const { message } = await json<ErrorBody>(await send(path, await readFile(join(mediaDir, file))), status);
  expect(message).toMatch(/MP3|MP4|non esiste/);
  expect(await list()).toEqual(before);
});

test('a page called mp3 is no audio, wherever it is asked for', async () => {
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  expect((await send(slot, page)).status).toBe(415);
});

test('another book’s page has none of the demonstration’s places, until the author goes back', async () => {
  const own = await openTestSite();
  const person = await own.administrator();
  const slots = async () => json<MediaSlot[]>(await person.request('GET', '/api/admin/media'));
  const before = await slots();
  const sent = await person.request(
    'POST',
    '/api/admin/book/package',
    fileForm(await pinocchioPackage(), 'pinocchio.zip'),
  );
  const { id } = await json<{ id: string }>(sent, 201);
  const applied = await person.request('POST', `/api/admin/book/package/${id}/apply`, {});
  expect(applied.status).toBe(204);
  expect(await slots()).toEqual([]);
  await json(await person.request('POST', slot, fileForm(wav(1), 'a.wav')), 404);

  await goBack(person, 'package');
  expect(await slots()).toEqual(before);
  await own.close();
});

test('a recording is named as the published excerpt that it stands in', async () => {
  const own = await openTestSite();
  const person = await own.administrator();
  const { published } = own.services.book;
  const excerpts = published.landing.excerpts.map((excerpt, i) =>
    i === 0 ? { ...excerpt, title: 'Come respira il ghiaccio' } : excerpt,
  );
  const content = { ...published, landing: { ...published.landing, excerpts: excerpts.slice(0, 1) } };
  await json(await person.request('PATCH', '/api/admin/book', { draft: content }));
  await json(await person.request('POST', '/api/admin/book/publish', {}));
  const listed = await json<MediaSlot[]>(await person.request('GET', '/api/admin/media'));
  expect(listed.filter(({ label }) => label.startsWith('Estratto')).map(({ label }) => label)).toEqual([
    'Estratto · Come respira il ghiaccio',
  ]);
  await own.close();
});
