import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** May be used in a site that is not given away. The LGPL's are the native parts of sharp, which are linked at run time. */
const usableLicences = [
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC'],
  ...['LGPL-3.0-or-later', 'MIT', 'OFL-1.1', 'Python-2.0', 'Unlicense', 'Zlib'],
];

/**
 * Of single packages: Hunspell's words are data that is read as it is, beside the program (docs/decisions/004).
 */
const licenceOfPackage: Record<string, string> = { 'dictionary-it': 'GPL-3.0' };

/** «A OR B» may be used with either, «A AND B» with both; a mixture is looked at by somebody. */
function isUsable(name: string, expression = 'UNKNOWN'): boolean {
  if (licenceOfPackage[name] === expression) return true;
  if (/ AND .* OR | OR .* AND /.test(expression)) return false;
  const choices = expression.replace(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((licence) => usableLicences.includes(licence)));
}

test.each([
  ['pacchetto', 'MIT', true],
  ['pacchetto', '(MIT OR GPL-3.0)', true],
  ['pacchetto', 'MIT AND ISC', true],
  ['pacchetto', 'MIT AND SSPL-1.0', false],
  ['pacchetto', '(MIT OR ISC) AND SSPL-1.0', false],
  ['pacchetto', undefined, false],
  ['pacchetto', 'GPL-3.0', false],
  ['dictionary-it', 'GPL-3.0', true],
])('%s under %s: %s', (name, licence, usable) => {
  expect(isUsable(name, licence)).toBe(usable);
});

test('everything that the site runs on has a licence that somebody has looked at', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; license?: string }>;
  };
  const production = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  expect(production.length).toBeGreaterThan(100);
  const unknown = production
    .map(([path, { license }]) => ({ name: path.split('node_modules/').at(-1) ?? '', license }))
    .filter(({ name, license }) => !isUsable(name, license));
  expect(unknown).toEqual([]);
});

test('so have the encoder’s files, which are those of the manifest, and the bill of materials has them', () => {
  const folder = 'src/server/encoder/model';
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    name: string;
    licence: string;
    files: Record<string, { bytes: number; sha256: string }>;
  };
  expect(isUsable(manifest.name, manifest.licence)).toBe(true);
  expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toContain(`${manifest.licence} License`);
  const { stdout } = spawnSync(process.execPath, ['scripts/sbom.mjs'], { encoding: 'utf8', maxBuffer: 1e8 });
  const bill = JSON.parse(stdout) as { components: { name: string; components?: unknown[] }[] };
  const names = bill.components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['onnxruntime-node', manifest.name]));
  const listed = bill.components.find(({ name }) => name === manifest.name)?.components;
  for (const [name, { bytes, sha256 }] of Object.entries(manifest.files)) {
    const content = readFileSync(join(folder, name));
    expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
    expect(listed).toContainEqual({ type: 'file', name, hashes: [{ alg: 'SHA-256', content: sha256 }] });
  }
});
