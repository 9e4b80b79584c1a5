import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../shared/errors.ts';
import { sync } from './sync.ts';
import type { FileStore, StoredFile } from './types.ts';

/** Names that begin with a dot are ours (temporary files, .gitkeep): neither listed nor served. */
const isHidden = (name: string) => name.split('/').some((part) => part.startsWith('.'));

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

    read: (name) => createReadStream(locate(name)),
  };
}

async function save(stream: Readable, path: string, maxBytes: number) {
  const hash = createHash('sha256');
  let bytes = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      const megabytes = Math.floor(maxBytes / 1024 / 1024);
      done(bytes > maxBytes ? new AppError('TOO_LARGE', `Il file supera i ${megabytes} MB.`) : null, chunk);
    },
  });
  await pipeline(stream, measured, createWriteStream(path, { flags: 'wx', mode: 0o644 }));
  await sync(path);
  return { bytes, sha256: hash.digest('hex') };
}
