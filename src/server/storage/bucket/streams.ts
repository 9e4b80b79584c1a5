import { createHash } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';
import { BucketError } from './types.ts';

/** SHA-256 in lower-case hex. */
export function sha256Of(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Length and SHA-256 of what a stream gives. */
export async function measureStream(stream: Readable): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/**
 * Cuts a stream into buffers of `partBytes` (the last may be shorter) and hands them to `send`, some at once; answers what
 * it answered, in order. Reading stops while that many are on their way.
 */
export async function sendInParts<T>(
  stream: Readable,
  partBytes: number,
  atOnce: number,
  send: (part: Buffer, index: number) => Promise<T>,
): Promise<T[]> {
  const sent: Promise<T>[] = [];
  const running = new Set<Promise<T>>();
  let waiting: Buffer[] = [];
  let length = 0;
  const begin = async () => {
    while (running.size >= atOnce) await Promise.race(running);
    const part = send(Buffer.concat(waiting), sent.length);
    waiting = [];
    length = 0;
    sent.push(part);
    running.add(part);
    part.then(
      () => running.delete(part),
      () => running.delete(part),
    );
  };
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      for (let rest = chunk; rest.length > 0;) {
        const taken = rest.subarray(0, partBytes - length);
        waiting.push(taken);
        length += taken.length;
        rest = rest.subarray(taken.length);
        if (length === partBytes) await begin();
      }
    }
    if (length > 0 || sent.length === 0) await begin();
    return await Promise.all(sent);
  } catch (error) {
    stream.destroy();
    await Promise.allSettled(sent);
    throw error;
  }
}

/** A body from the network: one that ends early, or stands still for `patienceMs`, ends with an error. */
export function guardBody(body: Readable, bytes: number, patienceMs: number, bucket: string): Readable {
  const silent = () => new BucketError('unreachable', `Il bucket ${bucket} ha smesso di rispondere.`);
  let arrived = 0;
  let timer: NodeJS.Timeout | undefined = undefined;
  const guarded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      arrived += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      done(arrived === bytes ? null : silent());
    },
    destroy(error, done) {
      clearInterval(timer);
      body.destroy();
      done(error);
    },
  });
  let seen = -1;
  // Only the sender's silence counts: while our own reader is slow the body is paused.
  timer = setInterval(() => {
    if (arrived === seen && guarded.readableLength === 0 && guarded.writableLength === 0)
      guarded.destroy(silent());
    seen = arrived;
  }, patienceMs).unref();
  body.once('error', (error) => guarded.destroy(new BucketError('unreachable', silent().message, error)));
  body.once('aborted', () => guarded.destroy(silent()));
  guarded.once('end', () => clearInterval(timer));
  body.pipe(guarded);
  return guarded;
}
