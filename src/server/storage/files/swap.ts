import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { realFolders, type Folders } from './folders.ts';

/** A change of all the uploads at once; the folders are hidden ones among them. */
interface Swap {
  /** Where the new uploads are. */
  from: string;
  /** Where the present ones go. */
  keepAs: string;
}

/**
 * Stands among the uploads from the moment they begin to be replaced until the mirror has seen it: what is here is then what
 * the author wants, and what the bucket has besides is to go from it.
 */
export const replacedMark = '.replaced';

/** The new uploads once every old one has left: from its existence on, what stands among the uploads is new. */
const placingFor = ({ keepAs }: Swap) => `${keepAs}.placing`;

/**
 * Puts the content of one folder in the place of all uploads, whose own folder may be a mount point and stays. After a
 * crash the same call goes on where it stopped, and does nothing when everything is done: which of its two halves it
 * is in is the name of a folder, and a folder's name changes in one step.
 */
export async function swapFiles(base: string, swap: Swap, folders: Folders = realFolders): Promise<void> {
  const { from, keepAs } = swap;
  const kept = join(base, keepAs);
  const placing = join(base, placingFor(swap));
  const names = await folders.list(base);
  if (names.includes(from)) {
    await folders.make(join(base, replacedMark));
    await folders.make(kept);
    for (const name of names.filter(isVisible)) await folders.move(join(base, name), join(kept, name));
    await folders.sync(kept);
    await folders.sync(base);
    await folders.move(join(base, from), placing);
    await folders.sync(base);
  } else if (!names.includes(placingFor(swap))) {
    return;
  }
  for (const name of await folders.list(placing)) await folders.move(join(placing, name), join(base, name));
  await folders.sync(placing);
  await folders.sync(base);
  await folders.remove(placing);
  await folders.sync(base);
}

const isVisible = (name: string) => !name.startsWith('.');

/**
 * The commands' way of the same: what was there stays beside as `.replaced-<time>`, which nothing removes but its owner.
 *
 * @returns the folder with what was replaced; nothing where there was no file, and then no empty folder is left either
 */
export async function replaceFiles(
  base: string,
  from: string,
  now = new Date(),
): Promise<string | undefined> {
  const keepAs = `${replacedMark}-${now.toISOString().replaceAll(':', '-')}`;
  await swapFiles(base, { from, keepAs });
  const kept = join(base, keepAs);
  const entries = await readdir(kept, { recursive: true, withFileTypes: true });
  if (entries.some((entry) => !entry.isDirectory())) return kept;
  await realFolders.remove(kept);
  return undefined;
}
