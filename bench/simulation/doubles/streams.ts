import { Readable, Writable } from 'node:stream';
import { call } from './calls.ts';
import { Handle } from './handle.ts';

const pieceBytes = 64 * 1024;

async function* piecesOf(path: string, start: number, end: number): AsyncGenerator<Buffer> {
  const handle = await call(path, () => new Handle(path));
  const last = Math.min(end + 1, handle.inode.content.length);
  for (let at = start; at < last; at += pieceBytes)
    yield await call(path, () => handle.readSync(at, Math.min(last, at + pieceBytes)));
}

interface ReadOptions {
  start?: number;
  end?: number;
}

export function createReadStream(path: string, { start = 0, end = Infinity }: ReadOptions = {}): Readable {
  return Readable.from(piecesOf(path, start, end), { objectMode: false });
}

interface WriteOptions {
  flags?: string;
  mode?: number;
}

export function createWriteStream(path: string, { flags = 'w', mode }: WriteOptions = {}): Writable {
  const opened = call(path, () => new Handle(path, flags, mode), true);
  opened.catch(() => undefined);
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      opened.then((handle) => handle.write(chunk)).then(() => done(), done);
    },
    final(done) {
      opened.then(() => done(), done);
    },
  });
}
