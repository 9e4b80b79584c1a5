import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const files = ['deploy/Dockerfile', 'deploy/compose.yaml'];
const index = 'application/vnd.oci.image.index.v1+json';

interface Registry {
  url: string;
  /** What an image is today. */
  manifests: Record<string, string>;
  type: string;
  tellsWrong: boolean;
}

/** A registry that gives a pass before it gives anything, as Docker's does. */
async function startRegistry(): Promise<Registry> {
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const registry: Registry = { url, manifests: {}, type: index, tellsWrong: false };

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '';
    if (path.startsWith('/pass?')) {
      const scope = new URLSearchParams(path.slice(6)).get('scope');
      return void response.end(JSON.stringify({ token: `pass for ${scope}` }));
    }
    const [, name = '', tag = ''] = /^\/v2\/(.+)\/manifests\/(.+)$/.exec(path) ?? [];
    const scope = `repository:${name}:pull`;
    if (request.headers.authorization !== `Bearer pass for ${scope}`) {
      const challenge = `Bearer realm="${url}/pass",service="registry.test",scope="${scope}"`;
      return void response.writeHead(401, { 'www-authenticate': challenge }).end();
    }
    const manifest = registry.manifests[`${name}:${tag}`];
    if (manifest === undefined || !request.headers.accept?.includes(index))
      return void response.writeHead(404).end();
    const told = registry.tellsWrong ? digestOf('altro') : digestOf(manifest);
    response.writeHead(200, { 'content-type': registry.type, 'docker-content-digest': told }).end(manifest);
  }
  return registry;
}

const digestOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

async function copyDeploy(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ferro-images-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'deploy'));
  for (const file of files) await cp(file, join(folder, file));
  return folder;
}

async function pin(cwd: string, registry: string): Promise<{ status: number; said: string }> {
  const child = spawn('node', [resolve('scripts/image-digests.mjs'), registry], { cwd });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const [status] = (await once(child, 'close')) as [number];
  return { status, said };
}

const read = (folder: string) => Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
const bare = (text: string) => text.replaceAll(/@sha256:[0-9a-f]{64}/g, '');

test('every image of deploy/ is pinned to what it is today, and brought up to date later', async () => {
  const folder = await copyDeploy();
  const before = (await read(folder)).map(bare);
  const registry = await startRegistry();
  registry.manifests = { 'library/node:22-bookworm-slim': '{"n":1}', 'library/caddy:2': '{"c":1}' };
  expect((await pin(folder, registry.url)).status).toBe(0);
  const [dockerfile = '', compose = ''] = await read(folder);
  const node = `node:22-bookworm-slim@${digestOf('{"n":1}')}`;
  expect(dockerfile.match(/^FROM .*$/gm)).toEqual([`FROM ${node} AS build`, `FROM ${node}`]);
  expect(compose).toContain(`    image: caddy:2@${digestOf('{"c":1}')}\n`);
  expect([dockerfile, compose].map(bare)).toEqual(before);

  registry.manifests['library/caddy:2'] = '{"c":2}';
  expect((await pin(folder, registry.url)).status).toBe(0);
  expect((await read(folder))[1]).toContain(`    image: caddy:2@${digestOf('{"c":2}')}\n`);
});

test('where one is not answered for, is of one platform alone or is not what it says, nothing changes and it is said', async () => {
  const folder = await copyDeploy();
  const before = await read(folder);
  const registry = await startRegistry();
  const expectRefusal = async (address: string, reason: RegExp) => {
    const { status, said } = await pin(folder, address);
    expect(status).toBe(1);
    expect(said).toMatch(reason);
    expect(said).toContain('NOTHING WAS PINNED');
    expect(await read(folder)).toEqual(before);
  };
  registry.manifests = { 'library/node:22-bookworm-slim': '{"n":1}' };
  await expectRefusal(registry.url, /^caddy:2: .* answers 404/);
  registry.manifests['library/caddy:2'] = '{"c":1}';
  registry.type = 'application/vnd.oci.image.manifest.v1+json';
  await expectRefusal(registry.url, /no list of platforms/);
  registry.type = index;
  registry.tellsWrong = true;
  await expectRefusal(registry.url, /other bytes than it says/);
  await expectRefusal('http://127.0.0.1:1', /does not answer/);
});
