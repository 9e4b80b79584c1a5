import { Readable } from 'node:stream';
import type { Inode } from '../world/disk.ts';
import { systemError } from '../world/disk.ts';
import { theWorld } from '../world/world.ts';
import { call } from './calls.ts';
import { statOf, type SimulatedStat } from './stat.ts';

/** Names of open files follow renames, so a handle holds the inode. A folder's handle can only be synced. */
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

  async writeFile(content: string | Uint8Array): Promise<void> {
    await this.write(Buffer.from(content as Uint8Array));
  }

  sync(): Promise<void> {
    const { disk } = theWorld();
    const inode = this.#inode;
    // Only what was added can want for room.
    const isLonger = inode !== undefined && inode.content.length > inode.durable.length;
    return call(this.#path, () => (inode ? disk.sync(inode) : disk.syncFolder(this.#path)), isLonger);
  }

  datasync(): Promise<void> {
    return this.sync();
  }

  truncate(length: number): Promise<void> {
    return call(this.#path, () => {
      this.inode.content = this.inode.content.subarray(0, length);
    });
  }

  stat(): Promise<SimulatedStat> {
    return call(this.#path, () => statOf(this.#path));
  }

  read(buffer: Buffer, offset: number, length: number, position: number | null) {
    return call(this.#path, () => {
      const bytesRead = this.inode.content.copy(buffer, offset, position ?? 0, (position ?? 0) + length);
      return { buffer, bytesRead };
    });
  }

  async readFile(encoding: BufferEncoding): Promise<string> {
    return call(this.#path, () => this.inode.content.toString(encoding));
  }

  createReadStream({ start = 0, end = Infinity } = {}): Readable {
    return Readable.from([this.readSync(start, end + 1)], { objectMode: false });
  }

  readSync(start: number, end: number): Buffer {
    return this.inode.content.subarray(start, end);
  }

  close(): Promise<void> {
    return call(this.#path, () => undefined);
  }
}
