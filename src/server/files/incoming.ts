import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../shared/errors.ts';
import { sync } from './sync.ts';

/** Names that begin with a dot are ours (temporary files, .gitkeep): neither listed nor served. */
export const isHidden = (name: string) => name.split('/').some((part) => part.startsWith('.'));

/** Saves a stream as a new file of this machine, durably, and measures it. @throws AppError TOO_LARGE */
export async function save(stream: Readable, path: string, maxBytes: number) {
  const hash = createHash('sha256');
  let bytes = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      const megabytes = Math.floor(maxBytes / 1024 / 1024);
      done(bytes > maxBytes ? new AppError('TOO_LARGE', `Il file supera i ${megabytes} MB.`) : null, chunk);
    },
  });
  await pipeline(stream, measured, createWriteStream(path, { flags: 'wx', mode: 0o644 }));
  await sync(path);
  return { bytes, sha256: hash.digest('hex') };
}
