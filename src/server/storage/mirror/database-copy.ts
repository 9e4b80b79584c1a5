import type { Readable } from 'node:stream';
import { z } from 'zod';
import { measureStream } from '../bucket/streams.ts';
import type { Bucket } from '../bucket/types.ts';
import type { DurableBatch, Store } from '../store/types.ts';
import {
  headKey,
  type headNote,
  journalKey,
  listKept,
  newestRun,
  nextRun,
  runKey,
  type RunNote,
  snapshotKey,
} from './layout.ts';
import type { Machine } from './machine.ts';
import { readHead, signOfAnother } from './sign-of-life.ts';

export interface DatabaseCopyOptions {
  bucket: Bucket;
  store: Pick<Store, 'follow' | 'position' | 'snapshot'>;
  machine: Machine;
  /** A run has begun: what else writes in the bucket may. */
  onBegin?: () => void;
  /** Another machine works in the bucket, or has begun a newer run: called once. */
  onSuperseded?: () => void;
}

interface Run {
  name: string;
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

/**
 * Copies the database to the bucket as it is written: db.json now and then, the journal's lines in between, under the
 * names of `layout.ts`. It only listens to the store; the bucket's troubles stay here. Call `round` again and again, and `sign`
 * every half minute.
 *
 * Once another machine writes in the bucket it sends only what is left of its own run, in which nobody else writes.
 */
export class DatabaseCopy {
  readonly #options: DatabaseCopyOptions;
  readonly #unfollow: () => void;
  #run: Run | undefined;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  /** Lines that were let go because there were too many: a snapshot with all of them must come before the copy is whole. */
  #lost: { generation: string; through: number; since: number } | undefined;
  #snapshotting: Promise<void> | undefined;
  #snapshotError: unknown;
  /** Until when and where all is in the bucket. */
  #reached = { sequence: 0, at: new Date(0) };
  #superseded = false;

  constructor(options: DatabaseCopyOptions) {
    this.#options = options;
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

  /** Whether another machine has taken over the bucket. */
  get superseded(): boolean {
    return this.#superseded;
  }

  /** Whether this machine may write outside of its run. */
  get mayWrite(): boolean {
    return this.#run !== undefined && !this.#superseded;
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
    const { store } = this.#options;
    const isNew = this.#run?.generation !== store.position.generation;
    if (isNew && !this.#superseded) await this.#begin();
    const run = this.#run;
    if (!run) return;
    const reached = { sequence: store.position.sequence, at: new Date() };
    if (!this.#snapshotting && (this.#lost || this.#isSnapshotDue(run))) {
      this.#snapshotting = this.#snapshot(run)
        .catch((error: unknown) => (this.#snapshotError = error))
        .then(() => (this.#snapshotting = undefined));
    }
    await this.#sendJournal(run);
    this.#reached = reached;
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

  /**
   * Gives the sign of life, unless a newer run of another machine is there.
   *
   * @param closed nothing more will be written
   * @throws BucketError
   */
  async sign(closed = false): Promise<void> {
    const { bucket, machine } = this.#options;
    const run = this.#run;
    if (!run || this.#superseded) return;
    const newer = newestRun(await listKept(bucket, run.name));
    const head = newer === undefined ? undefined : await readHead(bucket, newer);
    if (head && head.machine !== machine.id) return this.#stepBack();
    await this.#sendHead(run.name, closed);
  }

  async #sendHead(run: string, closed: boolean): Promise<void> {
    const { sequence, at } = this.#reached;
    const note: z.infer<typeof headNote> = {
      machine: this.#options.machine.id,
      sequence,
      at: at.toISOString(),
      closed,
    };
    await this.#options.bucket.put(headKey(run), Buffer.from(JSON.stringify(note)));
  }

  #stepBack(): void {
    this.#superseded = true;
    this.#options.onSuperseded?.();
  }

  async #begin(): Promise<void> {
    const { bucket, machine, store, onBegin } = this.#options;
    const kept = await listKept(bucket);
    if (await signOfAnother(bucket, machine, kept)) return this.#stepBack();
    const name = nextRun(kept);
    const { generation, sequence } = store.position;
    const { continues } = machine;
    const note: RunNote = {
      machine: machine.id,
      generation,
      startedAt: new Date().toISOString(),
      continues: continues && { sequence, ...continues },
    };
    await bucket.put(runKey(name), Buffer.from(JSON.stringify(note)));
    this.#reached = { sequence, at: new Date() };
    await this.#sendHead(name, false);
    // A full disk does not keep the copy from the bucket: the run before this one is this machine's too.
    await machine.setContinues({ run: name }).catch(() => undefined);
    this.#run = { name, generation, snapshot: undefined, journalBytes: 0 };
    this.#keepWaiting((waiting) => waiting.generation === generation);
    onBegin?.();
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
    const { bucket, store } = this.#options;
    const at = performance.now();
    const sentBefore = run.journalBytes;
    await store.snapshot(async ({ bytes, open }) => {
      const { generation, sequence } = await headerOf(open());
      // Replaced in this very moment: the next round begins a new run.
      if (generation !== run.generation) return;
      const { sha256 } = await measureStream(open());
      const source = { bytes, sha256, open };
      await bucket.putSource(snapshotKey(run.name, sequence, new Date()), source);
      run.snapshot = { bytes, at };
      run.journalBytes -= sentBefore;
      if (this.#lost?.generation === generation && this.#lost.through <= sequence) this.#lost = undefined;
    });
  }

  async #sendJournal(run: Run): Promise<void> {
    const { bucket } = this.#options;
    const sending = this.#waiting.filter(({ generation }) => generation === run.generation);
    const [first, last] = [sending[0]?.first, sending.at(-1)?.last];
    if (first === undefined || last === undefined) return;
    const content = Buffer.concat(sending.map(({ lines }) => lines));
    await bucket.put(journalKey(run.name, first, last, new Date()), content);
    run.journalBytes += content.length;
    const sent = new Set(sending);
    this.#keepWaiting((waiting) => !sent.has(waiting));
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
