import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Bucket, BucketError, type ObjectHead } from '../../../src/server/main/bench-api.ts';
import type { Process } from './process.ts';
import type { Random } from './random.ts';

/** What is wrong with the bucket: a slow line, no answer, refused keys, or a third of the answers lost before or after their effect. */
export type BucketTrouble = 'none' | 'slow' | 'away' | 'refused' | 'flaky';

const hash = (name: string, bytes: Uint8Array) => createHash(name).update(bytes).digest('hex');

/** A bucket in memory, behind the interface that the site has of it. */
export function createBucket(random: Random, process: Process) {
  const objects = new Map<string, { bytes: Buffer; head: ObjectHead }>();
  let puts = 0;

  async function call<T>(effect: () => T): Promise<T> {
    const { trouble } = bucket;
    const isLost = trouble === 'flaky' && random.chance(0.33);
    const isDone = !isLost || random.chance(0.5);
    const usual = 5 + random.below(60);
    const pause = trouble === 'away' ? 2_000 : trouble === 'slow' ? 20 * usual : usual;
    return process.later(pause, () => {
      if (bucket.trouble === 'away') throw new BucketError('unreachable', 'Il bucket non risponde.');
      if (bucket.trouble === 'refused') throw new BucketError('refused', 'Il bucket rifiuta le chiavi.');
      const result = isDone ? effect() : undefined;
      if (isLost) throw new BucketError('unreachable', 'La risposta del bucket si è persa.');
      return result as T;
    });
  }

  function put(key: string, bytes: Buffer, metadata: Record<string, string> = {}): void {
    const etag = `"${hash('md5', bytes)}-${(puts += 1)}"`;
    const sha256 = hash('sha256', bytes);
    objects.set(key, {
      bytes,
      head: { bytes: bytes.length, modifiedAt: new Date(), etag, sha256, metadata },
    });
  }

  const bucket: Bucket & { trouble: BucketTrouble } = {
    trouble: 'none',
    name: 'simulato',
    head: (key) => call(() => objects.get(key)?.head),
    get: (key) =>
      call(() => {
        const stored = objects.get(key);
        return stored && { ...stored.head, body: Readable.from([stored.bytes]), contentRange: undefined };
      }),
    put: (key, content, metadata) => call(() => put(key, Buffer.from(content), metadata)),
    async putSource(key, source, metadata) {
      const content = await buffer(source.open());
      if (hash('sha256', content) !== source.sha256 || content.length !== source.bytes)
        throw new BucketError('damaged', `${key} è arrivato diverso`);
      await call(() => put(key, content, metadata));
    },
    async *list(prefix, after = '') {
      yield* await call(() =>
        [...objects]
          .filter(([key]) => key.startsWith(prefix) && key > after)
          .map(([key, { head }]) => ({ key, bytes: head.bytes, modifiedAt: head.modifiedAt }))
          .sort((one, other) => (one.key < other.key ? -1 : 1)),
      );
    },
    remove: (key) => call(() => void objects.delete(key)),
    close: () => undefined,
  };
  return bucket;
}
