import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const possible = existsSync('/bin/bash') && existsSync('/usr/bin/curl');
const healthy = {
  status: 'ok',
  version: '1.0.0',
  uptime: 7260,
  store: 'open',
  mirror: 'off',
  model: 'offline',
  activeReplies: 0,
  eventLoopDelayMs: 11,
  memoryBytes: 115_412_992,
  disk: 'ok',
  publishedCodes: 0,
};

/** What `libro stato` says of a site with this health; of one that does not answer when there is none. */
async function stateOf(health?: object): Promise<{ status: number | null; text: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'ferro-state-'));
  const site = createServer((_, response) => {
    response.statusCode = health && 'store' in health ? 200 : 503;
    response.end(JSON.stringify(health));
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  onTestFinished(async () => {
    site.close();
    await rm(folder, { recursive: true, force: true });
  });
  if (!health) site.close();
  await writeFile(join(folder, 'settings'), `PORT=${port}\n`);
  await mkdir(join(folder, 'releases/20261121-120000'), { recursive: true });
  await symlink(resolve('deploy'), join(folder, 'releases/20261121-120000/deploy'));
  await symlink('releases/20261121-120000', join(folder, 'current'));
  await writeFile(join(folder, 'systemctl'), '#!/bin/bash\necho failed; exit 3\n');
  await chmod(join(folder, 'systemctl'), 0o755);
  const child = spawn('bash', ['deploy/libro', 'stato'], {
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      LIBRO_HOME: folder,
      LIBRO_SETTINGS: join(folder, 'settings'),
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += String(chunk)));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, text };
}

test.skipIf(!possible)('libro stato tells the author how the site is, in words', async () => {
  const { status, text } = await stateOf(healthy);
  expect(text).toBe(`Il sito sta bene.
Acceso da 121 minuti, con 115 MB di memoria.
Il personaggio parla con il modello incorporato.
Versioni:
20261121-120000  ← in funzione
`);
  expect(status).toBe(0);
});

test.skipIf(!possible)('what wants attention is named, and a program can tell', async () => {
  const readOnly = await stateOf({ ...healthy, status: 'degraded', store: 'read-only', disk: 'low' });
  expect(readOnly.text).toMatch(/non scrive più.*\n[^]*Il disco è quasi pieno/);
  expect(readOnly.status).toBe(1);
  const bucket = await stateOf({ ...healthy, mirror: 'failing', model: 'llama-3.3-70b-versatile' });
  expect(bucket.text).toContain('La copia nel bucket non riesce');
  expect(bucket.text).toContain('Il personaggio parla con llama-3.3-70b-versatile.');
  expect(bucket.status).toBe(1);
  const published = await stateOf({ ...healthy, publishedCodes: 9 });
  expect(published.text).toContain('Codici che chiunque può leggere nel programma aprono il libro (9)');
  expect(published.status).toBe(1);
  const near = await stateOf({ ...healthy, conversations: 'near' });
  expect(near.text).toContain('quasi tutto il posto');
  expect(near.status).toBe(1);
  const full = await stateOf({ ...healthy, conversations: 'full' });
  expect(full.text).toContain('libro pota --prova');
  expect(full.status).toBe(1);
  const silent = await stateOf();
  expect(silent.text).toContain('Il sito non risponde (failed)');
  expect(silent.status).toBe(1);
  const second = await stateOf({ ...healthy, status: 'degraded', store: 'read-only', mirror: 'superseded' });
  expect(second.text).toMatch(/^Il sito si legge e non scrive più: un’altra macchina/);
  expect(second.status).toBe(1);
});
