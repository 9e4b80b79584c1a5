import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  type Bucket,
  BucketError,
  type ListedObject,
  type ObjectBody,
  type ObjectHead,
  type PutOptions,
} from '../../../src/server/main/lab.ts';
import type { Process } from './process.ts';
import type { Random } from './random.ts';

interface StoredObject {
  bytes: Buffer;
  head: ObjectHead;
}

/** What is wrong with the bucket: nothing, a slow line, no answer, keys refused, or every third answer lost before or after it took effect. */
export type BucketTrouble = 'none' | 'slow' | 'away' | 'refused' | 'flaky';

const hash = (name: string, bytes: Uint8Array) => createHash(name).update(bytes).digest('hex');

/** A bucket in memory, behind the interface that the site has of it. */
export class SimulatedBucket {
  trouble: BucketTrouble = 'none';
  readonly objects = new Map<string, StoredObject>();
  #puts = 0;
  readonly #random: Random;
  readonly #process: () => Process;

  constructor(random: Random, process: () => Process) {
    this.#random = random;
    this.#process = process;
  }

  /** As one process opens it. */
  open(): Bucket {
    const call = <T>(effect: () => T) => this.#call(effect);
    return {
      name: 'simulato',
      head: (key) => call(() => this.objects.get(key)?.head),
      get: (key, range) => call(() => this.#body(key, range)),
      put: (key, content, options) => call(() => this.#put(key, Buffer.from(content), options)),
      putSource: async (key, source, metadata) => {
        const content = await buffer(source.open());
        if (hash('sha256', content) !== source.sha256 || content.length !== source.bytes)
          throw new BucketError('damaged', `${key} è arrivato diverso`);
        await call(() => this.#put(key, content, { metadata }));
      },
      list: (prefix) => this.#list(prefix),
      remove: (key) => call(() => void this.objects.delete(key)),
      close: () => undefined,
    };
  }

  async #call<T>(effect: () => T): Promise<T> {
    const isLost = this.trouble === 'flaky' && this.#random.chance(0.33);
    const isDone = !isLost || this.#random.chance(0.5);
    const usual = 5 + this.#random.below(60);
    const pause = this.trouble === 'away' ? 2_000 : this.trouble === 'slow' ? 20 * usual : usual;
    return this.#process().later(pause, () => {
      if (this.trouble === 'away') throw new BucketError('unreachable', 'Il bucket non risponde.');
      if (this.trouble === 'refused') throw new BucketError('refused', 'Il bucket rifiuta le chiavi.');
      const result = isDone ? effect() : undefined;
      if (isLost) throw new BucketError('unreachable', 'La risposta del bucket si è persa.');
      return result as T;
    });
  }

  #put(key: string, bytes: Buffer, { metadata = {}, only }: PutOptions = {}): { etag: string } {
    const before = this.objects.get(key);
    const holds = only === undefined || (only === 'absent' ? !before : before?.head.etag === only.etag);
    if (!holds) throw new BucketError('conflict', `${key} è già cambiato`);
    this.#puts += 1;
    const etag = `"${hash('md5', bytes)}-${this.#puts}"`;
    const sha256 = hash('sha256', bytes);
    const head = { bytes: bytes.length, modifiedAt: new Date(), etag, sha256, metadata };
    this.objects.set(key, { bytes, head });
    return { etag };
  }

  #body(key: string, range: string | undefined): ObjectBody | undefined {
    const found = this.objects.get(key);
    if (!found) return undefined;
    const { bytes, head } = found;
    const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
    const end = last === '' ? bytes.length : Math.min(bytes.length, Number(last) + 1);
    const contentRange = range === undefined ? undefined : `bytes ${first}-${end - 1}/${bytes.length}`;
    return { ...head, body: Readable.from([bytes.subarray(Number(first), end)]), contentRange };
  }

  async *#list(prefix: string): AsyncGenerator<ListedObject> {
    const found = await this.#call(() =>
      [...this.objects]
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, { head }]) => ({ key, bytes: head.bytes, modifiedAt: head.modifiedAt }))
        .sort((a, b) => (a.key < b.key ? -1 : 1)),
    );
    yield* found;
  }
}
