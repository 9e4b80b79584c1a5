import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeMachine, type FakeMachine } from '../support/fake-machine.ts';

// The author's command with the built site behind it: systemd alone is played.
const possible =
  existsSync('dist/server/server.js') && existsSync('/usr/bin/curl') && existsSync('/usr/bin/node');

/** What systemd does with the unit's EnvironmentFile lines. */
const starter = `
import { existsSync } from 'node:fs';
const { LIBRO_SETTINGS, LIBRO_PASSWORD_FILE } = process.env;
if (existsSync(LIBRO_PASSWORD_FILE)) process.loadEnvFile(LIBRO_PASSWORD_FILE);
process.loadEnvFile(LIBRO_SETTINGS);
await import('./dist/server/server.js');
`;

interface Machine extends FakeMachine {
  folder: string;
  run(command: string): Promise<{ status: number | null; text: string }>;
}

async function realSite(): Promise<Machine> {
  const machine = await fakeMachine();
  onTestFinished(() => machine.close());
  const folder = dirname(machine.home);
  const current = join(machine.home, 'current');
  await mkdir(join(current, 'src/content'), { recursive: true });
  for (const path of ['dist', 'node_modules', 'package.json', 'src/content/media'])
    await symlink(resolve(path), join(current, path));
  await writeFile(join(current, 'server.js'), starter);
  for (const [name, text] of Object.entries({
    // As the site's user: the command behind «--», and nothing else.
    runuser: '#!/bin/bash\nshift 3\nexec "$@"\n',
    chown: '#!/bin/bash\n',
    'apt-get': '#!/bin/bash\n',
  })) {
    await writeFile(join(folder, 'bin', name), text);
    await chmod(join(folder, 'bin', name), 0o755);
  }
  Object.assign(machine.env, {
    UPLOADS_DIR: join(machine.state, 'uploads'),
    LIBRO_PASSWORD_FILE: join(folder, 'password'),
    NODE_ENV: 'production',
  });
  await machine.settle('DEMO_CODES=published\nRATE_LIMITS=off\nLOG_LEVEL=warn\n');
  const run = async (command: string) => {
    const child = spawn('bash', ['-c', command], { env: machine.env, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (text += String(chunk)));
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, text };
  };
  return { ...machine, folder, run };
}

const isUp = (machine: Machine) =>
  vi.waitFor(async () => expect((await fetch(`${machine.url}api/health`)).status).toBe(200), {
    timeout: 40_000,
    interval: 100,
  });

test.skipIf(!possible)(
  'a lost password and a stolen laptop: the guide’s commands let the author in and others out',
  async () => {
    const machine = await realSite();
    const call = (path: string, body?: object, cookie = '') =>
      fetch(`${machine.url}api/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
      });
    const cookieOf = (response: Response) =>
      response.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
    const signIn = async (password: string) => {
      const response = await call('admin/login', { password });
      return { status: response.status, cookie: cookieOf(response) };
    };
    const levelOf = async (cookie: string) => {
      const response = await call('user/progress', undefined, cookie);
      const { maxSection } = (await response.json()) as { maxSection: number };
      return { maxSection, renewed: cookieOf(response) };
    };

    const first = (await machine.libro('nuova-password')).text.trim();
    await machine.run('systemctl start libro');
    await isUp(machine);
    const stolen = await signIn(first);
    expect(stolen.status).toBe(204);
    const recovery = await call('admin/recovery-codes', {}, stolen.cookie);
    const { codes } = (await recovery.json()) as { codes: string[] };
    const redeem = async () => cookieOf(await call('redeem-code', { code: 'qr4n-7mdx' }));
    const [back, late] = [await redeem(), await redeem()];
    const level = await levelOf(back);
    expect(level.maxSection).toBeGreaterThan(0);

    // The password is lost.
    const changed = await machine.libro('password');
    expect(changed.status, changed.text).toBe(0);
    const [, password = ''] = /mostrata solo questa volta: (\S+)/.exec(changed.text) ?? [];
    expect((await signIn(first)).status).toBe(401);
    expect((await call('sections', undefined, stolen.cookie)).status).toBe(401);
    const author = await signIn(password);
    expect(author.status).toBe(204);
    expect((await call('admin/login/code', { code: codes[0] })).status).toBe(204);
    expect(existsSync(join(machine.folder, 'password'))).toBe(false);

    // With the laptop a copy of the keys is gone.
    const [, before = ''] = /^(\w+) {2}chiude i cookie/m.exec((await machine.libro('chiavi')).text) ?? [];
    const rotated = await machine.libro('chiavi', 'ruota');
    expect(rotated.status, rotated.text).toBe(0);
    expect(rotated.text).toContain(`${before}  apre quelli di prima`);
    await isUp(machine);
    const kept = await levelOf(back);
    expect(kept.maxSection).toBe(level.maxSection);
    const dropped = await machine.libro('chiavi', 'togli', before);
    expect(dropped.status, dropped.text).toBe(0);
    await isUp(machine);
    expect((await levelOf(kept.renewed)).maxSection).toBe(level.maxSection);
    expect((await levelOf(late)).maxSection).toBe(0);

    // And the site as it was downloaded comes back.
    const again = await signIn(password);
    const database = await call('admin/backup/database', undefined, again.cookie);
    const file = join(machine.folder, 'database.json');
    await writeFile(file, await database.text());
    const restored = await machine.libro('ripristina', file);
    expect(restored.text).toContain('Ripristino riuscito.');
    expect(restored.status).toBe(0);
    await isUp(machine);
    expect((await signIn(password)).status).toBe(204);
  },
  180_000,
);

test.skipIf(!possible)(
  'a full disk: the guide’s lines make room, and take nothing that is needed',
  async () => {
    const machine = await realSite();
    const guide = readFileSync('docs/guida.md', 'utf8');
    const part = guide.slice(guide.indexOf('### Se il disco è pieno'));
    const [, lines = ''] = /```sh\n([\s\S]*?)```/.exec(part) ?? [];
    expect(lines.trim().split('\n')).toHaveLength(4);
    const folder = join(machine.folder, 'var');
    for (const path of [
      'cache/libro/npm',
      'backups/libro/before-20261120-1',
      'backups/libro/before-20261121-1',
      'lib/libro/data',
    ])
      await mkdir(join(folder, path), { recursive: true });
    const { status, text } = await machine.run(`set -e\n${lines.replaceAll('/var/', `${folder}/`)}`);
    expect(status, text).toBe(0);
    expect(existsSync(join(folder, 'cache/libro'))).toBe(false);
    expect(await readdir(join(folder, 'backups/libro'))).toEqual(['before-20261121-1']);
    expect(existsSync(join(folder, 'lib/libro/data'))).toBe(true);

    await machine.libro('nuova-password');
    await machine.run('systemctl start libro');
    await isUp(machine);
    const pruned = await machine.libro('pota', '--prova');
    expect(pruned.status, pruned.text).toBe(0);
    await isUp(machine);
  },
);
