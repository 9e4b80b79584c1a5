import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '#shared/errors.ts';
import { sync } from './sync.ts';
import type { FileStore, StoredFile } from './types.ts';

/** Names that begin with a dot are ours (temporary files, .gitkeep): neither listed nor served. */
export const isHidden = (name: string) => name.split('/').some((part) => part.startsWith('.'));

/**
 * Uploads in a folder of this machine.
 *
 * @param shared another process has them open too: what is arriving there is left alone
 */
export async function openLocalFiles(root: string, { shared = false } = {}): Promise<FileStore> {
  const base = resolve(root);
  const temporary = join(base, '.incoming');
  // What an interrupted upload left behind was never recorded anywhere.
  if (!shared) await rm(temporary, { recursive: true, force: true });
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
        await sync(path);
        const target = locate(name);
        await mkdir(dirname(target), { recursive: true });
        await rename(path, target);
        await sync(dirname(target));
        const kept = await stat(target);
        return { name, bytes: kept.size, modifiedAt: kept.mtime };
      } catch (error) {
        throw diskRefusal(error) ?? error;
      } finally {
        // What cannot be removed now goes at the next start; the answer says why it was refused.
        await rm(path, { force: true }).catch(() => undefined);
      }
    },

    async list() {
      const entries = await readdir(base, { recursive: true, withFileTypes: true });
      const files: StoredFile[] = [];
      for (const entry of entries) {
        const path = join(entry.parentPath, entry.name);
        const name = relative(base, path).split(sep).join('/');
        if (!entry.isFile() || isHidden(name)) continue;
        // Deleted since the folder was read: not there.
        const found = await stat(path).catch(() => undefined);
        if (found) files.push({ name, bytes: found.size, modifiedAt: found.mtime });
      }
      return files.sort((a, b) => (a.name < b.name ? -1 : 1));
    },

    read: (name) => createReadStream(locate(name)),

    async stat(name) {
      const found = await stat(locate(name)).catch(() => undefined);
      return found?.isFile() ? { name, bytes: found.size, modifiedAt: found.mtime } : undefined;
    },

    async delete(name) {
      const path = locate(name);
      await rm(path, { force: true });
      // Its folder may have gone with a restore.
      await sync(dirname(path)).catch(() => undefined);
    },
  };
}

/** `i 25 MB`, `i 2 GB`: as it reads in a refusal. */
function sizeLimit(bytes: number): string {
  const megabytes = Math.floor(bytes / 1024 / 1024);
  return megabytes >= 1024 ? `i ${Math.floor(megabytes / 1024)} GB` : `i ${megabytes} MB`;
}

const noRoom = new Set(['ENOSPC', 'EDQUOT']);

/** Whether the disk had no room for what was being written. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && noRoom.has(String(error.code));
}

/** What a failing or read-only disk answers, or a machine with too many files open; none of them the sender's doing. */
const diskErrors = new Set([
  'EIO',
  'EROFS',
  'EACCES',
  'EPERM',
  'EMFILE',
  'ENFILE',
  'ENODEV',
  'ENXIO',
  'EUCLEAN',
]);

/** The refusal for whoever sent a file when it was the disk that did not take it; `undefined` for any other error. */
export function diskRefusal(error: unknown): AppError | undefined {
  if (isFull(error)) return diskFull(error);
  const isDisk = error instanceof Error && 'code' in error && diskErrors.has(String(error.code));
  if (!isDisk) return undefined;
  const sentence = 'Il disco del sito ha dato un errore: il file non è stato conservato.';
  return new AppError('UNAVAILABLE', sentence, { cause: error });
}

/** The sentence for whoever sent a file when the disk had no room. */
function diskFull(cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', 'Sul disco del sito non c’è più spazio per questo file.', { cause });
}

const blockBytes = 256 * 1024;
/** The kernel is made to write as we go: a gigabyte all at once would hold up the journal's syncs behind it. */
const syncEveryBytes = 32 * 1024 * 1024;

/**
 * Saves a stream as a new file of this machine, durably, and measures it. What arrives goes through one block of memory,
 * however long the file and whatever the size of its pieces.
 *
 * @throws AppError TOO_LARGE
 */
export async function save(stream: Readable, path: string, maxBytes: number) {
  // A sender who leaves while the file is being opened: the loop below throws it, an event without a listener would end the process.
  stream.on('error', () => undefined);
  const hash = createHash('sha256');
  const block = Buffer.allocUnsafe(blockBytes);
  let filled = 0;
  let bytes = 0;
  let unsynced = 0;
  const file = await open(path, 'wx', 0o644);
  const flush = async () => {
    const content = block.subarray(0, filled);
    hash.update(content);
    for (let written = 0; written < filled;)
      written += (await file.write(content, written, filled - written)).bytesWritten;
    unsynced += filled;
    filled = 0;
    if (unsynced < syncEveryBytes) return;
    unsynced = 0;
    await file.datasync();
  };
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new AppError('TOO_LARGE', `Il file supera ${sizeLimit(maxBytes)}.`);
      for (let rest = chunk; rest.length > 0;) {
        const taken = rest.copy(block, filled);
        filled += taken;
        rest = rest.subarray(taken);
        if (filled === blockBytes) await flush();
      }
    }
    await flush();
    await file.sync();
  } finally {
    // What matters is synced.
    await file.close().catch(() => undefined);
  }
  return { bytes, sha256: hash.digest('hex') };
}
