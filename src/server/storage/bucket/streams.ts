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
 * Cuts a stream into buffers of `partBytes` (the last may be shorter) and hands them to `send`, some at once; resolves with
 * what it answered, in order. Reading stops while that many are on their way, and at the first that fails.
 */
export async function sendInParts<T>(
  stream: Readable,
  partBytes: number,
  atOnce: number,
  send: (part: Buffer, index: number) => Promise<T>,
): Promise<T[]> {
  const answers: Promise<T>[] = [];
  const running = new Set<Promise<unknown>>();
  let failure: { error: unknown } | undefined;
  let pending: Buffer[] = [];
  let length = 0;
  const sendPending = async () => {
    while (running.size >= atOnce) await Promise.race(running);
    if (failure) throw failure.error;
    const answer = send(Buffer.concat(pending), answers.length);
    pending = [];
    length = 0;
    answers.push(answer);
    const settled = answer
      .catch((error: unknown) => (failure ??= { error }))
      .finally(() => running.delete(settled));
    running.add(settled);
  };
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      for (let rest = chunk; rest.length > 0;) {
        const piece = rest.subarray(0, partBytes - length);
        pending.push(piece);
        length += piece.length;
        rest = rest.subarray(piece.length);
        if (length === partBytes) await sendPending();
      }
    }
    if (length > 0 || answers.length === 0) await sendPending();
    return await Promise.all(answers);
  } catch (error) {
    stream.destroy();
    await Promise.allSettled(answers);
    throw error;
  }
}

/** A body from the network: one that ends early, or stands still for `timeoutMs`, ends with an error. */
export function guardBody(body: Readable, bytes: number, timeoutMs: number, bucket: string): Readable {
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
  }, timeoutMs).unref();
  body.once('error', (error) => guarded.destroy(new BucketError('unreachable', silent().message, error)));
  body.once('aborted', () => guarded.destroy(silent()));
  guarded.once('end', () => clearInterval(timer));
  body.pipe(guarded);
  return guarded;
}
