// After an update tabs stay open on the build before: the files that it named by their content are served on for a week.
//   node scripts/earlier-assets.mjs <dist of the build before> <dist of the new one>
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const week = 7 * 24 * 3600 * 1000;

/**
 * When each file that is no longer of a build was last of one, in milliseconds; nothing where none was carried over.
 *
 * @param {string} dist
 * @returns {Record<string, number>}
 */
export function readSince(dist) {
  try {
    return JSON.parse(readFileSync(join(dist, 'earlier.json'), 'utf8'));
  } catch {
    return {};
  }
}

/**
 * Copies into a new build the hashed files of the one before, and of those before it that a tab may still ask for.
 *
 * @param {string} before the build that was served until now
 * @param {string} next the one that takes its place
 * @param {number} now in milliseconds
 * @returns {string[]} what was copied, by name
 */
export function carryAssets(before, next, now = Date.now()) {
  const folder = join(before, 'client/assets');
  if (!existsSync(folder)) return [];
  const since = readSince(before);
  /** @type {Record<string, number>} */
  const ages = {};
  for (const name of readdirSync(folder)) {
    if (existsSync(join(next, 'client/assets', name)) || now - (since[name] ?? now) > week) continue;
    cpSync(join(folder, name), join(next, 'client/assets', name));
    ages[name] = since[name] ?? now;
  }
  writeFileSync(join(next, 'earlier.json'), JSON.stringify(ages));
  return Object.keys(ages);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [before = '', next = ''] = process.argv.slice(2);
  carryAssets(before, next);
}
