import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { realDisk, writeWhole } from './disk.ts';

/** A small file of text beside the database, which only its owner may read. */
interface PrivateFile {
  /** `undefined` when there is none. */
  read(): Promise<string | undefined>;
  /** There whole or not at all, whenever the power goes. */
  write(text: string): Promise<void>;
}

/** @param path in the data folder: neither backups nor the bucket take anything of it but the database */
export function privateFile(path: string): PrivateFile {
  return {
    read: () =>
      readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }),
    async write(text) {
      await writeWhole(realDisk, path, 0o600, Buffer.from(text));
      await realDisk.syncDirectory(dirname(path));
    },
  };
}
