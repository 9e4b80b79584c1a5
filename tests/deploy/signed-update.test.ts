import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fakeMachine, type FakeMachine } from '../support/fake-machine.ts';

const possible = [
  '/bin/bash',
  '/usr/bin/flock',
  '/usr/bin/curl',
  '/usr/bin/git',
  '/usr/bin/ssh-keygen',
].every((path) => existsSync(path));

async function newMachine(): Promise<FakeMachine> {
  const machine = await fakeMachine();
  onTestFinished(() => machine.close());
  await machine.update(await machine.version('buona'));
  return machine;
}

const serving = async ({ url }: FakeMachine) =>
  ((await (await fetch(url)).json()) as { version: string }).version;

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  expect(status, `${command} ${args.join(' ')}: ${stderr}`).toBe(0);
}

/** A key of its own. @returns the path of its secret half */
function newKey(machine: FakeMachine, name: string): string {
  const path = join(machine.state, name);
  run('ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', path);
  return path;
}

/** From now on only what this key signed is taken. */
async function trust(machine: FakeMachine, key: string): Promise<void> {
  const [kind = '', secret = ''] = (await readFile(`${key}.pub`, 'utf8')).split(' ');
  await writeFile(machine.env.LIBRO_SIGNERS ?? '', `libro ${kind} ${secret}\n`);
}

async function archiveOf(machine: FakeMachine, name: string): Promise<string> {
  const source = await machine.version(name);
  const archive = join(machine.state, `${name}.tar.gz`);
  run('tar', '-C', dirname(source), '-czf', archive, basename(source));
  return archive;
}

describe.skipIf(!possible)('a version of the site', () => {
  test('as an archive is taken with its right checksum, and refused with another', async () => {
    const machine = await newMachine();
    const archive = await archiveOf(machine, 'sommata');
    run('sh', '-c', `cd ${dirname(archive)} && sha256sum ${basename(archive)} > ${archive}.sha256`);
    const taken = await machine.update(archive);
    expect(taken.text).toContain('La somma di controllo è giusta.');
    expect(await serving(machine)).toBe('sommata');

    await appendFile(archive, 'altro');
    const refused = await machine.update(archive);
    expect([refused.status, await serving(machine)]).toEqual([1, 'sommata']);
    expect(refused.text).toContain('resta com’era');
    expect((await machine.update('--back')).status).toBe(0);
    expect(await serving(machine)).toBe('buona');
  });

  test('as an archive is taken from who may sign, from nobody else, and there is a way back', async () => {
    const machine = await newMachine();
    const [author, stranger] = [newKey(machine, 'autore'), newKey(machine, 'altri')];
    await trust(machine, author);
    const archive = await archiveOf(machine, 'firmata');
    const sign = (key: string) => run('ssh-keygen', '-q', '-Y', 'sign', '-f', key, '-n', 'file', archive);

    expect((await machine.update(archive)).text).toContain('non è firmato');
    sign(stranger);
    expect((await machine.update(archive)).status).toBe(1);
    expect((await machine.update(await machine.version('cartella'))).text).toContain('chi l’ha firmata');
    expect(await serving(machine)).toBe('buona');

    run('rm', `${archive}.sig`);
    sign(author);
    expect((await machine.update(archive)).text).toContain('La firma è giusta.');
    expect(await serving(machine)).toBe('firmata');
    expect((await machine.update('--back')).status).toBe(0);
    expect(await serving(machine)).toBe('buona');
  });

  test('as a clone is taken when its commit or a tag of it is signed, and unchanged', async () => {
    const machine = await newMachine();
    const [author, stranger] = [newKey(machine, 'autore'), newKey(machine, 'altri')];
    const git = (folder: string, ...args: string[]) => {
      const own = ['user.name=a', 'user.email=a@libro.test', 'gpg.format=ssh', `user.signingkey=${author}`];
      run('git', '-C', folder, ...own.flatMap((setting) => ['-c', setting]), ...args);
    };
    const origin = await machine.version('deposito');
    git(origin, 'init', '-q');
    git(origin, 'add', '.');
    git(origin, 'commit', '-qm', 'Uno');
    const clone = join(machine.home, 'clone');
    git('.', 'clone', '-q', origin, clone);
    await trust(machine, author);
    const unsigned = await machine.update(clone);
    expect([unsigned.status, await serving(machine)]).toEqual([1, 'buona']);
    expect(unsigned.text).toContain('non è firmata');

    git(origin, '-c', `user.signingkey=${stranger}`, 'tag', '-s', '-m', 'Altri', 'v1');
    expect((await machine.update(clone)).status).toBe(1);
    git(origin, 'tag', '-s', '-m', 'Mia', 'v2');
    expect((await machine.update(clone)).status).toBe(0);
    expect(await serving(machine)).toBe('deposito');

    await rename(join(await machine.version('nuova'), 'program.js'), join(origin, 'program.js'));
    git(origin, 'commit', '-qam', 'Due');
    expect((await machine.update(clone)).status).toBe(1);
    git(origin, 'commit', '-q', '--amend', '--no-edit', '-S');
    await appendFile(join(clone, 'program.js'), '\n');
    expect((await machine.update(clone)).status).toBe(1);
    expect(await serving(machine)).toBe('deposito');
    git(clone, 'checkout', '-q', '--', '.');
    expect((await machine.update(clone)).status).toBe(0);
    expect(await serving(machine)).toBe('nuova');
    expect((await machine.update('--back')).status).toBe(0);
    expect(await serving(machine)).toBe('deposito');
  });
});
