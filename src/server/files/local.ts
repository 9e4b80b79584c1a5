import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { isHidden, save } from './incoming.ts';
import { sync } from './sync.ts';
import type { FileStore, StoredFile } from './types.ts';

/** Uploads in a folder of this machine. */
export async function openLocalFiles(root: string): Promise<FileStore> {
  const base = resolve(root);
  const temporary = join(base, '.incoming');
  // What an interrupted upload left behind was never recorded anywhere.
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { recursive: true });

  const locate = (name: string) => {
    const path = resolve(base, name);
    if (!path.startsWith(base + sep) || isHidden(name))
      throw new AppError('NOT_FOUND', 'Il file non esiste.');
    return path;
  };

  return {
    async receive(stream, maxBytes, check) {
      const path = join(temporary, randomUUID());
      try {
        const { bytes, sha256 } = await save(stream, path, maxBytes);
        const name = await check({ path, bytes, sha256 });
        const target = locate(name);
        await mkdir(dirname(target), { recursive: true });
        await rename(path, target);
        await sync(dirname(target));
        return { name, bytes, modifiedAt: (await stat(target)).mtime };
      } finally {
        await rm(path, { force: true });
      }
    },

    async list() {
      const entries = await readdir(base, { recursive: true, withFileTypes: true });
      const files: StoredFile[] = [];
      for (const entry of entries) {
        const path = join(entry.parentPath, entry.name);
        const name = relative(base, path).split(sep).join('/');
        if (!entry.isFile() || isHidden(name)) continue;
        const { size, mtime } = await stat(path);
        files.push({ name, bytes: size, modifiedAt: mtime });
      }
      return files.sort((a, b) => (a.name < b.name ? -1 : 1));
    },

    async stat(name) {
      const found = await stat(locate(name)).catch(ignoreMissing);
      return found?.isFile() ? { name, bytes: found.size, modifiedAt: found.mtime } : undefined;
    },

    read: (name) => createReadStream(locate(name)),

    async remove(name) {
      const path = locate(name);
      const removed = await unlink(path).then(() => true, ignoreMissing);
      if (removed) await sync(dirname(path));
    },
  };
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
