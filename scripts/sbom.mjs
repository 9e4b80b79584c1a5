// npm run sbom [-- <file>]: the bill of materials (CycloneDX) of what the site runs on, and its licences. A licence that nobody has
// looked at fails: it is added below once it may be used.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** May be used in a site that is not given away. The LGPL's are the native parts of sharp, which are linked at run time. */
const usableLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

/** Of single packages: Hunspell's words are data that is read as it is, beside the program (docs/decisions/004). */
const licenceOfPackage = new Map([['dictionary-it', 'GPL-3.0']]);

/** @typedef {{ name: string, version: string, licenses?: { license?: { id?: string, name?: string }, expression?: string }[] }} Component */

const file = process.argv[2] ?? 'dist/sbom.cdx.json';
const options = ['sbom', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=application'];
const { stdout, stderr, status } = spawnSync('npm', options, {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
});
if (status !== 0) {
  console.error(stderr);
  process.exit(1);
}
const bill = JSON.parse(stdout);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);

/** The licences of one package as its author wrote them. @param {Component} component */
function licencesOf({ licenses = [] }) {
  const written = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '');
  return written.filter(Boolean).join(' AND ') || 'UNKNOWN';
}

/** «A OR B» is known with either, «A AND B» with both. @param {string} expression */
function isKnown(expression) {
  const bare = expression.replace(/[()]/g, '');
  return bare
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => usableLicences.has(licence)));
}

/** @type {Component[]} */
const components = bill.components;
/** @type {Map<string, string[]>} */
const byLicence = new Map();
for (const component of components) {
  const licence = licencesOf(component);
  byLicence.set(licence, [...(byLicence.get(licence) ?? []), `${component.name}@${component.version}`]);
}
const siteName = JSON.parse(readFileSync('package.json', 'utf8')).name;
console.log(`${siteName}: ${components.length} packages, ${file}`);
for (const [licence, packages] of [...byLicence].sort(([a], [b]) => a.localeCompare(b))) {
  console.log(`\n${licence} (${packages.length})\n  ${packages.sort().join(', ')}`);
  if (
    isKnown(licence) ||
    packages.every((name) => licenceOfPackage.get(name.replace(/@[^@]+$/, '')) === licence)
  )
    continue;
  console.error(`\nUnknown licence: ${licence}`);
  process.exitCode = 1;
}
