import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

interface Entry {
  version?: string;
  integrity?: string;
  resolved?: string;
  name?: string;
}

/** The lock in a folder of its own, after deploy/lock-addresses.mjs was fed to node as deploy/update.sh does. */
function addressed(registry: string, lock?: object): Record<string, Entry> {
  const folder = mkdtempSync(join(tmpdir(), 'ferro-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'package-lock.json');
  if (lock) writeFileSync(file, JSON.stringify(lock));
  else copyFileSync('package-lock.json', file);
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-', folder, registry], {
    input: readFileSync('deploy/lock-addresses.mjs'),
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  return (JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> }).packages;
}

test('every package of the project gets its address, and nothing else of the lock changes', () => {
  const before = (
    JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> }
  ).packages;
  const after = addressed('https://registro.test');
  for (const [path, { resolved, ...rest }] of Object.entries(after)) {
    expect(rest).toEqual(before[path]);
    if (rest.integrity)
      expect(resolved).toMatch(/^https:\/\/registro\.test\/(@[^/]+\/)?[^/]+\/-\/[^/]+\.tgz$/);
  }
  expect(after['node_modules/@trpc/server']?.resolved).toBe(
    `https://registro.test/@trpc/server/-/server-${before['node_modules/@trpc/server']?.version}.tgz`,
  );
});

test('a renamed package is fetched by its own name; a known address, a folder and a strange registry stay', () => {
  const packages: Record<string, Entry> = {
    '': { version: '1.0.0' },
    'node_modules/a/node_modules/altro': { name: '@x/vero', version: '2.1.0', integrity: 'sha512-a' },
    'node_modules/b': { version: '1.0.0', integrity: 'sha512-b', resolved: 'https://altrove.test/b.tgz' },
    parte: { version: '1.0.0' },
  };
  expect(addressed('https://registro.test/npm/', { packages })).toEqual({
    ...packages,
    'node_modules/a/node_modules/altro': {
      ...packages['node_modules/a/node_modules/altro'],
      resolved: 'https://registro.test/npm/@x/vero/-/vero-2.1.0.tgz',
    },
  });
  expect(addressed('undefined', { packages })).toEqual(packages);
});
