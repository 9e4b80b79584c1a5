import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { bucketSettings, readEnv } from '#server/main/env.ts';
import { startScrub } from '#server/storage/files/scrub.ts';
import { restoreFromBucket } from '#server/storage/mirror/restore-from-bucket.ts';
import type { RestorePlan } from '#shared/contracts/backup.ts';
import type { MediaSlot } from '#shared/contracts/media.ts';
import { fileForm, json } from '../support/answers.ts';
import { openFileDouble } from '../support/buckets.ts';
import { put } from '../support/records.ts';
import { doubleEnv } from '../support/s3-double.ts';
import { goBack } from '../support/go-back.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

const double = await openFileDouble();
let folder: string;
const env: Record<string, string> = { ...doubleEnv(double), S3_PREFIX: 'sito' };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mirror-restore-'));
  return () => rm(folder, { recursive: true, force: true });
});

/** `expect.poll` with room for a busy machine. */
const soon = (look: () => unknown) => expect.poll(look, { timeout: 15_000, interval: 50 });
const has = (key: string) => double.objects.has(`sito/${key}`);

/** Uploads a picture of its own. @returns its name */
async function upload(author: Person): Promise<string> {
  const raw = { width: 8, height: 8, channels: 3 } as const;
  const picture = await sharp(randomBytes(8 * 8 * 3), { raw })
    .png()
    .toBuffer();
  const { url } = await json<{ url: string }>(
    await author.request('POST', '/api/admin/uploads', fileForm(picture, 'neve.png')),
    201,
  );
  return url.replace('/uploads/', '');
}

/** The files of a restore are in their place at once here: the mirror need not wait for them. */
async function settle(site: TestSite): Promise<void> {
  const mark = join(site.folder, 'uploads/.replaced');
  const before = new Date(Date.now() - 60_000);
  await utimes(mark, before, before);
}

/** Rebuilds everything from the bucket, in a folder of its own. */
function rebuild(at: string, wanted: Parameters<typeof restoreFromBucket>[1] = {}) {
  const settings = bucketSettings(readEnv(env));
  if (!settings) throw new Error('there is a bucket');
  return restoreFromBucket({ settings, dataDir: join(at, 'data'), uploadsDir: join(at, 'uploads') }, wanted);
}

const namesOf = async (site: TestSite) => (await site.services.files.list()).map(({ name }) => name);

test('after a restore, and after going back from it, the bucket comes to hold what is here, and loses nothing', async () => {
  const site = await openTestSite({ folder, env });
  const author = await site.administrator();
  const old = await upload(author);
  await soon(() => has(`files/${old}`)).toBe(true);
  const download = async (what: string) =>
    Buffer.from(await (await author.request('GET', `/api/admin/backup/${what}`)).arrayBuffer());
  const [database, files] = [await download('database'), await download('files')];
  await author.request('POST', '/api/admin/uploads/delete', { names: [old], released: true });
  await soon(() => has(`deleted/${old}`)).toBe(true);
  const newer = await upload(author);
  await soon(() => has(`files/${newer}`)).toBe(true);

  const restore = '/api/admin/backup/restore';
  const { id } = await json<RestorePlan>(
    await author.request('POST', restore, fileForm(database, 'db.json')),
    201,
  );
  await json(await author.request('POST', `${restore}/${id}/files`, fileForm(files, 'files.tar.gz')));
  await json(await author.request('POST', `${restore}/${id}/apply`));
  expect(await namesOf(site)).toEqual([old]);
  await settle(site);
  const afterwards = await upload(author);
  await soon(() => [has(`deleted/${old}`), has(`deleted/${newer}`)]).toEqual([false, true]);
  await soon(() => has(`files/${afterwards}`)).toBe(true);
  // Whoever goes back to a moment before the restore finds it there.
  expect([has(`files/${old}`), has(`files/${newer}`)]).toEqual([true, true]);
  await soon(() => stat(join(folder, 'uploads/.replaced')).catch(() => 'gone')).toBe('gone');

  await goBack(author, 'restore');
  expect(await namesOf(site)).toEqual([newer]);
  await settle(site);
  const last = await upload(author);
  await soon(() => [old, newer, last].map((name) => has(`deleted/${name}`))).toEqual([true, false, false]);
  await soon(() => has(`files/${last}`)).toBe(true);
  const [here, sections] = [await namesOf(site), [...site.store.sections.values()]];
  await site.close();

  const rebuilt = join(folder, 'rebuilt');
  expect(await rebuild(rebuilt)).toMatchObject({ kept: [] });
  expect((await readdir(join(rebuilt, 'uploads'))).filter((name) => name.startsWith('.replaced-'))).toEqual(
    [],
  );
  const again = await openTestSite({ folder: rebuilt });
  expect(await namesOf(again)).toEqual(here);
  expect([...again.store.sections.values()]).toEqual(sections);
  await again.close();
});

test('where two machines wrote without knowing of each other a rebuild names both, and makes the one that is chosen', async () => {
  const [one, other] = [join(folder, 'one'), join(folder, 'other')];
  /** Opens a site, makes a code, closes it. */
  const make = async (at: string, code: string) => {
    const site = await openTestSite({ folder: at, env });
    await site.store.mutate([put.unlockCode(code, code)]);
    await soon(
      async () => (await json<{ mirror: string }>(await site.visitor().request('GET', '/api/health'))).mirror,
    ).toBe('ok');
    await site.close();
  };
  const codesIn = async (at: string) => {
    const site = await openTestSite({ folder: at });
    const ids = ['insieme', 'prima', 'seconda'].filter((id) => site.store.unlockCodes.get(id));
    await site.close();
    return ids;
  };
  await make(one, 'insieme');
  await rebuild(other);
  await make(other, 'seconda');
  // It was moved, not copied: one history.
  await rebuild(join(folder, 'moved'));
  expect(await codesIn(join(folder, 'moved'))).toEqual(['insieme', 'seconda']);
  await make(one, 'prima');

  const asked = await rebuild(join(folder, 'asked')).then(
    () => '',
    (error: unknown) => (error as Error).message,
  );
  const runs = [...asked.matchAll(/^ {2}(\d{8}-[0-9a-f]{8}) {3}fino alle .* UTC$/gm)].map(([, run]) => run);
  expect(runs).toEqual([expect.stringMatching(/^00000003-/), expect.stringMatching(/^00000002-/)]);
  expect(asked).toContain(`npm run restore -- s3 --storia ${runs[0]}`);
  expect(await readdir(join(folder, 'asked/data'))).toEqual([]);
  for (const [index, last] of ['prima', 'seconda'].entries()) {
    await rebuild(join(folder, last), { run: runs[index] });
    expect(await codesIn(join(folder, last))).toEqual(['insieme', last]);
  }
});

const address = '/public-objects/audio/estratto-ferro.mp3';

/** Puts another recording of the book in the place of one. */
async function replaceRecording(author: Person) {
  const content = await readFile('src/content/media/audio/estratto-il-kivgiq.mp3');
  const { replacement } = await json<MediaSlot>(
    await author.request('POST', '/api/admin/media/estratto-ferro', fileForm(content, 'mia.mp3')),
  );
  const name = replacement?.url.replace('/uploads/', '') ?? '';
  // As it is kept: a recording loses its tags.
  return { content: await readFile(join(folder, 'uploads', name)), name };
}

test('a recording of the author’s that is missing here comes from the bucket; the book’s own is never served for it', async () => {
  const site = await openTestSite({ folder, env });
  const author = await site.administrator();
  const { content, name } = await replaceRecording(author);
  await soon(() => has(`files/${name}`)).toBe(true);
  await rm(join(folder, 'uploads', name));
  const visitor = site.visitor();
  const whole = await visitor.request('GET', address);
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
  expect(whole.headers.get('cache-control')).toBe('no-cache');
  expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
  const part = await visitor.request('GET', address, undefined, { range: 'bytes=4-9' });
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, content.subarray(4, 10)]);
  double.fault = () => 403;
  const away = await visitor.request('GET', address);
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '10']);
  const missing = async () => {
    const slots = await json<MediaSlot[]>(await author.request('GET', '/api/admin/media'));
    return slots.find(({ id }) => id === 'estratto-ferro')?.replacement?.missing;
  };
  expect(await missing()).toBe('unknown');
  double.fault = undefined;
  // The panel says that it is missing here, and to look is enough: it comes back.
  expect(await missing()).toBe('here');
  await soon(missing).toBeUndefined();
  expect(await readFile(join(folder, 'uploads', name))).toEqual(content);
  await site.close();
});

test('an upload whose bytes changed on the disk is found, and comes back whole from the bucket', async () => {
  const site = await openTestSite({ folder, env });
  const author = await site.administrator();
  const name = await upload(author);
  await soon(() => has(`files/${name}`)).toBe(true);
  const path = join(folder, 'uploads', name);
  const whole = await readFile(path);
  const changed = Buffer.from(whole);
  changed.writeUInt8(changed.readUInt8(40) ^ 1, 40);
  await writeFile(path, changed);
  const { mirror, files } = site.services;
  const scrub = startScrub({ files, fetch: mirror?.fetch, onFound: () => undefined, pace: Infinity });
  expect(await scrub.run()).toMatchObject({ damaged: [], mended: [name] });
  await scrub.stop();
  expect(await readFile(path)).toEqual(whole);

  // The copy says what the content was until the file is written here again.
  const before = new Date(Date.now() - 60_000);
  await utimes(path, before, before);
  expect(name).toContain((await mirror?.checksumOf(name))?.slice(0, 32));
  const later = new Date(Date.now() + 60_000);
  await utimes(path, later, later);
  expect(await mirror?.checksumOf(name)).toBeUndefined();

  // Cut short and then to be copied: the whole one in the bucket stays, and comes back.
  await writeFile(path, whole.subarray(0, 40));
  expect(await mirror?.bringBack(name)).toBe(true);
  await soon(() => readFile(path)).toEqual(whole);
  expect(double.objects.get(`sito/files/${name}`)?.bytes).toEqual(whole);
  await site.close();
});
