/* What the site's code gets for `node:fs/promises`: the calls that it makes, on the simulated disk. */
import { basename, dirname, join, relative } from 'node:path';
import { systemError } from '../world/disk.ts';
import { theWorld } from '../world/world.ts';
import { call, Handle, statOf } from './files.ts';

type Content = string | Uint8Array;

/** What Linux tells of processes: of this one that it was started with this boot, of others nothing. */
function processFile(path: string): Buffer {
  if (path === '/proc/sys/kernel/random/boot_id') return Buffer.from('simulated\n');
  const pid = /^\/proc\/(self|\d+)\/stat$/.exec(path)?.[1];
  if (pid !== 'self' && pid !== String(process.pid)) throw systemError('ENOENT', path);
  return Buffer.from(`${process.pid} (node) S ${'0 '.repeat(18)}${theWorld().process.boot} 0`);
}

export async function readFile(path: string, options?: BufferEncoding | { encoding?: BufferEncoding }) {
  const content = await call(path, () =>
    path.startsWith('/proc/') ? processFile(path) : Buffer.from(theWorld().disk.inode(path).content),
  );
  const encoding = typeof options === 'string' ? options : options?.encoding;
  return encoding ? content.toString(encoding) : content;
}

export const open = (path: string, flags: string | number = 'r', mode?: number) =>
  call(path, () => new Handle(path, flags, mode), String(flags).startsWith('w'));

const writeWith = (flags: string) => async (path: string, content: Content, options?: { mode?: number }) =>
  void (await (await open(path, flags, options?.mode)).write(Buffer.from(content as Uint8Array)));
export const writeFile = writeWith('w');
export const appendFile = writeWith('a');

export const stat = (path: string) => call(path, () => statOf(path));
export const access = (path: string) => call(path, () => void statOf(path));
export const realpath = (path: string) => call(path, () => (statOf(path), path));
export const readlink = (path: string) => call(path, () => 'pid:[simulated]');
export const statfs = (path: string) => {
  const bavail = theWorld().disk.trouble === 'full' ? 0 : 1_000_000;
  return call(path, () => ({ bavail, bsize: 4096 }));
};

export function readdir(path: string, options: { recursive?: boolean; withFileTypes?: boolean } = {}) {
  return call(path, () => {
    const { disk } = theWorld();
    const below = () => disk.filesBelow(path).map((file) => relative(path, file));
    const names = options.recursive ? below() : disk.list(path);
    if (!options.withFileTypes) return names;
    return names.map((name) => {
      const file = join(path, name);
      return { ...statOf(file), name: basename(file), parentPath: dirname(file) };
    });
  });
}

export function mkdir(path: string, options?: { recursive?: boolean }) {
  const make = () => {
    const { disk } = theWorld();
    if (!options?.recursive && disk.isFolder(path)) throw systemError('EEXIST', path);
    return disk.makeFolder(path);
  };
  return call(path, make, true);
}

export async function mkdtemp(prefix: string): Promise<string> {
  const path = prefix + theWorld().random.uuid().slice(0, 6);
  await mkdir(path);
  return path;
}

export const rename = (from: string, to: string) => call(from, () => theWorld().disk.rename(from, to), true);
export const link = (from: string, to: string) => call(from, () => theWorld().disk.link(from, to), true);
export const unlink = (path: string) => call(path, () => theWorld().disk.remove(path));

export const rm = (path: string, { recursive, force }: { recursive?: boolean; force?: boolean } = {}) =>
  call(path, () => {
    const { disk } = theWorld();
    if (!force) statOf(path);
    if (recursive) disk.removeTree(path);
    else if (disk.has(path)) disk.remove(path);
  });

export const chmod = (path: string, mode: number) =>
  call(path, () => void (theWorld().disk.inode(path).mode = mode));

/** Takes no time: the lock's sign of life was a third of all that a life had to wait for, and nothing waits for it. */
export const utimes = async (path: string, _accessed: Date, modified: Date | number) => {
  theWorld().disk.inode(path).modified = Number(modified);
};

export default {
  readFile,
  readlink,
  open,
  stat,
  readdir,
  mkdir,
  rename,
  link,
  unlink,
  rm,
  chmod,
  utimes,
};
