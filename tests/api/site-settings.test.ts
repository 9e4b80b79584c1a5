import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BucketTrial, SiteSettings } from '#shared/contracts/site-settings.ts';
import { openFileDouble } from '../support/buckets.ts';
import { doubleEnv } from '../support/s3-double.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

const double = await openFileDouble();
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settings-'));
  return () => rm(folder, { recursive: true, force: true });
});

const open = (env: Record<string, string> = {}): Promise<TestSite> => openTestSite({ folder, env });
const soon = (look: () => unknown) => expect.poll(look, { timeout: 15_000, interval: 50 });

const draft = (changes: Record<string, unknown> = {}) => ({
  endpoint: double.url,
  region: 'us-east-1',
  bucket: double.bucket,
  prefix: 'sito',
  ...double.keys,
  ...changes,
});
const kept = { accessKeyId: '', secretAccessKey: '' };

async function call<T>(who: Person, method: string, path: string, body?: object, status = 200): Promise<T> {
  const response = await who.request(method, `/api/admin/settings${path}`, body);
  const text = await response.text();
  expect(response.status, text).toBe(status);
  return JSON.parse(text) as T;
}
const save = (who: Person, body: object, status?: number) =>
  call<SiteSettings & { message: string; code: string }>(who, 'PATCH', '/bucket', body, status);
const tryOut = (who: Person, body: object, status?: number) =>
  call<BucketTrial & { message: string }>(who, 'POST', '/bucket/try', body, status);
const mirrorOf = async (site: TestSite) =>
  ((await (await site.visitor().request('GET', '/api/health')).json()) as { mirror: string }).mirror;
const inBucket = (start: string) => [...double.objects.keys()].filter((key) => key.startsWith(start));

describe('a bucket chosen in the panel', () => {
  test('is tried, copied to at once and after a restart, and left again', async () => {
    const site = await open();
    const author = await site.administrator();
    expect(await mirrorOf(site)).toBe('off');
    expect(await tryOut(author, draft())).toEqual({
      hasCopy: false,
      milliseconds: expect.any(Number) as number,
    });
    expect(double.objects.size, 'nothing is left of the trial').toBe(0);

    expect((await save(author, draft())).bucket).toEqual({
      endpoint: double.url,
      region: 'us-east-1',
      bucket: double.bucket,
      prefix: 'sito',
      hasKeys: true,
      fixed: false,
    });
    await soon(() => inBucket('sito/database/').filter((key) => key.endsWith('.snapshot'))).toHaveLength(1);
    await soon(() => mirrorOf(site)).toBe('ok');
    await site.close();

    const again = await open();
    await soon(() => mirrorOf(again)).toBe('ok');
    const rejoined = await again.administrator();
    // Another key of the same bucket is no other site's copy; the keys that are kept need not be typed again.
    await save(rejoined, draft(kept));
    await save(rejoined, draft({ bucket: '' }));
    expect(await mirrorOf(again)).toBe('off');
    const heads = inBucket('sito/database/').filter((key) => key.endsWith('head.json'));
    expect(double.objects.get(heads.at(-1) ?? '')?.bytes.toString()).toContain('"closed":true');
    await again.close();
    const last = await open();
    expect(await mirrorOf(last)).toBe('off');
    await last.close();
  });

  test('moves to another place while the site runs, with what is uploaded', async () => {
    const site = await open();
    const author = await site.administrator();
    await save(author, draft());
    await soon(() => mirrorOf(site)).toBe('ok');
    await save(author, draft({ prefix: 'altrove/', ...kept }));
    await soon(() => inBucket('altrove/database/')).not.toHaveLength(0);
    await soon(() => mirrorOf(site)).toBe('ok');
    await site.close();
  });

  test('what is wrong is told in words, and changes nothing', async () => {
    const site = await open();
    const author = await site.administrator();
    const told = async (changes: Record<string, unknown>, status = 502) =>
      (await tryOut(author, draft(changes), status)).message;
    expect(await told({ secretAccessKey: 'sbagliata' })).toMatch(/^Scrivere non riesce: .*chiave/);
    expect(await told({ bucket: 'nessuno' })).toBe('Scrivere non riesce: il bucket nessuno non esiste.');
    expect(await told({ endpoint: 'http://127.0.0.1:9' })).toContain('non risponde');
    expect(await told({ endpoint: 'http://bucket.invalid' })).toContain('senza rete');
    expect(await told({ endpoint: 'non-è-un-indirizzo' }, 400)).toBeDefined();
    expect(await told(kept, 422)).toContain('Mancano le chiavi');
    double.fault = ({ method }) => (method === 'DELETE' ? 403 : undefined);
    expect(await told({})).toMatch(/^Cancellare non riesce: .*chiavi/);
    double.fault = ({ method, key }) => (method === 'GET' && key === '' ? 403 : undefined);
    expect(await told({})).toMatch(/^Elencare non riesce/);
    await save(author, draft(), 502);
    expect((await call<SiteSettings>(author, 'GET', '')).bucket.hasKeys).toBe(false);
    expect(await mirrorOf(site)).toBe('off');
    await site.close();
  });

  test('a copy that lies there is gone on with only when the author says so', async () => {
    const first = await open();
    await save(await first.administrator(), draft());
    await soon(() => mirrorOf(first)).toBe('ok');
    await first.close();
    await rm(folder, { recursive: true });
    const other = await open();
    const author = await other.administrator();
    expect(await tryOut(author, draft())).toMatchObject({ hasCopy: true });
    expect(await save(author, draft(), 409)).toMatchObject({ code: 'DUPLICATE' });
    expect(await mirrorOf(other)).toBe('off');
    await save(author, draft({ overCopy: true }));
    await soon(() => mirrorOf(other)).toBe('ok');
    await other.close();
  });

  test('a bucket in which another machine works is not for this one', async () => {
    const first = await open();
    await save(await first.administrator(), draft());
    await soon(() => mirrorOf(first)).toBe('ok');
    const elsewhere = await mkdtemp(join(tmpdir(), 'other-'));
    const other = await openTestSite({ folder: elsewhere });
    const author = await other.administrator();
    const occupied = expect.stringContaining('Un’altra macchina lavora adesso') as string;
    expect(await save(author, draft({ overCopy: true }), 502)).toMatchObject({ message: occupied });
    expect([await mirrorOf(first), await mirrorOf(other)]).toEqual(['ok', 'off']);
    await first.close();
    await save(author, draft({ overCopy: true }));
    await soon(() => mirrorOf(other)).toBe('ok');
    await other.close();
    await rm(elsewhere, { recursive: true });
  });

  test('the environment wins, says so and cannot be changed here', async () => {
    const site = await open(doubleEnv(double));
    const author = await site.administrator();
    expect((await call<SiteSettings>(author, 'GET', '')).bucket).toMatchObject({
      fixed: true,
      hasKeys: true,
    });
    expect(await save(author, draft({ bucket: '' }), 422)).toMatchObject({
      message: expect.stringContaining('file delle impostazioni') as string,
    });
    await site.close();
  });

  test('keys go to no other address than theirs', async () => {
    const site = await open();
    const author = await site.administrator();
    await save(author, draft());
    const elsewhere = draft({ endpoint: 'http://127.0.0.1:9', ...kept });
    expect((await tryOut(author, elsewhere, 422)).message).toContain('vanno scritte di nuovo');
    await site.close();
  });

  test('no key stands in an answer, the log, the database, a backup, the bucket or a file that others may read', async () => {
    const site = await open();
    const author = await site.administrator();
    const secrets = Object.values(double.keys);
    const answers = [
      JSON.stringify(await save(author, draft())),
      JSON.stringify(await call(author, 'GET', '')),
      JSON.stringify(await tryOut(author, draft({ bucket: 'nessuno' }), 502)),
      await (await author.request('GET', '/api/admin/backup/mirror')).text(),
      await (await author.request('GET', '/api/admin/backup/database')).text(),
      Buffer.from(await (await author.request('GET', '/api/admin/backup/files')).arrayBuffer()).toString(
        'latin1',
      ),
    ];
    await soon(() => mirrorOf(site)).toBe('ok');
    await site.close();
    const file = join(folder, 'data', 'bucket-settings.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    for (const name of await readdir(join(folder, 'data'), { recursive: true })) {
      const path = join(folder, 'data', name);
      if (path !== file && (await stat(path)).isFile()) answers.push(await readFile(path, 'latin1'));
    }
    answers.push(
      site.logged.join('\n'),
      ...[...double.objects.values()].map(({ bytes }) => bytes.toString('latin1')),
    );
    expect(await readFile(file, 'utf8')).toContain(secrets[0]);
    for (const secret of secrets) expect(answers.join('\n')).not.toContain(secret);
  });
});

describe('the machine', () => {
  test('is told with the memory it has, and no more', async () => {
    const site = await open({ PUBLIC_URL: 'https://www.libro.test' });
    const { machine } = await call<SiteSettings>(await site.administrator(), 'GET', '');
    expect(machine).toMatchObject({ address: 'https://www.libro.test', isSecure: true });
    expect(machine.memoryBytes).toBeLessThanOrEqual(totalmem());
    await site.close();
  });
});

describe('the author’s days', () => {
  test('are those of the zone that was chosen; one that nobody knows is refused', async () => {
    const site = await open();
    const author = await site.administrator();
    expect((await call<SiteSettings>(author, 'GET', '')).timeZone).toBe('Europe/Rome');
    await call(author, 'PATCH', '', { timeZone: 'Italia' }, 400);
    expect((await call<SiteSettings>(author, 'PATCH', '', { timeZone: 'Pacific/Auckland' })).timeZone).toBe(
      'Pacific/Auckland',
    );
    await site.close();
  });
});
