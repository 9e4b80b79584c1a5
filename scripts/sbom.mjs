// npm run sbom [-- <file>]: the bill of materials (CycloneDX) of what the site runs on, and its licences. A licence that nobody has
// looked at fails (scripts/licences.mjs).
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { licencesOf, unknownLicences } from './licences.mjs';

/** @typedef {import('./licences.mjs').Component} Component */

/**
 * @typedef {Component & { 'bom-ref': string, properties?: { name: string, value: string }[] }} Listed
 * @param {{ components: Listed[], dependencies: { ref: string, dependsOn?: string[] }[] }} bill
 */
function withoutDevelopment(bill) {
  /** @param {Listed} component */
  const isDevelopment = ({ properties = [] }) =>
    properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');
  const dropped = new Set(bill.components.filter(isDevelopment).map((component) => component['bom-ref']));
  return {
    ...bill,
    components: bill.components.filter((component) => !isDevelopment(component)),
    dependencies: bill.dependencies
      .filter(({ ref }) => !dropped.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((on) => !dropped.has(on)) })),
  };
}

const file = process.argv[2] ?? 'dist/sbom.cdx.json';
// Not with --omit=dev: that leaves out what a development package needs too, zod among others (npm 11).
const options = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'];
const { stdout, stderr, status } = spawnSync('npm', options, {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
});
if (status !== 0) {
  console.error(stderr);
  process.exit(1);
}
const bill = withoutDevelopment(JSON.parse(stdout));
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);

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
}
for (const licence of unknownLicences(components)) {
  console.error(`\nUnknown licence: ${licence}`);
  process.exitCode = 1;
}
