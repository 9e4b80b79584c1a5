import type { Readable } from 'node:stream';
import { z } from 'zod';
import { measureStream } from '../bucket/streams.ts';
import type { Bucket } from '../bucket/types.ts';
import type { DurableBatch, Store } from '../store/types.ts';
import {
  headKey,
  headNote,
  journalKey,
  listKept,
  newestRun,
  nextRun,
  readNote,
  runKey,
  type RunNote,
  snapshotKey,
} from './layout.ts';
import type { Machine } from './machine.ts';
import { signOfAnother } from './sign-of-life.ts';

export interface DatabaseCopyOptions {
  bucket: Bucket;
  store: Pick<Store, 'follow' | 'position' | 'openSnapshot'>;
  machine: Machine;
  /** Another machine works in the bucket, or has begun a newer run: called once. */
  onSuperseded: () => void;
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
 * Copies the database to the bucket as it is written: db.json now and then, the journal's lines in between, under the names of `layout.ts`. It
 * only listens to the store; the bucket's troubles stay here. Call `sendJournal` and `sendSnapshot` each second, each by itself, so that a large
 * snapshot does not make the journal late, and `sign` every half minute.
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
  /** Until when and where all is in the bucket. */
  #reached = { sequence: 0, at: new Date(0) };
  /** Whether another machine has taken over the bucket. */
  superseded = false;

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

  /** Whether this machine may write outside of its run. */
  get mayWrite(): boolean {
    return this.#run !== undefined && !this.superseded;
  }

  #take({ generation, first, last, lines }: DurableBatch): void {
    if (this.#lost?.generation !== generation) this.#lost = undefined;
    this.#waiting.push({ generation, first, last, lines: Buffer.from(lines), since: performance.now() });
    this.#waitingBytes += lines.length;
    if (this.#waitingBytes <= waitingBytesAtMost) return;
    this.#lost = { generation, through: last, since: performance.now() - this.behindMs };
    this.#keepWaiting(() => false);
  }

  #keepWaiting(isKept: (waiting: Waiting) => boolean): void {
    this.#waiting = this.#waiting.filter(isKept);
    this.#waitingBytes = this.#waiting.reduce((sum, { lines }) => sum + lines.length, 0);
  }

  /**
   * Begins a run where there is none of this database, and sends the journal's lines in order: when it resolves, all that was durable at its call
   * is in the bucket, but for what only a snapshot can bring.
   *
   * @throws BucketError
   */
  async sendJournal(): Promise<void> {
    const { bucket, store } = this.#options;
    const isNew = this.#run?.generation !== store.position.generation;
    if (isNew && !this.superseded) await this.#begin();
    const run = this.#run;
    if (!run) return;
    const reached = { sequence: store.position.sequence, at: new Date() };
    const sending = this.#waiting.filter(({ generation }) => generation === run.generation);
    const [first, last] = [sending[0]?.first, sending.at(-1)?.last];
    if (first !== undefined && last !== undefined) {
      const content = Buffer.concat(sending.map(({ lines }) => lines));
      await bucket.put(journalKey(run.name, first, last, new Date()), content);
      run.journalBytes += content.length;
      const sent = new Set(sending);
      this.#keepWaiting((waiting) => !sent.has(waiting));
    }
    this.#reached = reached;
  }

  async #begin(): Promise<void> {
    const { bucket, machine, store } = this.#options;
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
    await this.#putSign(name, false);
    // A full disk does not keep the copy from the bucket: the run before this one is this machine's too.
    await machine.setContinues({ run: name }).catch(() => undefined);
    this.#run = { name, generation, snapshot: undefined, journalBytes: 0 };
    this.#keepWaiting((waiting) => waiting.generation === generation);
  }

  #stepBack(): void {
    this.superseded = true;
    this.#options.onSuperseded();
  }

  /** Sends db.json when that is due. @throws BucketError */
  async sendSnapshot(): Promise<void> {
    const { bucket, store } = this.#options;
    const run = this.#run;
    if (!run || !(this.#lost || isSnapshotDue(run))) return;
    const at = performance.now();
    const sentBefore = run.journalBytes;
    const { bytes, open, release } = await store.openSnapshot();
    try {
      const { generation, sequence } = await headerOf(open());
      // Replaced in this very moment: a new run begins with the next journal.
      if (generation !== run.generation) return;
      const { sha256 } = await measureStream(open());
      await bucket.putSource(snapshotKey(run.name, sequence, new Date()), { bytes, sha256, open });
      run.snapshot = { bytes, at };
      run.journalBytes -= sentBefore;
      if (this.#lost?.generation === generation && this.#lost.through <= sequence) this.#lost = undefined;
    } finally {
      await release();
    }
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
    if (!run || this.superseded) return;
    const newer = newestRun(await listKept(bucket, run.name));
    const head = newer === undefined ? undefined : await readNote(bucket, headKey(newer), headNote);
    if (head && head.machine !== machine.id) return this.#stepBack();
    await this.#putSign(run.name, closed);
  }

  async #putSign(run: string, closed: boolean): Promise<void> {
    const { sequence, at } = this.#reached;
    const { id } = this.#options.machine;
    const note: z.infer<typeof headNote> = { machine: id, sequence, at: at.toISOString(), closed };
    await this.#options.bucket.put(headKey(run), Buffer.from(JSON.stringify(note)));
  }

  /** Listens no more. */
  stop(): void {
    this.#unfollow();
  }
}

function isSnapshotDue({ snapshot, journalBytes }: Run): boolean {
  if (!snapshot) return true;
  const age = performance.now() - snapshot.at;
  const worth = snapshot.bytes <= smallBytes ? 1 : snapshot.bytes / 2;
  const isWorth = journalBytes >= worth && age >= snapshotEveryMs;
  return isWorth || (journalBytes > 0 && age >= snapshotAtLeastEveryMs);
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
