/* What the site's code gets for `node:fs`: the calls that it makes, on the simulated disk. */
import { constants, readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { theWorld } from '../world/world.ts';
import { call } from './calls.ts';
import { Handle } from './handle.ts';
import { createReadStream, createWriteStream } from './streams.ts';

// The book's own texts and dictionaries are part of the program: they are read as they are.
export { constants, createReadStream, createWriteStream, readdirSync, readFileSync };

export function mkdirSync(path: string): void {
  theWorld().disk.makeFolder(path);
}

const handles = new Map<number, Handle>();
let lastNumber = 2;

function handleOf(fd: number): Handle {
  const found = handles.get(fd);
  if (!found) throw new Error(`no open file ${fd}`);
  return found;
}

/** A call that is only used through `promisify`. */
function promised<Args extends unknown[], T>(work: (...args: Args) => Promise<T>) {
  const never = (): never => {
    throw new Error('only its promise is simulated');
  };
  return Object.assign(never, { [promisify.custom]: work });
}

const open = promised((path: string, flags: number, mode?: number) =>
  call(
    path,
    () => {
      lastNumber += 1;
      const isCreated = (flags & constants.O_CREAT) !== 0;
      handles.set(lastNumber, new Handle(path, isCreated ? 'w' : 'a', mode));
      return lastNumber;
    },
    (flags & constants.O_CREAT) !== 0,
  ),
);

export default {
  constants,
  createReadStream,
  open,
  write: promised((fd: number, bytes: Uint8Array, offset: number) => handleOf(fd).write(bytes, offset)),
  writeSync: (fd: number, bytes: Uint8Array, offset = 0) => handleOf(fd).appendSync(bytes.subarray(offset)),
  fdatasync: promised((fd: number) => handleOf(fd).sync()),
  ftruncate: promised((fd: number, length: number) => handleOf(fd).truncate(length)),
  close: promised((fd: number) => handleOf(fd).close()),
};
