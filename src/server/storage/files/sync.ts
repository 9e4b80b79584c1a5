import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Makes what was written to this file, or renamed in this folder, survive a power cut. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** {@link sync} for a folder and everything below it. */
export async function syncTree(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) await syncTree(child);
    else if (entry.isFile()) await sync(child);
  }
  await sync(path);
}
