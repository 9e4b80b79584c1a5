/* What the site's code gets for `node:fs/promises`: the calls that it makes, on the simulated disk. */
import { basename, dirname, join, relative } from 'node:path';
import { systemError } from '../world/disk.ts';
import { nextUuid, theWorld } from '../world/world.ts';
import { call } from './calls.ts';
import { Handle } from './handle.ts';
import { statOf } from './stat.ts';

type Content = string | Uint8Array;
const bytesOf = (content: Content) => Buffer.from(content as Uint8Array);
const encodingOf = (options?: BufferEncoding | { encoding?: BufferEncoding }) =>
  typeof options === 'string' ? options : options?.encoding;

/** What Linux tells of processes: of this one, that it was started with this boot; of others nothing. */
function processFile(path: string): Buffer {
  if (path === '/proc/sys/kernel/random/boot_id') return Buffer.from('simulated\n');
  const pid = /^\/proc\/(self|\d+)\/stat$/.exec(path)?.[1];
  if (pid !== 'self' && pid !== String(process.pid)) throw systemError('ENOENT', path);
  const before = Array.from({ length: 18 }, () => '0').join(' ');
  return Buffer.from(`${process.pid} (node) S ${before} ${theWorld().process.boot} 0`);
}

export async function readFile(path: string, options?: BufferEncoding | { encoding?: BufferEncoding }) {
  const content = await call(path, () =>
    path.startsWith('/proc/') ? processFile(path) : Buffer.from(theWorld().disk.inode(path).content),
  );
  const encoding = encodingOf(options);
  return encoding ? content.toString(encoding) : content;
}

export const readlink = (path: string) => call(path, () => 'pid:[simulated]');

export const open = (path: string, flags: string | number = 'r', mode?: number) =>
  call(path, () => new Handle(path, flags, mode), String(flags).startsWith('w'));

export async function writeFile(path: string, content: Content, { mode }: { mode?: number } = {}) {
  await (await open(path, 'w', mode)).write(bytesOf(content));
}

export async function appendFile(path: string, content: Content): Promise<void> {
  await (await open(path, 'a')).write(bytesOf(content));
}

export const stat = (path: string) => call(path, () => statOf(path));
export const access = (path: string) => call(path, () => void statOf(path));
export const realpath = (path: string) => call(path, () => (statOf(path), path));
export const statfs = (path: string) => {
  const bavail = theWorld().disk.trouble === 'full' ? 0 : 1_000_000;
  return call(path, () => ({ bavail, bsize: 4096 }));
};

interface ReaddirOptions {
  recursive?: boolean;
  withFileTypes?: boolean;
}

export function readdir(path: string, { recursive, withFileTypes }: ReaddirOptions = {}) {
  return call(path, () => {
    const { disk } = theWorld();
    const names = recursive ? disk.filesBelow(path).map((file) => relative(path, file)) : disk.list(path);
    if (!withFileTypes) return names;
    return names.map((name) => {
      const whole = join(path, name);
      const { isFile, isDirectory } = statOf(whole);
      return { name: basename(whole), parentPath: dirname(whole), isFile, isDirectory };
    });
  });
}

export const mkdir = (path: string, options?: { recursive?: boolean }) =>
  call(
    path,
    () => {
      const { disk } = theWorld();
      if (!options?.recursive && disk.isFolder(path)) throw systemError('EEXIST', path);
      return disk.makeFolder(path);
    },
    true,
  );

export const mkdtemp = (prefix: string) =>
  call(prefix, () => {
    const path = prefix + nextUuid(theWorld().random).slice(0, 6);
    theWorld().disk.makeFolder(path);
    return path;
  });

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

export const copyFile = () => Promise.reject(new Error('this disk has hard links'));

export default {
  readFile,
  readlink,
  open,
  writeFile,
  stat,
  access,
  readdir,
  mkdir,
  rename,
  link,
  unlink,
  rm,
  chmod,
  utimes,
  copyFile,
};
