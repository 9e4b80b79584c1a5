/* What the site's code gets for `node:fs`: the calls that it makes, on the simulated disk. */
import { constants, readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { theWorld } from '../world/world.ts';
import { call, createReadStream, createWriteStream, Handle } from './files.ts';

// The book's own texts and dictionaries are part of the program: they are read as they are.
export { constants, createReadStream, createWriteStream, readdirSync, readFileSync };

export const mkdirSync = (path: string) => theWorld().disk.makeFolder(path);

const handles: Handle[] = [];
const handleOf = (fd: number) => handles[fd] as Handle;

/** A call that is only used through `promisify`. */
const promised = <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) =>
  Object.assign(() => undefined, { [promisify.custom]: work });

function open(path: string, flags: number, mode?: number): Promise<number> {
  const isNew = (flags & constants.O_CREAT) !== 0;
  return call(path, () => handles.push(new Handle(path, isNew ? 'w' : 'a', mode)) - 1, isNew);
}

export default {
  constants,
  open: promised(open),
  write: promised((fd: number, bytes: Uint8Array, offset: number) => handleOf(fd).write(bytes, offset)),
  writeSync: (fd: number, bytes: Uint8Array, offset = 0) => handleOf(fd).appendSync(bytes.subarray(offset)),
  fdatasync: promised((fd: number) => handleOf(fd).sync()),
  ftruncateSync: (fd: number, length: number) => handleOf(fd).truncateSync(length),
  ftruncate: promised((fd: number, length: number) => handleOf(fd).truncate(length)),
  close: promised((fd: number) => handleOf(fd).close()),
};
