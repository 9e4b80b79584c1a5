import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openFileDouble } from '../support/buckets.ts';
import { doubleEnv } from '../support/s3-double.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

const double = await openFileDouble();
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mirror-'));
  return () => rm(folder, { recursive: true, force: true });
});

const open = (path = folder): Promise<TestSite> =>
  openTestSite({ folder: path, env: { ...doubleEnv(double), S3_PREFIX: 'sito' } });

/** `expect.poll` with room for a busy machine. */
const soon = (look: () => unknown) => expect.poll(look, { timeout: 15_000, interval: 50 });
const health = async (site: TestSite) =>
  ((await (await site.visitor().request('GET', '/api/health')).json()) as { mirror: string }).mirror;
const inBucket = (part: string) => [...double.objects.keys()].filter((key) => key.startsWith(`sito/${part}`));

async function upload(author: Person): Promise<string> {
  const { r, g, b } = { r: randomBytes(1)[0], g: 50, b: 90 };
  const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'luna.png');
  const response = await author.request('POST', '/api/admin/uploads', form);
  return ((await response.json()) as { url: string }).url;
}

describe('the site and its bucket', () => {
  test('uploads and database reach the bucket; status and health say so', async () => {
    const site = await open();
    const author = await site.administrator();
    const status = async () => (await author.request('GET', '/api/admin/backup/mirror')).json();
    const url = await upload(author);
    await soon(() => inBucket(`files${url.replace('/uploads', '')}`)).toHaveLength(1);
    await soon(() => health(site)).toBe('ok');
    expect(await status()).toMatchObject({
      state: 'ok',
      bucket: 'libro/sito',
      pendingFiles: 0,
    });
    await site.close();
    expect(inBucket('database/').filter((key) => key.endsWith('.snapshot'))).toHaveLength(1);
    const [head = ''] = inBucket('database/').filter((key) => key.endsWith('head.json'));
    expect(double.objects.get(head)?.bytes.toString()).toContain('"closed":true');
  });

  test('while the bucket is away the site works the same, says what is wrong, and catches up', async () => {
    const site = await open();
    await soon(() => health(site)).toBe('ok');
    double.fault = () => 403;
    const author = await site.administrator();
    const url = await upload(author);
    const reader = await site.reader('qr4n-7mdx');
    expect((await reader.request('POST', '/api/chat', { message: 'Ciao' })).status).toBe(200);
    await soon(() => health(site)).toBe('failing');
    const response = await author.request('GET', '/api/admin/backup/mirror');
    const status = (await response.json()) as { pendingFiles: number };
    expect(status.pendingFiles).toBeGreaterThan(0);
    expect(status).toMatchObject({
      lastError: expect.stringContaining('rifiuta l’accesso') as string,
    });
    double.fault = undefined;
    await soon(() => health(site)).toBe('ok');
    expect(inBucket(`files${url.replace('/uploads', '')}`)).toHaveLength(1);
    await site.close();
  });

  test('a file that is missing here comes from the bucket, in parts too, and then comes back', async () => {
    const site = await open();
    const author = await site.administrator();
    const url = await upload(author);
    // Strangers get what something visible speaks of.
    await author.request('POST', '/api/gallery-images', { title: 'Quadro', imageUrl: url });
    const content = Buffer.from(await (await site.visitor().request('GET', url)).arrayBuffer());
    await soon(() => inBucket(`files${url.replace('/uploads', '')}`)).toHaveLength(1);
    await rm(join(folder, url));
    const visitor = site.visitor();
    const whole = await visitor.request('GET', url);
    expect(whole.status).toBe(200);
    expect(whole.headers.get('content-type')).toBe('image/png');
    expect(whole.headers.get('content-security-policy')).toContain('sandbox');
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(content);
    const part = await visitor.request('GET', url.replace('/uploads', '/public-objects'), undefined, {
      range: 'bytes=2-5',
    });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 2-5/${content.length}`);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(2, 6));
    const beyond = await visitor.request('GET', url, undefined, { range: 'bytes=99999-' });
    expect(beyond.status).toBe(416);
    const head = await visitor.request('HEAD', url);
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(content.length)]);
    await site.close();

    const again = await open();
    await soon(() => inBucket('files/').length).toBeGreaterThan(0);
    double.requests.length = 0;
    await soon(async () => {
      const answer = await again.visitor().request('GET', url);
      await answer.arrayBuffer();
      return answer.headers.get('cache-control');
    }).toContain('immutable');
    await again.close();
  });

  test('addresses that nobody has are asked for in the bucket once, and nothing leads out of the files', async () => {
    const site = await open();
    await soon(() => health(site)).toBe('ok');
    double.requests.length = 0;
    const visitor = site.visitor();
    for (let time = 0; time < 3; time++) {
      expect((await visitor.request('GET', '/uploads/images/mai.webp')).status).toBe(404);
    }
    expect(double.requests.filter(({ key }) => key.endsWith('mai.webp'))).toHaveLength(1);
    for (const path of [
      '/uploads/%2e%2e/database/x',
      '/uploads/..%2fclock',
      '/uploads/.replaced/x',
      '/uploads/%ff',
    ]) {
      expect((await visitor.request('GET', path)).status).toBeGreaterThanOrEqual(400);
    }
    expect(double.requests.some(({ key, method }) => method === 'GET' && key.endsWith('/x'))).toBe(false);
    double.fault = () => 503;
    expect((await visitor.request('GET', '/uploads/images/altra.webp')).status).toBe(503);
    double.fault = undefined;
    await site.close();
  });

  test('what is deleted here is marked there, not removed: a restore of yesterday needs it', async () => {
    const site = await open();
    const author = await site.administrator();
    const url = await upload(author);
    const name = url.replace('/uploads/', '');
    await soon(() => inBucket(`files/${name}`)).toHaveLength(1);
    await author.request('POST', '/api/admin/uploads/delete', { names: [name], released: true });
    await soon(() => inBucket(`deleted/${name}`)).toHaveLength(1);
    expect(inBucket(`files/${name}`)).toHaveLength(1);
    await site.close();
    const again = await open();
    await soon(() => health(again)).toBe('ok');
    expect(await again.services.files.stat(name)).toBeUndefined();
    await again.close();
  });

  test('a machine without a database does not cover the one in the bucket', async () => {
    const site = await open();
    await soon(() => health(site)).toBe('ok');
    await site.close();
    const empty = join(folder, 'nuova');
    await mkdir(empty);
    await expect(open(empty)).rejects.toThrow('npm run restore -- s3');
  });

  test('beside a newer run of another machine a site is read-only and says so, and touches no file there', async () => {
    // Half a minute passes when the test says so.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const site = await open();
    const author = await site.administrator();
    const url = await upload(author);
    await soon(() => inBucket(`files${url.replace('/uploads', '')}`)).toHaveLength(1);
    const note = { machine: 'altra', sequence: 1, at: new Date().toISOString(), closed: false };
    const newer = { bytes: Buffer.from(JSON.stringify(note)), etag: 'x', modified: new Date(), headers: {} };
    double.objects.set('sito/database/00000009-aaaaaaaa/head.json', newer);
    const before = inBucket('files/');
    await vi.advanceTimersByTimeAsync(30_000);
    await soon(() => health(site)).toBe('superseded');
    expect(site.logged.join()).toContain('another machine writes in the bucket: this one is read-only now');
    const refused = await site.visitor().request('POST', '/api/redeem-code', { code: 'qr4n-7mdx' });
    expect([refused.status, await refused.text()]).toEqual([
      503,
      expect.stringContaining('soltanto leggere') as string,
    ]);
    expect((await site.visitor().request('GET', '/api/gallery-images')).status).toBe(200);
    expect(await (await author.request('GET', '/api/admin/backup/mirror')).json()).toMatchObject({
      state: 'superseded',
    });
    await site.services.files.delete(url.replace('/uploads/', ''));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([inBucket('files/'), inBucket('deleted/')]).toEqual([before, []]);
    await site.close();
    vi.useRealTimers();
  });

  test('without a bucket nothing is mirrored', async () => {
    const site = await openTestSite({ folder });
    const author = await site.administrator();
    await upload(author);
    expect(await health(site)).toBe('off');
    expect(await (await author.request('GET', '/api/admin/backup/mirror')).json()).toEqual({
      state: 'off',
      pendingFiles: 0,
      databaseBehind: 0,
    });
    await site.close();
  });
});

describe('npm run mirror -- verify', () => {
  const run = promisify(execFile);
  beforeAll(async () => {
    // What `npm test` built; alone, this test builds what is missing.
    await run(process.execPath, ['-e', "import('./scripts/setup.mjs').then((setup) => setup.ensureBuilt())"]);
  }, 120_000);

  const verify = (...options: string[]) => verifyAt(folder, ...options);
  const verifyAt = async (path: string, ...options: string[]) => {
    const env = {
      ...process.env,
      ...doubleEnv(double),
      S3_PREFIX: 'sito',
      DATA_DIR: join(path, 'data'),
      UPLOADS_DIR: join(path, 'uploads'),
    };
    const ended = run(process.execPath, ['dist/server/mirror.js', 'verify', ...options], { env });
    return ended.then(
      ({ stdout }) => ({ status: 0, said: stdout }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => {
        return { status: code, said: stdout + stderr };
      },
    );
  };

  test('beside a running site it only looks: what is arriving there arrives', async () => {
    const site = await open();
    const author = await site.administrator();
    const url = await upload(author);
    await soon(() => inBucket(`files${url.replace('/uploads', '')}`)).toHaveLength(1);
    const incoming = join(folder, 'uploads/.incoming');
    const sender = new PassThrough();
    const arriving = site.services.files.receive(sender, 1e6, () => Promise.resolve('images/lenta.png'));
    sender.write('la prima metà, ');
    await soon(() => readdir(incoming)).toHaveLength(1);

    expect(await verify('--dry-run')).toEqual({ status: 0, said: 'File uguali: 1. File diversi: 0.\n' });
    // To mend takes the site's own place.
    expect(await verify()).toMatchObject({
      status: 1,
      said: expect.stringContaining('già aperto') as string,
    });

    expect(await readdir(incoming)).toHaveLength(1);
    sender.end('la seconda');
    await arriving;
    const kept = await readFile(join(folder, 'uploads/images/lenta.png'), 'utf8');
    expect(kept).toBe('la prima metà, la seconda');
    await site.close();
  });

  test('mends nothing in a bucket that another machine writes in', async () => {
    const site = await open();
    const url = await upload(await site.administrator());
    await soon(() => inBucket(`files${url.replace('/uploads', '')}`)).toHaveLength(1);
    const before = inBucket('files/');
    const stopped = join(folder, 'altrove');
    await mkdir(join(stopped, 'uploads/images'), { recursive: true });
    await mkdir(join(stopped, 'data'));
    await writeFile(join(stopped, 'uploads/images/sua.png'), 'della macchina ferma');
    expect(await verifyAt(stopped, '--dry-run')).toMatchObject({ status: 1 });
    expect(await verifyAt(stopped)).toMatchObject({
      status: 75,
      said: expect.stringContaining('Un’altra macchina lavora adesso nel bucket libro/sito') as string,
    });
    expect(inBucket('files/')).toEqual(before);
    await site.close();
    expect(await verifyAt(stopped)).toMatchObject({ status: 0 });
    expect(inBucket('files/images/sua.png')).toHaveLength(1);
    expect(await readdir(join(stopped, 'uploads'), { recursive: true })).toContain(
      url.replace('/uploads/', ''),
    );
  }, 60_000);

  test('says what differs, and with the site stopped makes both ends the same', async () => {
    const site = await open();
    const author = await site.administrator();
    const names: string[] = [];
    for (let count = 0; count < 3; count++) names.push((await upload(author)).replace('/uploads/', ''));
    const [lost = '', damaged = '', unsent = ''] = names;
    for (const name of names) await soon(() => inBucket(`files/${name}`)).toHaveLength(1);
    const path = (name: string) => join(folder, 'uploads', name);
    const contents = await Promise.all(names.map((name) => readFile(path(name))));
    await site.close();
    await rm(path(lost));
    await writeFile(path(damaged), 'rovinato');
    double.objects.delete(`sito/files/${unsent}`);

    const looked = await verify('--dry-run');
    expect(looked.status).toBe(1);
    expect(looked.said).toContain(`manca o è diverso nel bucket: ${unsent}`);
    for (const name of [lost, damaged]) expect(looked.said).toContain(`manca o è guasto qui: ${name}`);
    expect(await readFile(path(damaged), 'utf8')).toBe('rovinato');

    expect(await verify()).toMatchObject({
      status: 0,
      said: expect.stringContaining('Sistemati tutti.') as string,
    });
    expect(await Promise.all(names.map((name) => readFile(path(name))))).toEqual(contents);
    expect(await verify('--dry-run')).toMatchObject({ status: 0 });
  });
});
