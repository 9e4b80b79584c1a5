import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { type StagedFiles, Staging } from './staging.ts';

/** The downloaded archive cannot be put back; the message is an Italian sentence. Nothing was changed. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
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
  const staging = await Staging.begin(uploadsDir, now);
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
      const target = type === 'file' ? await staging.place(name) : undefined;
      if (target === undefined)
        throw new ArchiveError(`L’archivio contiene un elemento che non può stare fra i file: ${name}`);
      await pipeline(entry, createWriteStream(target, { flags: 'wx', mode: 0o644 }));
      count += 1;
    }
    await unpacked;
    return await staging.finish(count);
  } catch (error) {
    await staging.discard();
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError(
      `L’archivio ${archive} non si può leggere per intero: è danneggiato o non è un .tar.gz.`,
      {
        cause: error,
      },
    );
  }
}
