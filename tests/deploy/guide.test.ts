import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

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
