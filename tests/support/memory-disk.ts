import type { Disk, DiskFile, DiskReader } from '#server/storage/store/disk.ts';

/** One file's bytes, and how many of them (and of what cuts) a power cut would leave. */
interface Inode {
  content: Buffer;
  durable: Buffer;
  mode: number;
}

type Names = Map<string, Inode>;

/** An error as the operating system gives it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code });
}

/** What a power cut leaves of the bytes that were not synced. */
export type Unsynced = 'lost' | 'kept' | 'half' | 'zeros';

/**
 * A disk in memory that knows the difference between written and durable, and fails when told to: call number `failAt`
 * (from 1) throws `code`, after half of its bytes when it is an append; with `forGood` every later call throws too.
 */
export class MemoryDisk implements Disk {
  calls = 0;
  /** What was called, for messages. */
  log: string[] = [];
  failAt = Infinity;
  code = 'EIO';
  forGood = false;
  #names: Names = new Map();
  #durableNames: Names = new Map();

  /** The disk after a power cut: a new one, so that what still holds the old one cannot touch it. */
  afterPowerCut(unsynced: Unsynced, names: 'synced' | 'all' = 'synced'): MemoryDisk {
    const survivor = new MemoryDisk();
    for (const [name, inode] of names === 'all' ? this.#names : this.#durableNames) {
      const content = Buffer.from(surviving(inode, unsynced));
      survivor.#names.set(name, { content, durable: content, mode: inode.mode });
    }
    survivor.#durableNames = new Map(survivor.#names);
    return survivor;
  }

  /** The disk after its process was killed: all that was written is read, and what was not synced can still be lost. */
  afterKill(): MemoryDisk {
    const survivor = new MemoryDisk();
    const copies = new Map<Inode, Inode>();
    const copyOf = (inode: Inode): Inode => {
      const copy = copies.get(inode) ?? { ...inode };
      copies.set(inode, copy);
      return copy;
    };
    const copied = (names: Names): Names => new Map([...names].map(([name, inode]) => [name, copyOf(inode)]));
    survivor.#names = copied(this.#names);
    survivor.#durableNames = copied(this.#durableNames);
    return survivor;
  }

  /** An independent copy of all that is written. */
  copy(): MemoryDisk {
    return this.afterPowerCut('kept', 'all');
  }

  bytes(path: string): Buffer {
    return this.#inode(path).content;
  }

  put(path: string, content: Buffer): void {
    this.#names.set(path, { content, durable: content, mode: 0o600 });
    this.#durableNames.set(path, this.#inode(path));
  }

  drop(path: string): void {
    this.#names.delete(path);
    this.#durableNames.delete(path);
  }

  names(): string[] {
    return [...this.#names.keys()].map((path) => path.slice(path.lastIndexOf('/') + 1)).sort();
  }

  async create(path: string, mode: number): Promise<DiskFile> {
    this.#step(`create ${path}`);
    const inode = this.#names.get(path) ?? { content: Buffer.alloc(0), durable: Buffer.alloc(0), mode };
    inode.content = Buffer.alloc(0);
    inode.mode = mode;
    this.#names.set(path, inode);
    return this.#file(inode, path);
  }

  async open(path: string): Promise<DiskFile> {
    this.#step(`open ${path}`);
    return this.#file(this.#inode(path), path);
  }

  async read(path: string): Promise<Buffer> {
    this.#step(`read ${path}`);
    return this.#inode(path).content;
  }

  async openReader(path: string): Promise<DiskReader> {
    this.#step(`read ${path}`);
    const { content } = this.#inode(path);
    return {
      bytes: content.length,
      async *chunks(from = 0) {
        for (let at = from; at < content.length; at += 100) yield content.subarray(at, at + 100);
      },
      close: () => Promise.resolve(),
    };
  }

  async list(directory: string): Promise<string[]> {
    this.#step(`list ${directory}`);
    return this.names();
  }

  async mode(path: string): Promise<number | undefined> {
    this.#step(`mode ${path}`);
    return this.#names.get(path)?.mode;
  }

  async makeDirectory(): Promise<void> {
    this.#step('makeDirectory');
  }

  async rename(from: string, to: string): Promise<void> {
    this.#step(`rename ${from}`);
    this.#names.set(to, this.#inode(from));
    this.#names.delete(from);
  }

  async remove(path: string): Promise<void> {
    this.#step(`remove ${path}`);
    this.#inode(path);
    this.#names.delete(path);
  }

  async syncDirectory(): Promise<void> {
    this.#step('syncDirectory');
    this.#durableNames = new Map(this.#names);
  }

  #inode(path: string): Inode {
    const inode = this.#names.get(path);
    if (!inode) throw systemError('ENOENT');
    return inode;
  }

  #fails(): boolean {
    return this.calls === this.failAt || (this.forGood && this.calls > this.failAt);
  }

  #step(what: string): void {
    this.calls++;
    this.log.push(what);
    if (this.#fails()) throw systemError(this.code);
  }

  #file(inode: Inode, path: string): DiskFile {
    const append = (bytes: Uint8Array): void => {
      this.calls++;
      this.log.push(`append ${path}`);
      const written = this.#fails() ? bytes.subarray(0, bytes.length >> 1) : bytes;
      inode.content = Buffer.concat([inode.content, written]);
      if (this.#fails()) throw systemError(this.code);
    };
    const truncate = (length: number): void => {
      this.#step(`truncate ${path}`);
      inode.content = inode.content.subarray(0, length);
    };
    return {
      appendSync: append,
      append: async (bytes) => append(bytes),
      sync: async () => {
        this.#step(`sync ${path}`);
        inode.durable = inode.content;
      },
      truncate: async (length) => truncate(length),
      truncateSync: truncate,
      close: async () => this.#step(`close ${path}`),
    };
  }
}

function surviving({ content, durable }: Inode, unsynced: Unsynced): Buffer {
  if (unsynced === 'kept') return content;
  if (unsynced === 'lost' || !content.subarray(0, durable.length).equals(durable)) return durable;
  const half = durable.length + ((content.length - durable.length) >> 1);
  const rest = content.length - half;
  return unsynced === 'half'
    ? content.subarray(0, half)
    : Buffer.concat([content.subarray(0, half), Buffer.alloc(rest)]);
}
