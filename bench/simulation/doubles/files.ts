/* Calls to the simulated disk, and the open files and streams that they give. */
import { Readable, Writable } from 'node:stream';
import { type Inode, systemError } from '../world/disk.ts';
import { theWorld } from '../world/world.ts';

/** One call: it takes a moment, fails as the disk is told to, and never comes back in a process that is gone. */
export function call<T>(path: string, effect: () => T, needsRoom = false): Promise<T> {
  const { disk, process, random } = theWorld();
  return process.later(random.below(3), () => {
    disk.refuse(path, needsRoom);
    return effect();
  });
}

/** @throws ENOENT */
export function statOf(path: string) {
  const { disk } = theWorld();
  const isFolder = disk.isFolder(path);
  const { content, mode, modified } = isFolder
    ? { content: Buffer.alloc(0), mode: 0o755, modified: 0 }
    : disk.inode(path);
  return {
    size: content.length,
    mode,
    mtimeMs: modified,
    mtime: new Date(modified),
    isFile: () => !isFolder,
    isDirectory: () => isFolder,
  };
}

/** An open file. It holds the inode, since names follow renames; a folder's can only be synced. */
export class Handle {
  readonly #inode: Inode | undefined;
  readonly #path: string;
  readonly #boot = theWorld().process.boot;

  constructor(path: string, flags: string | number = 'r', mode = 0o666) {
    const { disk } = theWorld();
    this.#path = path;
    const text = typeof flags === 'number' ? 'r' : flags;
    if (disk.isFolder(path) && text === 'r') return;
    this.#inode = text.startsWith('w') ? disk.create(path, mode, text.includes('x')) : disk.inode(path);
  }

  get inode(): Inode {
    if (!this.#inode) throw systemError('EISDIR', this.#path);
    return this.#inode;
  }

  appendSync(bytes: Uint8Array): number {
    const { disk, process } = theWorld();
    if (process.boot !== this.#boot) throw systemError('EBADF', this.#path);
    try {
      disk.refuse(this.#path, bytes.length > 0);
    } catch (error) {
      disk.append(this.inode, bytes.subarray(0, bytes.length >> 1));
      throw error;
    }
    disk.append(this.inode, bytes);
    return bytes.length;
  }

  write(bytes: Uint8Array, offset = 0, length = bytes.length - offset): Promise<{ bytesWritten: number }> {
    const part = bytes.subarray(offset, offset + length);
    return theWorld().process.later(0, () => ({ bytesWritten: this.appendSync(part) }));
  }

  writeFile = (content: string) => this.write(Buffer.from(content));

  sync(): Promise<void> {
    const { disk } = theWorld();
    const inode = this.#inode;
    // Only what was added needs room.
    const isLonger = inode !== undefined && inode.content.length > inode.durable.length;
    return call(this.#path, () => (inode ? disk.sync(inode) : disk.syncFolder(this.#path)), isLonger);
  }

  datasync = () => this.sync();

  truncateSync(length: number): void {
    this.inode.content = this.inode.content.subarray(0, length);
  }

  truncate(length: number): Promise<void> {
    return call(this.#path, () => this.truncateSync(length));
  }

  read(buffer: Buffer, offset: number, length: number, position: number) {
    return call(this.#path, () => ({
      buffer,
      bytesRead: this.inode.content.copy(buffer, offset, position, position + length),
    }));
  }

  stat = () => call(this.#path, () => ({ ...statOf(this.#path), size: this.#inode?.content.length ?? 0 }));

  createReadStream = ({ start = 0, end = Infinity } = {}) =>
    Readable.from([this.inode.content.subarray(start, end + 1)], { objectMode: false });

  close = () => call(this.#path, () => undefined);
}

const pieceBytes = 64 * 1024;

async function* piecesOf(path: string, start: number, end: number): AsyncGenerator<Buffer> {
  const { inode } = await call(path, () => new Handle(path));
  const last = Math.min(end + 1, inode.content.length);
  for (let at = start; at < last; at += pieceBytes)
    yield await call(path, () => inode.content.subarray(at, Math.min(last, at + pieceBytes)));
}

export function createReadStream(path: string, { start = 0, end = Infinity } = {}): Readable {
  return Readable.from(piecesOf(path, start, end), { objectMode: false });
}

export function createWriteStream(
  path: string,
  { flags = 'w', mode }: { flags?: string; mode?: number } = {},
): Writable {
  const opening = call(path, () => new Handle(path, flags, mode), true);
  opening.catch(() => undefined);
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      opening.then((handle) => handle.write(chunk)).then(() => done(), done);
    },
    final(done) {
      opening.then(() => done(), done);
    },
  });
}
