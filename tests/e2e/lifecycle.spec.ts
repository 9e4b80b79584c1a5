import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request, type APIRequestContext } from 'playwright/test';
import { adminPassword } from '../support/admin-password.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { closeSite, expect, preparedSite, runSite, workerTest } from '../support/site.ts';

const test = workerTest.extend<{ site: ServerProcess }>({
  site: async ({}, use) => {
    const site = await runSite({}, preparedSite());
    await use(site);
    await closeSite(site);
  },
});

async function person(site: ServerProcess): Promise<APIRequestContext> {
  return request.newContext({ baseURL: site.url });
}

/** Runs a built program to its end. */
function run(
  file: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file, ...args], { env: { PATH: process.env.PATH, ...env } });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.once('exit', (code) => resolve({ code, text }));
  });
}

const folders = (folder: string) => ({
  DATA_DIR: join(folder, 'data'),
  UPLOADS_DIR: join(folder, 'uploads'),
});

test('what was acknowledged is there after a crash, in the middle of writing', async ({ site }) => {
  const readers = await Promise.all(Array.from({ length: 8 }, () => person(site)));
  const acknowledged: string[] = [];
  let crashed = false;
  const writing = readers.map(async (reader, index) => {
    for (let turn = 0; !crashed; turn += 1) {
      const message = `lettore ${index}, messaggio ${turn}`;
      const response = await reader.post('/api/chat', { data: { message } }).catch(() => undefined);
      if (response?.ok()) acknowledged.push(message);
    }
  });
  await expect.poll(() => acknowledged.length).toBeGreaterThan(40);
  await site.end('SIGKILL');
  crashed = true;
  await Promise.all(writing);
  await site.start();

  const found = new Set<string>();
  for (const reader of readers) {
    const { messages } = (await (await reader.get('/api/chat/history')).json()) as {
      messages: { content: string }[];
    };
    for (const { content } of messages) found.add(content);
  }
  expect(acknowledged.filter((message) => !found.has(message))).toEqual([]);
});

test('a clean stop folds everything into the one file and lets go of it', async ({ site }) => {
  const reader = await person(site);
  await reader.post('/api/redeem-code', { data: { code: 'hb6t-2wvk' } });
  await reader.post('/api/chat', { data: { message: 'una frase da ritrovare' } });
  await site.end('SIGTERM');
  const text = await readFile(join(site.folder, 'data/db.json'), 'utf8');
  expect(text).toContain('una frase da ritrovare');
  expect(JSON.parse(text)).toHaveProperty('sections');
  expect((await readdir(join(site.folder, 'data'))).sort()).toEqual(['db.json', 'session.key']);
});

test('what is set and has no effect any more is named once, and the site starts', async ({ site }) => {
  await site.end();
  await site.start({ FAILOVER: 'on', LEASE_SECONDS: '20' });
  expect(site.output.match(/FAILOVER|LEASE_SECONDS/g)).toEqual(['FAILOVER', 'LEASE_SECONDS']);
});

test('the key of the cookies is changed from the shell, and readers keep their level', async ({ site }) => {
  const [here, away] = [await person(site), await person(site)];
  const levelOf = async (reader: APIRequestContext) =>
    ((await (await reader.get('/api/user/progress')).json()) as { maxSection: number }).maxSection;
  for (const reader of [here, away]) await reader.post('/api/redeem-code', { data: { code: 'hb6t-2wvk' } });
  const level = await levelOf(here);
  expect(level).toBeGreaterThan(0);
  const keys = (...args: string[]) => run('dist/server/keys.js', args, folders(site.folder));
  const refused = await keys('ruota');
  expect([refused.code, refused.text]).toEqual([1, expect.stringContaining('già aperto')]);

  await site.end();
  const rotated = await keys('ruota');
  expect(rotated.text).toContain('I lettori tengono il loro livello');
  const [, old = ''] = /^(\w{8}) {2}apre quelli di prima/m.exec(rotated.text) ?? [];
  await site.start();
  expect(await levelOf(here)).toBe(level);
  await site.end();
  expect((await keys('togli', 'sbagliato')).code).toBe(1);
  expect((await keys('togli', old)).text).toContain('ricominciano da capo');
  await site.start();
  expect(await levelOf(here)).toBe(level);
  expect(await levelOf(away)).toBe(0);
});

test('a reply that is being written is finished before the site stops', async ({ site }) => {
  const reader = await person(site);
  await reader.post('/api/redeem-code', { data: { code: 'hb6t-2wvk' } });
  const { cookies } = await reader.storageState();
  const reply = await fetch(`${site.url}/api/chat`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    },
    body: JSON.stringify({ message: 'Che cosa hai trovato sotto la neve?' }),
  });
  const events = (reply.body as ReadableStream<Uint8Array>).getReader();
  // Its first event is here: it is being written.
  expect((await events.read()).done).toBe(false);
  const ended = site.end('SIGTERM');
  while (!(await events.read()).done);
  await ended;
  await site.start();
  const { messages } = (await (await reader.get('/api/chat/history')).json()) as {
    messages: { role: string }[];
  };
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
});

test('a second server over the same folder, a bad setting and a taken port are refused in one line', async ({
  site,
}) => {
  const second = await run('dist/server/server.js', [], { ...folders(site.folder), PORT: '1' });
  expect(second.code).toBe(1);
  expect(second.text.trim().split('\n')).toHaveLength(1);
  expect(second.text).toMatch(/già|in uso|processo/);

  const wrong = await run('dist/server/server.js', [], { ...folders(site.folder), TRUST_PROXY: 'forse' });
  expect(wrong.code).toBe(1);
  expect(wrong.text).toMatch(/^Configurazione non valida: TRUST_PROXY .*\n$/);

  const empty = await mkdtemp(join(tmpdir(), 'ferro-'));
  const taken = await run('dist/server/server.js', [], {
    ...folders(empty),
    PORT: new URL(site.url).port,
    LOG_LEVEL: 'silent',
  });
  expect(taken.code).toBe(1);
  expect(taken.text).toContain('La porta è già occupata');
  await rm(empty, { recursive: true, force: true });
});

test('the site does not start over a damaged database', async ({ site }) => {
  await site.end();
  const path = join(site.folder, 'data/db.json');
  const text = await readFile(path, 'utf8');
  for (const damaged of ['', '{', text.slice(0, text.length / 2), text.replace('"sections"', '"sezioni"')]) {
    await writeFile(path, damaged);
    const result = await run('dist/server/server.js', [], { ...folders(site.folder), PORT: '1' });
    expect(result.code).toBe(1);
    expect(result.text).toContain('npm run restore');
    expect(await readFile(path, 'utf8')).toBe(damaged);
  }
  await writeFile(path, text);
});

test('the two downloads, restored into an empty folder, are the same site', async ({ site }) => {
  const author = await person(site);
  await author.post('/api/admin/login', { data: { password: adminPassword } });
  const image = await readFile('src/content/media/gallery/03-ferro.webp');
  await author.post('/api/admin/uploads', {
    multipart: { file: { name: 'a.webp', mimeType: 'image/webp', buffer: image } },
  });
  const reader = await person(site);
  await reader.post('/api/redeem-code', { data: { code: 'hb6t-2wvk' } });
  await reader.post('/api/chat', { data: { message: 'da ritrovare' } });
  const database = join(site.folder, 'database.json');
  const files = join(site.folder, 'files.tar.gz');
  await writeFile(database, await (await author.get('/api/admin/backup/database')).body());
  await writeFile(files, await (await author.get('/api/admin/backup/files')).body());

  const running = await run('dist/server/restore.js', [database, files], folders(site.folder));
  expect(running.code).toBe(1);

  const other = await runSite();
  await other.end();
  const restored = await run('dist/server/restore.js', [database, files], folders(other.folder));
  expect(restored.code).toBe(0);
  expect(restored.text).toContain('Ripristino riuscito');
  const strip = (text: string) => {
    const { generation, checksum, ...data } = JSON.parse(text) as Record<string, unknown>;
    expect([generation, checksum]).not.toContain(undefined);
    return data;
  };
  expect(strip(await readFile(join(other.folder, 'data/db.json'), 'utf8'))).toEqual(
    strip(await readFile(database, 'utf8')),
  );
  // Beside the image stands what was made of it so far.
  const uploads = await readdir(join(other.folder, 'uploads/images'));
  const original = uploads.find((name) => !name.includes('-')) ?? '';
  expect(await readFile(join(other.folder, 'uploads/images', original))).toEqual(image);
  await other.start();
  expect((await (await person(other)).get('/api/health')).ok()).toBe(true);
  await closeSite(other);
});
