import { dirname } from 'node:path';
import type { Random } from './random.ts';

/** One file's bytes, and what a power cut leaves of them. */
export interface Inode {
  content: Buffer;
  durable: Buffer;
  mode: number;
  modified: number;
}

export function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: simulated, '${path}'`), { code, path, syscall: 'simulated' });
}

/** What is wrong with the disk: no room, or an I/O error every dozen calls. */
export type DiskTrouble = 'none' | 'full' | 'failing';

/** A file system in memory that tells what is written from what is durable. Folders are durable as soon as they are made. */
export class Disk {
  trouble: DiskTrouble = 'none';
  #names = new Map<string, Inode>();
  #durableNames = new Map<string, Inode>();
  readonly #folders = new Set(['/']);
  readonly #random: Random;
  #awaiting: (() => void)[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  /** @throws what the system answers to such a call now */
  refuse(path: string, needsRoom: boolean): void {
    if (this.trouble === 'full' && needsRoom) throw systemError('ENOSPC', path);
    if (this.trouble === 'failing' && this.#random.chance(0.08)) throw systemError('EIO', path);
  }

  inode(path: string): Inode {
    const inode = this.#names.get(path);
    if (!inode) throw systemError(this.#folders.has(path) ? 'EISDIR' : 'ENOENT', path);
    return inode;
  }

  has = (path: string): boolean => this.#names.has(path);
  isFolder = (path: string): boolean => this.#folders.has(path);

  create(path: string, mode: number, isNew = false): Inode {
    if (!this.#folders.has(dirname(path))) throw systemError('ENOENT', path);
    const before = this.#names.get(path);
    if (before && isNew) throw systemError('EEXIST', path);
    const inode = before ?? {
      content: Buffer.alloc(0),
      durable: Buffer.alloc(0),
      mode,
      modified: Date.now(),
    };
    inode.content = Buffer.alloc(0);
    this.#names.set(path, inode);
    return inode;
  }

  /** Puts bytes there as if they had always been: what happens to a disk while nobody looks. */
  put(path: string, content: Buffer): void {
    const inode = { content, durable: content, mode: 0o600, modified: Date.now() };
    for (const names of [this.#names, this.#durableNames]) names.set(path, inode);
  }

  append(inode: Inode, bytes: Uint8Array): void {
    inode.content = Buffer.concat([inode.content, bytes]);
    inode.modified = Date.now();
    for (const resolve of this.#awaiting.splice(0)) resolve();
  }

  /** Resolves when something is written that nobody has synced yet. */
  nextAppend(): Promise<void> {
    return new Promise((resolve) => this.#awaiting.push(resolve));
  }

  makeFolder(path: string): string | undefined {
    if (this.#folders.has(path)) return undefined;
    const first = this.makeFolder(dirname(path));
    this.#folders.add(path);
    return first ?? path;
  }

  /** The names directly below a folder. */
  list(folder: string): string[] {
    if (!this.#folders.has(folder)) throw systemError('ENOENT', folder);
    return [...this.#names.keys(), ...this.#folders]
      .filter((path) => path !== folder && dirname(path) === folder)
      .map((path) => path.slice(folder.length + 1))
      .sort();
  }

  /** The files of a folder and of those below it. */
  filesBelow(folder: string): string[] {
    return [...this.#names.keys()].filter((path) => path.startsWith(`${folder}/`)).sort();
  }

  link(from: string, to: string): void {
    if (this.#names.has(to)) throw systemError('EEXIST', to);
    this.#names.set(to, this.inode(from));
  }

  rename(from: string, to: string): void {
    if (!this.#folders.has(from)) {
      this.#names.set(to, this.inode(from));
      if (from !== to) this.#names.delete(from);
      return;
    }
    if (this.#folders.has(to) && this.list(to).length > 0) throw systemError('ENOTEMPTY', to);
    const isInside = (path: string) => path === from || path.startsWith(`${from}/`);
    for (const folder of [...this.#folders].filter(isInside)) {
      this.#folders.delete(folder);
      this.#folders.add(to + folder.slice(from.length));
    }
    // A folder's new name is durable at once, with all that is in it.
    for (const names of [this.#names, this.#durableNames])
      for (const [path, inode] of [...names].filter(([path]) => isInside(path))) {
        names.delete(path);
        names.set(to + path.slice(from.length), inode);
      }
  }

  remove(path: string): void {
    this.inode(path);
    this.#names.delete(path);
  }

  removeTree(path: string): void {
    for (const file of [path, ...this.filesBelow(path)]) this.#names.delete(file);
    for (const folder of [...this.#folders])
      if (folder === path || folder.startsWith(`${path}/`)) this.#folders.delete(folder);
  }

  sync(inode: Inode): void {
    inode.durable = inode.content;
  }

  syncFolder(folder: string): void {
    for (const path of [...this.#durableNames.keys()])
      if (dirname(path) === folder && !this.#names.has(path)) this.#durableNames.delete(path);
    for (const [path, inode] of this.#names)
      if (dirname(path) === folder) this.#durableNames.set(path, inode);
  }

  /** Each folder keeps the names of its last sync or those of now, each file its synced bytes and more or less of the rest. */
  cutPower(): void {
    const namesOf = new Map<string, Map<string, Inode>>();
    const survivors = new Map<string, Inode>();
    for (const path of new Set([...this.#names.keys(), ...this.#durableNames.keys()])) {
      const folder = dirname(path);
      const names = namesOf.get(folder) ?? (this.#random.chance(0.5) ? this.#names : this.#durableNames);
      namesOf.set(folder, names);
      const inode = names.get(path);
      if (inode) survivors.set(path, inode);
    }
    for (const inode of new Set(survivors.values())) inode.content = inode.durable = this.#surviving(inode);
    this.#names = survivors;
    this.#durableNames = new Map(survivors);
  }

  #surviving({ content, durable }: Inode): Buffer {
    const isLonger = content.length > durable.length && content.subarray(0, durable.length).equals(durable);
    if (!isLonger) return durable;
    const reached = durable.length + this.#random.below(content.length - durable.length + 1);
    const part = content.subarray(0, reached);
    return this.#random.chance(0.3) ? Buffer.concat([part, Buffer.alloc(content.length - reached)]) : part;
  }
}
