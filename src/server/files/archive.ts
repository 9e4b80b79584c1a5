import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { syncTree } from './sync.ts';

/** The downloaded archive cannot be put back; the message is an Italian sentence. Nothing was changed. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
}

/** The files of an archive, whole and on disk beside the uploads, not yet in their place. */
export interface StagedFiles {
  count: number;
  /** Puts them in the place of the uploads. @returns the folder that holds what was there, if anything was */
  commit(): Promise<string | undefined>;
  discard(): Promise<void>;
}

/**
 * Unpacks a tar.gz of the uploads into a hidden folder among them, checking all of it.
 *
 * Names must stay below the folder and entries must be plain files: an archive is somebody's file until it
 * has been looked at (absolute names, `..` and links are the known ways out).
 *
 * @throws ArchiveError when the archive is damaged or holds anything else
 */
export async function stageArchive(
  uploadsDir: string,
  archive: string,
  now = new Date(),
): Promise<StagedFiles> {
  const base = resolve(uploadsDir);
  const stamp = now.toISOString().replaceAll(':', '-');
  const staged = join(base, `.restore-${stamp}`);
  const replaced = join(base, `.replaced-${stamp}`);
  const discard = () => rm(staged, { recursive: true, force: true });
  await mkdir(staged, { recursive: true });
  let count = 0;
  try {
    const entries = extract();
    const unpacked = pipeline(createReadStream(archive), createGunzip(), entries);
    unpacked.catch(() => undefined);
    for await (const entry of entries) {
      const { name, type } = entry.header;
      if (type === 'directory') {
        entry.resume();
        continue;
      }
      const target = resolve(staged, name);
      const isPlain = type === 'file' && target.startsWith(staged + sep) && !/(^|[\\/])\./.test(name);
      if (!isPlain)
        throw new ArchiveError(`L’archivio contiene un elemento che non può stare fra i file: ${name}`);
      await mkdir(dirname(target), { recursive: true });
      await pipeline(entry, createWriteStream(target, { flags: 'wx', mode: 0o644 }));
      count += 1;
    }
    await unpacked;
    await syncTree(staged);
  } catch (error) {
    await discard();
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError(
      `L’archivio ${archive} non si può leggere per intero: è danneggiato o non è un .tar.gz.`,
      {
        cause: error,
      },
    );
  }

  return {
    count,
    discard,
    async commit() {
      // The folder itself may be a mount point: its content is moved, not the folder.
      const present = (await readdir(base)).filter((name) => !name.startsWith('.'));
      if (present.length > 0) await mkdir(replaced);
      for (const name of present) await rename(join(base, name), join(replaced, name));
      for (const name of await readdir(staged)) await rename(join(staged, name), join(base, name));
      await discard();
      await syncTree(base);
      return present.length > 0 ? replaced : undefined;
    },
  };
}
