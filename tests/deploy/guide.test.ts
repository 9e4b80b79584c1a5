import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bucketSettings, readEnv } from '#server/main/env.ts';

const guide = readFileSync('docs/guida.md', 'utf8');

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

test('the command that packs the project takes all of it, and nothing that is made or private', async () => {
  const command = /^tar .*-czf libro\.tar\.gz libro$/m.exec(guide)?.[0] ?? '';
  const folder = await mkdtemp(join(tmpdir(), 'ferro-guide-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // Names are enough, and a folder of the project's may be called like one that must stay at home.
  const parts = ['src', 'deploy', 'scripts', 'tests', 'docs'];
  const own = ['package.json', 'server.ts', '.npmrc', ...(await Promise.all(parts.map(filesBelow))).flat()];
  expect(own.some((path) => path.includes('/uploads/'))).toBe(true);
  const others = ['.git/config', 'node_modules/a/b.js', 'dist/server/a.js', 'data/db.json', 'uploads/a.png'];
  for (const path of [...own, ...others]) {
    await mkdir(join(folder, 'libro', dirname(path)), { recursive: true });
    await writeFile(join(folder, 'libro', path), '');
  }
  const packed = spawnSync('bash', ['-c', `${command} && tar -tzf libro.tar.gz`], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(packed.stderr).toBe('');
  const files = packed.stdout.split('\n').filter((path) => path && !path.endsWith('/'));
  expect(files.sort()).toEqual(own.map((path) => `libro/${path}`).sort());
});

test('every command of every day is in the guide, and the guide knows no other', () => {
  const usage = spawnSync('bash', ['deploy/libro'], { encoding: 'utf8' }).stdout;
  const offered = new Set([...usage.matchAll(/^libro (\w+)/gm)].map(([, name]) => name));
  const told = new Set([...guide.matchAll(/`libro (\w+)/g)].map(([, name]) => name));
  expect(offered.size).toBeGreaterThan(5);
  expect(told).toEqual(offered);
  const files = [...guide.matchAll(/\bdeploy\/[a-z.-]+\b/g)].map(([path]) => path);
  expect(files.length).toBeGreaterThan(0);
  for (const path of files) expect(existsSync(path), path).toBe(true);
});

/** The lines of the boxes that are copied into a terminal. */
const boxes = [...guide.matchAll(/^ *```(?:sh|bash|powershell)\n([\s\S]*?)^ *```$/gm)].flatMap(
  ([, box = '']) =>
    box
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
);

/** Which test runs a line of a box, or why none can. */
const whoRuns: [RegExp, string][] = [
  [/^tar .*-czf/, 'tests/deploy/guide.test.ts'],
  [/^DEMO=off npm start$|^\$env:DEMO="off"; npm start$/, 'tests/e2e/guide-walk.spec.ts'],
  [/^S3_\w+=|^SESSION_SECRET=/, 'tests/deploy/guide.test.ts'],
  [/^echo DEMO=off > /, 'tests/deploy/guide.test.ts'],
  [/^echo "libro \$\(cut/, 'tests/deploy/signed-update.test.ts'],
  [/^ls -d \/var\/backups\/libro/, 'tests/deploy/guide.test.ts'],
  [/^libro ripristina/, 'tests/deploy/update.test.ts'],
  [/^ffmpeg /, 'tests/repository/recording.test.ts'],
  [/^ssh-keygen -t ed25519$/, 'tests/deploy/guide.test.ts'],
  [/^(?:ssh|scp|ping|cat ~\/\.ssh)\b/, 'needs another machine'],
  [/^(?:apt-get|journalctl|rm -rf \/var\/cache)/, 'changes the machine it runs on'],
  [
    /^(?:tar -xzf|cd libro|bash deploy\/install\.sh)/,
    'needs a bare Debian with systemd; done by hand, with its times, in the guide',
  ],
];

test('every line that the guide gives to copy is run by a test, or is known not to be', () => {
  expect(boxes.length).toBeGreaterThan(20);
  const unknown = boxes.filter((line) => !whoRuns.some(([pattern]) => pattern.test(line)));
  expect(unknown).toEqual([]);
  for (const [pattern, who] of whoRuns) {
    expect(
      boxes.some((line) => pattern.test(line)),
      `${pattern} is in no box`,
    ).toBe(true);
    if (who.startsWith('tests/')) expect(existsSync(who), who).toBe(true);
  }
});

test('the settings of its boxes are those that the site reads, and begin an empty site with a bucket', () => {
  const lines = boxes.filter((line) => /^[A-Z0-9_]+=/.test(line) && !line.includes('npm'));
  const written = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  expect(Object.keys(written).length).toBeGreaterThan(4);
  const example = readFileSync('.env.example', 'utf8');
  for (const name of Object.keys(written)) expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
  const command = /`(openssl [^`]+)`/.exec(guide)?.[1] ?? '';
  const secret = spawnSync('bash', ['-c', command], { encoding: 'utf8' }).stdout.trim();
  const demo = boxes.find((line) => line.startsWith('echo DEMO=off'))?.split(' ')[1] ?? '';
  const env = readEnv({ ...written, SESSION_SECRET: secret, DEMO: demo.split('=')[1] });
  expect(env.DEMO).toBe(false);
  expect(bucketSettings(env)).toMatchObject({ bucket: 'il-mio-libro', region: 'eu-south-1' });
});

test('the key of its box is made where the guide looks for it', async () => {
  const home = await mkdtemp(join(tmpdir(), 'ferro-guide-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const [command = '', ...options] = (boxes.find((line) => line.startsWith('ssh-keygen')) ?? '').split(' ');
  // What Enter answers: no passphrase, the usual name.
  const made = spawnSync(command, [...options, '-N', '', '-f', join(home, 'id_ed25519')], {
    encoding: 'utf8',
  });
  expect(made.status, made.stderr).toBe(0);
  expect(readFileSync(join(home, 'id_ed25519.pub'), 'utf8')).toMatch(/^ssh-ed25519 /);
  expect(guide).toContain('.ssh/id_ed25519.pub');
});

test('of the copies before updates all but the newest go, when the disk is full', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ferro-guide-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const day of ['20', '21', '22']) await mkdir(join(folder, `before-2026-11-${day}`));
  const command = boxes.find((line) => line.startsWith('ls -d'))?.replace('/var/backups/libro', folder) ?? '';
  expect(command).toContain(folder);
  spawnSync('bash', ['-c', command]);
  expect(await readdir(folder)).toEqual(['before-2026-11-22']);
});

test('what the guide calls by name in the panel is called so', async () => {
  const panel = await filesBelow('src/client/features/admin');
  const source = panel
    .filter((path) => /(?<!test)\.tsx?$/.test(path))
    .map((path) => readFileSync(path, 'utf8').replace(/\s+/g, ' '))
    .join('\n');
  const named = [
    ...['Il libro', 'Primi passi', 'Pubblica', 'Aggiungi sezione', 'Importa da testo', 'Dividi qui'],
    ...['Le copie di tutto il sito', 'Non c’ero', 'Prova come lettore', 'Controllo anti-spoiler'],
    ...['Aggiungi codice', 'Molti codici', 'Scegli tutti', 'Stampa', 'Esporta CSV', 'Importa CSV'],
    ...[
      'Torna a un backup',
      'Riprendi una cosa sola',
      'Riprendi una parte del libro',
      'Riprendi dal backup',
      'Torna a questa copia',
    ],
    ...['Impostazioni', 'Copia nel bucket', 'Prova il bucket', 'Altro', 'La macchina'],
    ...['Che cosa leggono i lettori', 'Cestino', 'Accesso', 'Numeri', 'File non usati'],
  ];
  const told = guide.replace(/\s+/g, ' ');
  expect(named.filter((name) => !told.includes(name))).toEqual([]);
  expect(named.filter((name) => !source.includes(name))).toEqual([]);
});
