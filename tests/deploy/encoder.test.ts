import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import manifest from '../../src/server/encoder/model/manifest.json';
import { adminPassword } from '../support/admin-password.ts';
import { ServerProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { readUnit } from '../support/unit-file.ts';

const possible = ['/usr/bin/strace', '/usr/bin/systemd-analyze'].every((path) => existsSync(path));

/** The system's calls of a group of systemd's, and of those in it. */
function callsIn(group: string): string[] {
  const { stdout } = spawnSync('systemd-analyze', ['syscall-filter', '--no-pager', group], {
    encoding: 'utf8',
  });
  const names = stdout.split('\n').flatMap((line) => /^ +(@?[\w-]+)$/.exec(line)?.[1] ?? []);
  return names.flatMap((name) => (name.startsWith('@') ? callsIn(name) : [name]));
}

/** Starts the thread and has one text encoded. */
const program = `
import { Worker } from 'node:worker_threads';
const workerData = ${JSON.stringify({ folder: resolve('src/server/encoder/model'), files: manifest.files })};
workerData.mean = new Float32Array(384);
const worker = new Worker(${JSON.stringify(resolve('src/server/encoder/thread.mjs'))}, { workerData, env: {} });
worker.on('message', (answer) => {
  if ('ready' in answer) return worker.postMessage({ kind: 'query', text: 'Chi sei?', pieces: 64 });
  console.log(answer.vector?.length ?? answer.failure);
  process.exit(0);
});`;

test.skipIf(!possible)(
  'it runs with the calls that the unit lets it make, and with those that it does not refused',
  async () => {
    const filters = readUnit('deploy/libro.service').settings.get('SystemCallFilter') ?? [];
    const groupsOf = (filter = '') => filter.replace('~', '').split(' ').flatMap(callsIn);
    expect(filters.map((filter) => filter.startsWith('~'))).toEqual([false, true]);
    const denied = new Set(groupsOf(filters[1]));
    const allowed = [...groupsOf(filters[0]), ...callsIn('@default')].filter((name) => !denied.has(name));
    const refused = [...new Set(callsIn('@known'))].filter((name) => !allowed.includes(name));
    expect(refused).toEqual(expect.arrayContaining(['sched_setaffinity', 'ptrace']));
    const folder = await temporaryFolder();
    const [log, file] = [join(folder, 'calls'), join(folder, 'program.mjs')];
    await writeFile(file, program);
    const inject = `inject=${refused.map((name) => `?${name}`).join(',')}:error=EPERM`;
    const { stdout, stderr } = spawnSync('strace', ['-f', '-o', log, '-e', inject, process.execPath, file], {
      encoding: 'utf8',
    });
    expect(stdout.trim(), stderr).toBe('384');
    expect(await readFile(log, 'utf8')).toContain('(INJECTED)');
  },
);

test('a release keeps the native parts of its own machine alone', async () => {
  const folder = await temporaryFolder();
  const own = `${process.platform}/${process.arch}`;
  const places = ['linux/x64', 'linux/arm64', 'win32/x64', 'darwin/arm64', own];
  const native = join(folder, 'node_modules/onnxruntime-node/bin/napi-v6');
  for (const place of places) {
    await mkdir(join(native, place), { recursive: true });
    await writeFile(join(native, place, 'onnxruntime_binding.node'), '');
  }
  const { status } = spawnSync(process.execPath, [resolve('scripts/trim.mjs')], { cwd: folder });
  expect(status).toBe(0);
  const files = await readdir(native, { recursive: true, withFileTypes: true });
  expect(files.filter((entry) => entry.isFile()).map(({ parentPath }) => parentPath)).toEqual([
    join(native, own),
  ]);
});

test('container and update trim what they have built, after npm’s own pruning', () => {
  for (const path of ['deploy/Dockerfile', 'deploy/update.sh'])
    expect(readFileSync(path, 'utf8')).toMatch(/npm prune --omit=dev [^]*npm run [a-z- ]*trim\b/);
  const copied = [...readFileSync('deploy/Dockerfile', 'utf8').matchAll(/^COPY --from=build \/app\/(\S+)/gm)];
  expect(copied.map(([, path]) => path)).toContain('src/server/encoder/model');
});

test('packages are installed without their scripts everywhere, and none that the site runs on needs one', () => {
  expect(readFileSync('.npmrc', 'utf8')).toContain('ignore-scripts=true\n');
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const withScripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  // Both fetch what their package already has, or what is not wanted: another system's part, and one for graphics cards.
  expect(withScripts.map(([path]) => path.replace('node_modules/', '')).sort()).toEqual(
    expect.arrayContaining(['onnxruntime-node', 'unrs-resolver']),
  );
});

test.skipIf(!existsSync('dist/server/server.js'))(
  'a site that has encoded ends its thread and then closes everything else',
  async () => {
    const server = new ServerProcess(await temporaryFolder(), {
      env: { ADMIN_PASSWORD: adminPassword, LOG_LEVEL: 'info' },
    });
    onTestFinished(async () => void (await server.end()));
    await server.start();
    const post = (path: string, body: object, cookie = '') =>
      fetch(server.url + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', cookie },
      });
    const signedIn = await post('/api/admin/login', { password: adminPassword });
    const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0]);
    const card = {
      sectionId: null,
      kind: 'fact',
      about: [],
      asks: ['Hai visto un faro?'],
      says: 'Una volta, da lontano.',
    };
    expect((await post('/api/memory-cards', card, cookie.join('; '))).status).toBe(201);
    await vi.waitFor(() => expect(existsSync(join(server.dataDir, 'vectors.bin'))).toBe(true), {
      timeout: 30_000,
    });
    await server.end();
    expect(server.output).toContain('"msg":"closed"');
  },
);
