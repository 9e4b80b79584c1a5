// Writes into package-lock.json, or a copy of it, where each package is: `node lock-addresses.mjs <folder> <registry> [copy]`.
// The lock is kept without addresses, so that it suits any registry; npm then asks for the whole history of every
// package first and holds all of it in memory: 1 GB at the worst, which is all that the smallest machines have.
// What is fetched must still have the lock's checksum.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '.', registry = '', lockFile = 'package-lock.json'] = process.argv.slice(2);
const file = join(folder, lockFile);

if (existsSync(file) && URL.canParse(registry)) {
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/') || !entry.integrity || entry.resolved) continue;
    // An entry whose folder has another name than the package says so.
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    entry.resolved = new URL(
      `${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz`,
      registry.replace(/\/*$/, '/'),
    ).href;
  }
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
