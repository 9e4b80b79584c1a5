import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { unknownLicences, type Component } from '../../scripts/licences.mjs';

const script = resolve('scripts/sbom.mjs');

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ferro-licences-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const makeBill = (cwd: string, file: string) => spawnSync('node', [script, file], { cwd, encoding: 'utf8' });

test('a licence may be used by itself, or where one of a choice may; what nobody has looked at may not', () => {
  const of = (expression: string, name = 'pacchetto'): Component => {
    return { name, version: '1.0.0', licenses: [{ expression }] };
  };
  expect(unknownLicences([of('MIT'), of('(MIT OR GPL-3.0)'), of('MIT AND ISC')])).toEqual([]);
  expect(unknownLicences([of('SSPL-1.0'), of('MIT AND SSPL-1.0'), of('SSPL-1.0')])).toEqual([
    'SSPL-1.0',
    'MIT AND SSPL-1.0',
  ]);
  const mixed = '(MIT OR ISC) AND SSPL-1.0';
  expect(unknownLicences([of(mixed)])).toEqual([mixed]);
  expect(unknownLicences([{ name: 'senza', version: '1.0.0' }])).toEqual(['UNKNOWN']);
  // Data of one package, and no other's.
  expect(unknownLicences([of('GPL-3.0', 'dictionary-it')])).toEqual([]);
  expect(unknownLicences([of('GPL-3.0')])).toEqual(['GPL-3.0']);
});

test('everything that the site runs on has a licence that may be used, and stands in the bill', async () => {
  const file = join(await temporaryFolder(), 'bill.json');
  const { status, stderr } = makeBill(process.cwd(), file);
  expect(stderr).not.toContain('Unknown licence');
  expect(status, stderr).toBe(0);
  const { bomFormat, components } = JSON.parse(await readFile(file, 'utf8')) as {
    bomFormat: string;
    components: { name: string; group?: string }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8')) as { dependencies: object };
  const named = new Set(components.map(({ group, name }) => (group ? `${group}/${name}` : name)));
  expect(Object.keys(dependencies).filter((name) => !named.has(name))).toEqual([]);
});

test('one with a licence that nobody has looked at fails', async () => {
  const folder = await temporaryFolder();
  const installed = join(folder, 'node_modules', 'altro');
  await mkdir(installed, { recursive: true });
  const project = { name: 'prova', version: '1.0.0', dependencies: { altro: '1.0.0' } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(project));
  const made = { name: 'altro', version: '1.0.0', license: 'SSPL-1.0' };
  await writeFile(join(installed, 'package.json'), JSON.stringify(made));
  const { status, stderr } = makeBill(folder, 'bill.json');
  expect(stderr).toContain('Unknown licence: SSPL-1.0');
  expect(status).toBe(1);
});
