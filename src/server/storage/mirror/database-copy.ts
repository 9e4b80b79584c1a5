import type { Readable } from 'node:stream';
import { z } from 'zod';
import { measureStream } from '../bucket/streams.ts';
import type { Bucket } from '../bucket/types.ts';
import type { DurableBatch, Store } from '../store/types.ts';
import {
  headKey,
  journalKey,
  type KeptObject,
  listKept,
  runKey,
  type RunOrigin,
  snapshotKey,
} from './layout.ts';

export const runNote = z.object({
  generation: z.string(),
  epoch: z.number().int().min(0),
  startedAt: z.iso.datetime(),
  continues: z.object({ run: z.number().int(), sequence: z.number().int() }).optional(),
});

export const headNote = z.object({ sequence: z.number().int(), at: z.iso.datetime() });

export interface DatabaseCopyOptions {
  bucket: Bucket;
  store: Pick<Store, 'follow' | 'position' | 'snapshot'>;
  /** The lease's epoch, 0 where there is none; throws when somebody else may write in the bucket. */
  epoch: () => number;
  /** What the first run goes on from; without it, what is there when it begins. */
  continues?: RunOrigin;
}

interface Run {
  number: number;
  generation: string;
  /** The newest snapshot that is there whole. */
  snapshot: { bytes: number; at: number } | undefined;
  /** Journal bytes sent since then. */
  journalBytes: number;
}

interface Waiting extends Omit<DurableBatch, 'lines'> {
  lines: Buffer;
  since: number;
}

/** What waits in memory for the bucket; with more than this a new snapshot is cheaper. */
const waitingBytesAtMost = 8 * 1024 * 1024;
/** Up to this size db.json is sent after every minute with changes; above, when the journal since is worth half of it. */
const smallBytes = 1024 * 1024;
const snapshotEveryMs = 60_000;
const snapshotAtLeastEveryMs = 3_600_000;
const headEveryMs = 30_000;

/**
 * Copies the database to the bucket as it is written: db.json now and then, the journal's lines in between, under the
 * names of `layout.ts`. It only listens to the store; the bucket's troubles stay here. Call `round` again and again.
 */
export class DatabaseCopy {
  readonly #options: DatabaseCopyOptions;
  readonly #unfollow: () => void;
  #origin: RunOrigin | undefined;
  #run: Run | undefined;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  /** Lines that were let go because there were too many: a snapshot with all of them must come before the copy is whole. */
  #lost: { generation: string; through: number; since: number } | undefined;
  #snapshotting: Promise<void> | undefined;
  #snapshotError: unknown;
  #signAt = -Infinity;

  constructor(options: DatabaseCopyOptions) {
    this.#options = options;
    this.#origin = options.continues;
    this.#unfollow = options.store.follow((batch) => this.#take(batch));
  }

  /** Milliseconds since the oldest write that is not in the bucket was made; 0 when all are. */
  get behindMs(): number {
    const oldest = this.#lost?.since ?? this.#waiting[0]?.since;
    return oldest === undefined ? 0 : performance.now() - oldest;
  }

  /** Whether the bucket holds this database so that it can be rebuilt, but for what is waiting. */
  get whole(): boolean {
    const isThis = this.#run?.generation === this.#options.store.position.generation;
    return isThis && this.#run?.snapshot !== undefined && this.#lost === undefined;
  }

  #take({ generation, first, last, lines }: DurableBatch): void {
    if (this.#lost?.generation !== generation) this.#lost = undefined;
    this.#waiting.push({ generation, first, last, lines: Buffer.from(lines), since: performance.now() });
    this.#waitingBytes += lines.length;
    if (this.#waitingBytes <= waitingBytesAtMost) return;
    const since = this.#lost?.since ?? this.#waiting[0]?.since ?? performance.now();
    this.#lost = { generation, through: last, since };
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  /**
   * Sends what there is to send, in order. When it resolves, all that was durable at its call is in the bucket, unless a
   * snapshot is still needed: that goes on beside, so that a large one does not make the rest late.
   *
   * @throws BucketError; an earlier snapshot's too
   */
  async round(): Promise<void> {
    const { epoch, store } = this.#options;
    epoch();
    if (this.#run?.generation !== store.position.generation) await this.#begin();
    const run = this.#run;
    if (!run) return;
    if (!this.#snapshotting && (this.#lost || this.#isSnapshotDue(run))) {
      this.#snapshotting = this.#snapshot(run)
        .catch((error: unknown) => (this.#snapshotError = error))
        .then(() => (this.#snapshotting = undefined));
    }
    await this.#sendJournal(run);
    if (performance.now() - this.#signAt >= headEveryMs) await this.#sendHead(run);
    const error = this.#snapshotError;
    this.#snapshotError = undefined;
    if (error) throw error;
  }

  /** Resolves when no snapshot is on its way. */
  async quiet(): Promise<void> {
    await this.#snapshotting;
  }

  /** Listens no more. */
  stop(): void {
    this.#unfollow();
  }

  async #begin(): Promise<void> {
    const { bucket, epoch, store } = this.#options;
    const kept = await listKept(bucket);
    const number = Math.max(0, ...kept.map(({ run }) => run)) + 1;
    const { generation } = store.position;
    const note: z.infer<typeof runNote> = {
      generation,
      epoch: epoch(),
      startedAt: new Date().toISOString(),
      continues: this.#origin ?? lastBefore(kept, number),
    };
    // Two that begin at once: one is refused here and takes the next number. Where there is no lease (0) there are no
    // conditions either.
    const only = note.epoch > 0 ? 'absent' : undefined;
    await bucket.put(runKey(number), Buffer.from(JSON.stringify(note)), { only });
    this.#origin = undefined;
    this.#run = { number, generation, snapshot: undefined, journalBytes: 0 };
    this.#keepWaiting((waiting) => waiting.generation === generation);
  }

  #keepWaiting(isKept: (waiting: Waiting) => boolean): void {
    this.#waiting = this.#waiting.filter(isKept);
    this.#waitingBytes = this.#waiting.reduce((sum, { lines }) => sum + lines.length, 0);
  }

  #isSnapshotDue({ snapshot, journalBytes }: Run): boolean {
    if (!snapshot) return true;
    const age = performance.now() - snapshot.at;
    const worth = snapshot.bytes <= smallBytes ? 1 : snapshot.bytes / 2;
    const isWorth = journalBytes >= worth && age >= snapshotEveryMs;
    return isWorth || (journalBytes > 0 && age >= snapshotAtLeastEveryMs);
  }

  async #snapshot(run: Run): Promise<void> {
    const { bucket, store, epoch } = this.#options;
    const at = performance.now();
    const sentBefore = run.journalBytes;
    await store.snapshot(async ({ bytes, open }) => {
      const { generation, sequence } = await headerOf(open());
      // Replaced in this very moment: the next round begins a new run.
      if (generation !== run.generation) return;
      const { sha256 } = await measureStream(open());
      epoch();
      const source = { bytes, sha256, open };
      await bucket.putSource(snapshotKey(run.number, sequence, new Date()), source);
      run.snapshot = { bytes, at };
      run.journalBytes -= sentBefore;
      this.#signAt = performance.now();
      if (this.#lost?.generation === generation && this.#lost.through <= sequence) this.#lost = undefined;
    });
  }

  async #sendJournal(run: Run): Promise<void> {
    const { bucket, epoch } = this.#options;
    const sending = this.#waiting.filter(({ generation }) => generation === run.generation);
    const [first, last] = [sending[0]?.first, sending.at(-1)?.last];
    if (first === undefined || last === undefined) return;
    epoch();
    const content = Buffer.concat(sending.map(({ lines }) => lines));
    await bucket.put(journalKey(run.number, first, last, new Date()), content);
    this.#signAt = performance.now();
    run.journalBytes += content.length;
    const sent = new Set(sending);
    this.#keepWaiting((waiting) => !sent.has(waiting));
  }

  /** A sign of life: what is not in the bucket was not written before this. */
  async #sendHead(run: Run): Promise<void> {
    const note = { sequence: this.#options.store.position.sequence, at: new Date().toISOString() };
    if (this.#waiting.length > 0) return;
    await this.#options.bucket.put(headKey(run.number), Buffer.from(JSON.stringify(note)));
    this.#signAt = performance.now();
  }
}

const header = z.object({ generation: z.string(), sequence: z.number().int() });

/** The first line of a db.json of ours. */
export async function headerOf(file: Readable): Promise<z.infer<typeof header>> {
  for await (const chunk of file as AsyncIterable<Buffer>) {
    const [line = ''] = chunk.toString('utf8', 0, 512).split('\n', 1);
    return header.parse(JSON.parse(`${line.slice(0, -1)}}`));
  }
  throw new RangeError('a snapshot without a byte');
}

/** How far the last run before this one had come, by what is there of it. */
function lastBefore(kept: readonly KeptObject[], number: number): RunOrigin | undefined {
  const reached = kept.flatMap((object) => {
    if (object.run >= number) return [];
    if (object.type === 'snapshot') return [{ run: object.run, sequence: object.sequence }];
    return object.type === 'journal' ? [{ run: object.run, sequence: object.last }] : [];
  });
  return reached.sort((a, b) => a.run - b.run || a.sequence - b.sequence).at(-1);
}
