import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminPassword } from '../support/admin-password.ts';
import { startS3Double, doubleEnv, type S3Double } from '../support/s3-double.ts';
import { linkTo, type Link } from '../support/partition.ts';
import { ServerProcess } from '../support/server-process.ts';

const run = promisify(execFile);
const soon = (look: () => unknown) => expect.poll(look, { timeout: 60_000, interval: 100 });

let root: string;
let double: S3Double;
let link: Link;
let one: ServerProcess;
let other: ServerProcess;

beforeAll(async () => {
  // Both are what `npm test` built; alone, this test builds what is missing.
  await run(process.execPath, ['-e', "import('./scripts/setup.mjs').then((setup) => setup.ensureBuilt())"]);
  root = await mkdtemp(join(tmpdir(), 'failover-'));
  double = await startS3Double();
  link = await linkTo(double.url);
  const env = { ...doubleEnv(double), FAILOVER: 'on', LEASE_SECONDS: '6' };
  const secret = { SESSION_SECRET: 'la stessa chiave sulle due macchine' };
  const settings = { ...env, ...secret, ADMIN_PASSWORD: adminPassword };
  one = new ServerProcess(join(root, 'one'), { env: settings });
  other = new ServerProcess(join(root, 'other'), { env: { ...settings, S3_ENDPOINT: link.url } });
}, 120_000);
afterAll(async () => {
  await Promise.all([one.end('SIGKILL'), other.end('SIGKILL')]);
  await link.close();
  await double.close();
  await rm(root, { recursive: true, force: true });
});

/** What `/api/health` says; nothing when nobody answers. */
async function health(server: ServerProcess): Promise<Record<string, unknown> | undefined> {
  try {
    const response = await fetch(`${server.url}/api/health`, { signal: AbortSignal.timeout(2_000) });
    return (await response.json()) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** A reader redeems a code: one durable write. The status is 0 when nobody answers. */
async function redeem(server: ServerProcess, code: string): Promise<{ status: number; cookie: string }> {
  try {
    const response = await fetch(`${server.url}/api/redeem-code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
      signal: AbortSignal.timeout(10_000),
    });
    await response.text();
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    return { status: response.status, cookie };
  } catch {
    return { status: 0, cookie: '' };
  }
}

/** How many of the journal's parts in the bucket hold this text. */
const journalsWith = (text: string) =>
  [...double.objects].filter(([key, { bytes }]) => key.endsWith('.journal') && bytes.includes(text)).length;

const serves = (server: ServerProcess) => soon(async () => (await health(server))?.mirror).toBe('ok');
const waits = (server: ServerProcess) => soon(async () => (await health(server))?.status).toBe('standby');
const progress = async (server: ServerProcess, cookie: string) =>
  (await fetch(`${server.url}/api/user/progress`, { headers: { cookie } })).json();

describe('two machines on one bucket', () => {
  test('one serves; killed, paused or cut off, the other takes over with what was written; never two', async () => {
    await one.spawn();
    await serves(one);
    await other.spawn();
    await waits(other);
    const page = await fetch(other.url);
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await page.text()).toContain('di riserva');

    const reader = await redeem(one, 'HB6T2WVK');
    expect(reader.status).toBe(200);
    await soon(() => journalsWith('"users"')).toBeGreaterThan(0);

    // Killed: the other has the reader, and the first comes back as the one that waits.
    await one.end('SIGKILL');
    await serves(other);
    expect(await progress(other, reader.cookie)).toMatchObject({ maxSection: expect.any(Number) as number });
    expect(await progress(other, reader.cookie)).not.toMatchObject({ maxSection: 0 });
    await one.spawn();
    await waits(one);

    // Paused: when it wakes it accepts nothing and goes.
    other.signal('SIGSTOP');
    await serves(one);
    other.signal('SIGCONT');
    const late = await redeem(other, 'HB6T2WVK');
    expect([0, 503]).toContain(late.status);
    expect(await other.ended).toBe(1);
    await other.spawn();
    await waits(other);

    // Given back in good order: at once.
    await one.end();
    await serves(other);
    await one.spawn();
    await waits(one);

    // Cut off from the bucket: it stops writing by itself before the first takes over, and goes when it learns of it.
    link.cut();
    await soon(async () => (await health(other))?.store).toBe('read-only');
    const refused = await redeem(other, 'HB6T2WVK');
    expect(refused.status).toBe(503);
    expect(await progress(other, reader.cookie)).not.toMatchObject({ maxSection: 0 });
    await serves(one);
    link.mend();
    expect(await other.ended).toBe(1);
    const last = await redeem(one, 'HB6T2WVK');
    expect(last.status).toBe(200);
    await one.end();

    // A third, empty machine: everything is there.
    const env = {
      ...process.env,
      ...doubleEnv(double),
      DATA_DIR: join(root, 'third/data'),
      UPLOADS_DIR: join(root, 'third/uploads'),
    };
    const listed = await run(process.execPath, ['dist/server/restore.js', 's3', '--list'], { env });
    expect(listed.stdout).toContain('Nel bucket ci sono questi momenti');
    const restored = await run(process.execPath, ['dist/server/restore.js', 's3'], { env });
    expect(restored.stdout).toMatch(/Ripristino riuscito[^]*lettori 2,[^]*Non manca niente/);
    const users = async (folder: string) => {
      const text = await readFile(join(folder, 'data/db.json'), 'utf8');
      return (JSON.parse(text) as { users: unknown[] }).users;
    };
    expect(await users(join(root, 'third'))).toEqual(await users(one.folder));
    // What the machines replaced when they took over is still beside.
    const beside = (await readdir(join(root, 'other/data'))).filter((name) => name.includes('.replaced-'));
    expect(beside.length).toBeGreaterThan(0);
  }, 240_000);
});
