import fs from 'node:fs';
import fsp from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';

/** A file open for appending. Every failure keeps the `code` of the operating system (`ENOSPC`, `EIO`…). */
export interface DiskFile {
  /** Appends all the bytes. After an error some of them may have been written. */
  append(bytes: Uint8Array): Promise<void>;
  /** The same without leaving the event loop: cheaper for a few kilobytes bound for the page cache. */
  appendSync(bytes: Uint8Array): void;
  /** Resolves when everything appended is on the disk (`fdatasync`). */
  sync(): Promise<void>;
  truncate(length: number): Promise<void>;
  truncateSync(length: number): void;
  close(): Promise<void>;
}

/** A file open for reading: it stays what it is when another takes its name. */
export interface DiskReader {
  /** Its length. */
  readonly bytes: number;
  /** The bytes in pieces, each good only until the next is asked for. */
  chunks(from?: number): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** All that the store asks of the file system: narrow, so that tests can make any single call fail. */
export interface Disk {
  /** Opens for appending, emptied if it existed. */
  create(path: string, mode: number): Promise<DiskFile>;
  /** Opens an existing file for appending. */
  open(path: string): Promise<DiskFile>;
  read(path: string): Promise<Buffer>;
  openReader(path: string): Promise<DiskReader>;
  /** The names in a folder, in no order. */
  list(directory: string): Promise<string[]>;
  /** The permission bits of a file, or `undefined` when there is none. */
  mode(path: string): Promise<number | undefined>;
  makeDirectory(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes creations, renames and removals in a folder durable. */
  syncDirectory(directory: string): Promise<void>;
}

const readChunkBytes = 1024 * 1024;

const open = promisify(fs.open);
const write = promisify(fs.write);
const fdatasync = promisify(fs.fdatasync);
const ftruncate = promisify(fs.ftruncate);
const close = promisify(fs.close);

class RealFile implements DiskFile {
  readonly #fd: number;

  constructor(fd: number) {
    this.#fd = fd;
  }

  appendSync(bytes: Uint8Array): void {
    let written = 0;
    while (written < bytes.length) written += fs.writeSync(this.#fd, bytes, written);
  }

  async append(bytes: Uint8Array): Promise<void> {
    for (let written = 0; written < bytes.length;) {
      written += (await write(this.#fd, bytes, written)).bytesWritten;
    }
  }

  sync(): Promise<void> {
    return fdatasync(this.#fd);
  }

  truncate(length: number): Promise<void> {
    return ftruncate(this.#fd, length);
  }

  truncateSync(length: number): void {
    fs.ftruncateSync(this.#fd, length);
  }

  close(): Promise<void> {
    return close(this.#fd);
  }
}

async function openFile(path: string, flags: number, mode?: number): Promise<DiskFile> {
  return new RealFile(await open(path, flags, mode));
}

const { O_APPEND, O_CREAT, O_TRUNC, O_WRONLY } = fs.constants;

/** What an unsupported `fsync` of a folder answers on file systems that do not know it (FAT, some shares, Windows). */
const unsupported = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EISDIR', 'EACCES']);

/** The `code` of an operating system error, `''` for anything else. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Writes a small file beside and renames it: there whole or not at all. Its folder is not synced. */
export async function writeWhole(disk: Disk, path: string, mode: number, content: Uint8Array): Promise<void> {
  const temporary = `${path}.tmp`;
  const file = await disk.create(temporary, mode);
  try {
    file.appendSync(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await disk.rename(temporary, path);
}

export const realDisk: Disk = {
  async create(path, mode) {
    const file = await openFile(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, mode);
    // The mode given to open() passes through the umask and is ignored when the file exists.
    await fsp.chmod(path, mode);
    return file;
  },
  open: (path) => openFile(path, O_WRONLY | O_APPEND),
  read: (path) => fsp.readFile(path),
  async openReader(path) {
    const file = await fsp.open(path);
    return {
      bytes: (await file.stat()).size,
      // A stream takes new memory for every piece: a fifth of the time in which a large database is read.
      async *chunks(from = 0) {
        const chunk = Buffer.allocUnsafe(readChunkBytes);
        for (let at = from; ;) {
          const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
          if (bytesRead === 0) return;
          at += bytesRead;
          yield chunk.subarray(0, bytesRead);
        }
      },
      close: () => file.close(),
    };
  },
  list: (directory) => fsp.readdir(directory),
  async mode(path) {
    try {
      return (await fsp.stat(path)).mode & 0o777;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  },
  async makeDirectory(path) {
    const first = await fsp.mkdir(path, { recursive: true });
    if (first === undefined) return;
    // A new folder is there after a power cut once the folder around it is synced.
    const outermost = dirname(first);
    for (let made = resolve(path); made !== outermost; made = dirname(made))
      await this.syncDirectory(dirname(made));
  },
  rename: (from, to) => fsp.rename(from, to),
  remove: (path) => fsp.unlink(path),
  async syncDirectory(directory) {
    let handle: fsp.FileHandle;
    try {
      handle = await fsp.open(directory, 'r');
    } catch (error) {
      if (process.platform === 'win32') return;
      throw error;
    }
    try {
      await handle.sync();
    } catch (error) {
      if (!unsupported.has(errorCode(error))) throw error;
    } finally {
      await handle.close();
    }
  },
};
