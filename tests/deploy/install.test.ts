import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

// The functions of deploy/install.sh without its main program.
const functions = `source <(sed '/^main "\\$@"$/,$d' deploy/install.sh)`;

function run(script: string, env: Record<string, string> = {}) {
  return spawnSync('bash', ['-c', `${functions}\n${script}`], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8', ...env },
  });
}

test.each([
  ['www.libro.it', 'www.libro.it'],
  ['perché.it', 'xn--perch-fsa.it'],
  ['città.Perché.it', 'xn--citt-3na.xn--perch-fsa.it'],
  ['xn--perch-fsa.it', 'xn--perch-fsa.it'],
])('the domain %s is kept as %s', (typed, plain) => {
  const { stdout, status } = run(`plain_domain "$(domain_of_readers '${typed}')"`);
  expect([stdout, status]).toEqual([plain, 0]);
});

test.each(['libro', 'non è un.it', 'https://perché.it/', 'perché', '-libro.it'])(
  '«%s» is no domain, and is asked for again',
  (typed) => {
    const { stderr, status } = run(`domain_of_readers '${typed}' </dev/null`);
    expect(stderr).toContain(`«${typed}» non è un dominio.`);
    expect(status).toBe(1);
  },
);

/** An apt-get that fails so many times with a sentence, and a sleep that does not wait. */
async function busyApt(failures: number, sentence: string): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'ferro-apt-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const apt = `#!/bin/bash
printf x >>${folder}/calls
if (($(wc -c <${folder}/calls) <= ${failures})); then echo '${sentence}' >&2; exit 100; fi`;
  for (const [name, text] of [
    ['apt-get', apt],
    ['sleep', '#!/bin/bash'],
  ] as const) {
    await writeFile(join(folder, name), text);
    await chmod(join(folder, name), 0o755);
  }
  return { PATH: `${folder}:${process.env.PATH}` };
}

test('waits for a machine that updates itself, and says so once', async () => {
  const lock = 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 812 (apt-get)';
  const { stdout, status } = run('apt_get update -qq', await busyApt(3, lock));
  expect([stdout, status]).toEqual(['La macchina si sta aggiornando da sola: aspetto che finisca.\n', 0]);
});

test('any other trouble of apt is shown at once', async () => {
  const { stderr, status } = run(
    'apt_get update -qq',
    await busyApt(1, 'E: The repository has no Release file'),
  );
  expect(stderr).toContain('no Release file');
  expect(status).toBe(1);
});
