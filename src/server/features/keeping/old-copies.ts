import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** `db.json.replaced-2004-01-31T120000.000Z`: what a restore replaced, and what a new version migrated. */
const copyName = /^db\.json(?:\..+)?\.(?:replaced|schema-\d+)-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d\.\d{3}Z)$/;

/**
 * Removes the databases that were put aside before a moment: they still hold what was erased since. The time is that of the
 * name, which is when it was put aside.
 *
 * @param before milliseconds since the epoch
 */
export async function removeOldCopies(dataDir: string, before: number): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const [, day, hours, minutes, seconds] = copyName.exec(name) ?? [];
    if (day === undefined || Date.parse(`${day}T${hours}:${minutes}:${seconds}`) >= before) continue;
    await rm(join(dataDir, name), { force: true });
  }
}
