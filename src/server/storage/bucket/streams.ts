import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
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

/** A stream as buffers of `partBytes`, the last of which may be shorter; one empty buffer for an empty stream. */
export async function* partsOf(stream: Readable, partBytes: number) {
  let pending: Buffer[] = [];
  let length = 0;
  let index = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (let rest = chunk; rest.length > 0;) {
      const piece = rest.subarray(0, partBytes - length);
      pending.push(piece);
      length += piece.length;
      rest = rest.subarray(piece.length);
      if (length < partBytes) continue;
      yield { index: index++, content: Buffer.concat(pending) };
      pending = [];
      length = 0;
    }
  }
  if (length > 0 || index === 0) yield { index, content: Buffer.concat(pending) };
}

interface Expected {
  bytes: number;
  /** SHA-256 in lower-case hex; `''` where it is not known. */
  sha256: string;
}

/**
 * A body from the network, which ends with an error where it is cut, is not what was expected, or stands still for `timeoutMs`. A reader that
 * is slow makes nothing stand still.
 *
 * @param names the bucket and the key, for sentences
 */
export function guardBody(
  body: Readable,
  { bytes, sha256 }: Expected,
  timeoutMs: number,
  names: { bucket: string; key: string },
): Readable {
  const silent = (cause?: unknown) =>
    new BucketError('unreachable', `Il bucket ${names.bucket} ha smesso di rispondere.`, cause);
  const watch = () => setTimeout(() => body.destroy(silent()), timeoutMs).unref();

  async function* content() {
    const hash = createHash('sha256');
    let arrived = 0;
    let timer = watch();
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        clearTimeout(timer);
        arrived += chunk.length;
        hash.update(chunk);
        yield chunk;
        timer = watch();
      }
    } catch (error) {
      throw error instanceof BucketError ? error : silent(error);
    } finally {
      clearTimeout(timer);
    }
    if (arrived !== bytes) throw silent();
    if (sha256 !== '' && hash.digest('hex') !== sha256) throw damagedError(names.key);
  }

  // Until it is read, and after it is given up, nobody else listens.
  body.on('error', () => undefined);
  return Readable.from(content(), { objectMode: false }).once('close', () => body.destroy());
}

export const damagedError = (key: string): BucketError =>
  new BucketError('damaged', `Nel bucket è danneggiato ${key}`);
