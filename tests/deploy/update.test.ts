import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fakeMachine, type FakeMachine } from '../support/fake-machine.ts';

// Only what every Debian has.
const possible = ['/bin/bash', '/usr/bin/flock', '/usr/bin/curl', '/usr/bin/setsid'].every((path) =>
  existsSync(path),
);

async function newMachine(): Promise<FakeMachine> {
  const machine = await fakeMachine();
  onTestFinished(() => machine.close());
  return machine;
}

const serving = async ({ url }: FakeMachine) =>
  ((await (await fetch(url)).json()) as { version: string }).version;
const starts = async ({ state }: FakeMachine) =>
  (JSON.parse(await readFile(join(state, 'data/db.json'), 'utf8')) as { starts: string[] }).starts;

test.skipIf(!possible)('a new version takes over, the data stay, and there is a way back', async () => {
  const machine = await newMachine();
  const first = await machine.update(await machine.version('uno'));
  expect(first.text).toContain('In funzione');
  expect(first.status).toBe(0);
  expect((await machine.update(await machine.version('due'))).status).toBe(0);
  expect(await serving(machine)).toBe('due');
  expect(await starts(machine)).toEqual(['uno', 'due']);
  const [, copy = ''] = (await readdir(machine.backups)).sort();
  expect(JSON.parse(await readFile(join(machine.backups, copy, 'db.json'), 'utf8'))).toMatchObject({
    starts: ['uno'],
  });

  expect((await machine.update('--back')).status).toBe(0);
  expect(await serving(machine)).toBe('uno');
  expect(await starts(machine)).toEqual(['uno', 'due', 'uno']);
  expect((await machine.update('--back')).status).toBe(0);
  expect(await serving(machine)).toBe('due');
});

test.skipIf(!possible)(
  'tabs that are open go on: the files of the versions before are served on',
  async () => {
    const machine = await newMachine();
    for (const name of ['uno', 'due', 'tre']) await machine.update(await machine.version(name));
    const assets = join(machine.home, 'current/dist/client/assets');
    expect((await readdir(assets)).sort()).toEqual(['due.js', 'tre.js', 'uno.js']);
    expect(await readFile(join(assets, 'uno.js'), 'utf8')).toBe('uno');
  },
);

test.skipIf(!possible)('a copy from before an update goes after thirty days, updates or not', async () => {
  const machine = await newMachine();
  await machine.update(await machine.version('uno'));
  await machine.update(await machine.version('due'));
  const kept = await readdir(machine.backups);
  const stamp = (days: number) =>
    new Date(Date.now() - days * 24 * 60 * 60 * 1000)
      .toISOString()
      .replace(/[-:]/g, '')
      .slice(0, 15)
      .replace('T', '-');
  const younger = `before-${stamp(29)}`;
  for (const name of [younger, `before-${stamp(31)}`, 'before-mine'])
    await mkdir(join(machine.backups, name));
  expect(await machine.update('--tidy')).toMatchObject({ status: 0 });
  expect((await readdir(machine.backups)).sort()).toEqual([...kept, younger, 'before-mine'].sort());
  expect(await serving(machine)).toBe('due');
});

test.skipIf(!possible)('an archive of the project does as well as its folder', async () => {
  const machine = await newMachine();
  const source = await machine.version('archivio');
  const archive = join(machine.state, 'libro.tar.gz');
  spawnSync('tar', ['-C', dirname(source), '-czf', archive, basename(source)]);
  expect((await machine.update(archive)).status).toBe(0);
  expect(await serving(machine)).toBe('archivio');
});

test.skipIf(!possible)('a version that cannot be built, started or asked leaves the one before', async () => {
  const machine = await newMachine();
  await machine.update(await machine.version('buona'));
  for (const broken of ['build', 'start', 'health'] as const) {
    const { status, text } = await machine.update(await machine.version(broken, { broken }));
    expect(status, broken).toBe(1);
    expect(text).toMatch(/resta com’era|funziona come prima/);
    expect(await serving(machine)).toBe('buona');
  }
  const { status } = await machine.update(join(machine.home, 'non-esiste'));
  expect(status).toBe(1);
  expect(await serving(machine)).toBe('buona');
});

test.skipIf(!possible || !existsSync('/usr/bin/git'))(
  'a clone is brought up to date; a copied one whose remote is out of reach is taken as it is, when asked',
  async () => {
    const machine = await newMachine();
    const git = (folder: string, ...args: string[]) =>
      spawnSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@libro.test', ...args]);
    const origin = await machine.version('deposito');
    git(origin, 'init', '-q');
    git(origin, 'add', '.');
    git(origin, 'commit', '-qm', 'Uno');
    const clone = join(machine.home, 'clone');
    git('.', 'clone', '-q', origin, clone);
    await rename(join(await machine.version('nuova'), 'program.js'), join(origin, 'program.js'));
    git(origin, 'commit', '-qam', 'Due');
    expect((await machine.update(clone)).status).toBe(0);
    expect(await serving(machine)).toBe('nuova');

    await rm(origin, { recursive: true });
    const before = await readdir(join(machine.home, 'releases'));
    const refused = await machine.update(clone);
    expect(refused.status).toBe(1);
    expect(refused.text).toContain(`rm -rf ${clone}/.git`);
    // Nothing half-made is left among the versions.
    expect(await readdir(join(machine.home, 'releases'))).toEqual(before);
    machine.env.LIBRO_PULL = 'no';
    expect((await machine.update(clone)).status).toBe(0);
  },
);

test.skipIf(!possible)('data that the old version no longer reads come back with it', async () => {
  const machine = await newMachine();
  await machine.update(await machine.version('uno'));
  // It changes the database's form and then proves unwell: the old one refuses what it left.
  const automatic = await machine.update(await machine.version('malata', { schema: 2, broken: 'health' }));
  expect(automatic.text).toContain('I dati di prima sono tornati');
  expect(await serving(machine)).toBe('uno');

  // The site's own copies and what is made of the database are not copied again with the data; the copies stay where they are.
  await mkdir(join(machine.state, 'data/copie/2026-11-27'), { recursive: true });
  await writeFile(join(machine.state, 'data/vectors.bin'), '');
  await machine.update(await machine.version('nuova', { schema: 2 }));
  const newest = (await readdir(machine.backups)).sort().at(-1) ?? '';
  expect(await readdir(join(machine.backups, newest))).toEqual(['db.json']);
  // By hand: nothing that readers wrote meanwhile is given up unless it is asked for.
  const kept = await machine.update('--back');
  expect(kept.status).toBe(1);
  expect(kept.text).toContain('--back --data');
  expect(await serving(machine)).toBe('nuova');
  expect((await machine.update('--back', '--data')).status).toBe(0);
  expect(await serving(machine)).toBe('uno');
  const setAside = (await readdir(machine.state)).filter((name) => name.startsWith('data-'));
  expect(setAside.length).toBeGreaterThan(0);
  expect(await readdir(join(machine.state, 'data/copie'))).toEqual(['2026-11-27']);
});

test.skipIf(!possible)(
  'the author’s command rebuilds from the bucket and verifies it, with the settings that only root reads',
  async () => {
    const machine = await newMachine();
    await machine.update(await machine.version('uno'));
    await machine.settle(
      'S3_BUCKET="libro"\nS3_SECRET_ACCESS_KEY=segreta+/=\n# S3_PREFIX=no\nGROQ_API_KEY=altra\n',
    );
    const at = await machine.libro('ripristina', 's3', '--at', '2026-11-21 14:30');
    expect(at.status, at.text).toBe(0);
    const [command = '', ...settings] = at.text.trim().split('\n');
    expect(command).toContain('dist/server/restore.js s3 --at 2026-11-21 14:30');
    expect(command).toContain(`DATA_DIR=${machine.state}/data`);
    expect(command).not.toContain('segreta');
    expect(settings).toEqual(['S3_BUCKET=libro', 'S3_SECRET_ACCESS_KEY=segreta+/=']);
    await expect.poll(() => serving(machine).catch(() => 'nobody')).toBe('uno');
    expect(await starts(machine)).toEqual(['uno', 'uno']);

    // To look takes nothing from the readers.
    expect((await machine.libro('ripristina', 's3', '--list')).text).toContain('restore.js s3 --list');
    expect((await machine.libro('verifica')).text).toContain('mirror.js verify --dry-run');
    expect(await starts(machine)).toEqual(['uno', 'uno']);
    // Each command that stops the site is over before the next stops it again: a start cut short is not counted.
    expect((await machine.libro('verifica', '--ripara')).text).toMatch(/mirror\.js verify$/m);
    await expect.poll(() => starts(machine)).toEqual(Array(3).fill('uno'));
    expect((await machine.libro('chiavi')).text).toMatch(/keys\.js$/m);
    expect((await machine.libro('chiavi', 'ruota')).text).toMatch(/keys\.js ruota$/m);
    expect((await machine.libro('chiavi', 'altro')).status).toBe(2);
    await expect.poll(() => starts(machine)).toEqual(Array(4).fill('uno'));
    expect((await machine.libro('pota', '--prova')).text).toMatch(/prune\.js --prova$/m);
    await expect.poll(() => starts(machine)).toEqual(Array(5).fill('uno'));
  },
);
