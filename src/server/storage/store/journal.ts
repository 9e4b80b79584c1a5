import { AppError } from '#shared/errors.ts';
import { type Disk, type DiskFile, errorCode, writeWhole } from './disk.ts';
import type { OnStoreEvent } from './events.ts';
import { headerBody, headPath, LineBuffer, mutationBody, segmentPath } from './segment.ts';
import { type Change, undo } from './table.ts';
import type { DurableBatch } from './types.ts';

interface Entry {
  changes: readonly Change[];
  resolve: () => void;
  reject: (error: unknown) => void;
}

interface Rotation {
  capture: () => void;
  resolve: (obsolete: readonly number[]) => void;
  reject: (error: unknown) => void;
}

interface Capture {
  /** Takes what memory holds now, instead of what it took before. */
  take: () => void;
  /** Answers with what was taken last. */
  settle: () => void;
}

interface JournalOptions {
  disk: Disk;
  /** Path of db.json; the segments stand beside it. */
  snapshotPath: string;
  directory: string;
  generation: string;
  mode: number;
  /** The last mutation on the disk. */
  sequence: number;
  /** The segments already there. */
  segments: readonly number[];
  onEvent: OnStoreEvent;
  /** Called when nothing is pending any more. */
  onQuiet: () => void;
  /** Called with every batch that is on the disk now; the bytes are good for the length of the call. */
  onDurable: (batch: DurableBatch) => void;
}

/** Up to this size a batch goes to the page cache without leaving the event loop: measured faster than a thread's round trip. */
const syncAppendBytes = 64 * 1024;

/** Errors that say "no room" and nothing about what is already written. */
export const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * The journal's writing side: group commit. Entries that arrive while a sync is running share the next one.
 *
 * When the disk refuses a batch, the batch and everything queued behind it (it was accepted on top of the batch) are undone
 * newest first, and the file is cut back to its last durable length. After an I/O error, a failed sync or a failed cut
 * nobody knows what the page cache holds, so nothing more is accepted until a restart reads what really is on the disk.
 */
export class Journal {
  readonly #options: JournalOptions;
  #file: DiskFile | undefined;
  #number: number;
  #older: number[];
  #bytes = 0;
  #mutations = 0;
  #sequence: number;
  #durable: number;
  #queue: Entry[] = [];
  /** The queue's lines. */
  #lines = new LineBuffer();
  /** Those of the batch before, to be filled again when it is on the disk. */
  #spareLines = new LineBuffer();
  #rotations: Rotation[] = [];
  #captures: Capture[] = [];
  #running: Promise<void> | undefined;
  #broken: unknown;
  #retired = false;

  private constructor(options: JournalOptions) {
    this.#options = options;
    this.#sequence = this.#durable = options.sequence;
    this.#older = [...options.segments];
    this.#number = options.segments.at(-1) ?? 0;
  }

  /** Begins a new segment after those that are there. */
  static async start(options: JournalOptions): Promise<Journal> {
    const journal = new Journal(options);
    await journal.#nextSegment();
    return journal;
  }

  /** The last mutation accepted, durable or not yet. */
  get sequence(): number {
    return this.#sequence;
  }

  /** The last mutation on the disk. */
  get durable(): number {
    return this.#durable;
  }

  /** Bytes in the current segment. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The error after which nothing is accepted any more. */
  get broken(): unknown {
    return this.#broken;
  }

  /**
   * Queues one mutation, already applied to memory; resolves when it is on the disk.
   *
   * @param operations the operations as JSON
   * @param changes how to undo them, if the disk refuses
   * @throws RangeError, with nothing queued, when there is no memory for the line
   */
  append(operations: string, changes: readonly Change[]): Promise<void> {
    this.#lines.add(mutationBody(this.#sequence + 1, operations));
    this.#sequence++;
    return new Promise((resolve, reject) => {
      this.#queue.push({ changes, resolve, reject });
      this.#run();
    });
  }

  /**
   * Begins a new segment. `capture` is called once, in the tick in which memory holds exactly the mutations of the segments
   * that end here.
   *
   * @returns the segments that end here, all durable
   */
  rotate(capture: () => void): Promise<readonly number[]> {
    return new Promise((resolve, reject) => {
      this.#rotations.push({ capture, resolve, reject });
      this.#run();
    });
  }

  /**
   * Answers what `capture` gives in a tick in which memory holds exactly what is on the disk, whether or not the disk takes
   * anything more: nothing that was promised is missing, nothing that can still be refused is there.
   */
  captureDurable<T>(capture: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      let settle = () => undefined as void;
      const take = () => {
        try {
          const taken = capture();
          settle = () => resolve(taken);
        } catch (error) {
          settle = () => reject(error instanceof Error ? error : new TypeError(String(error)));
        }
      };
      this.#captures.push({ take, settle: () => settle() });
      this.#run();
    });
  }

  /** Removes segments that db.json made superfluous. What cannot be removed is tried again next time. */
  async discard(numbers: readonly number[]): Promise<void> {
    for (const number of numbers) {
      await this.#options.disk.remove(segmentPath(this.#options.snapshotPath, number));
      this.#older = this.#older.filter((other) => other !== number);
    }
  }

  /** Resolves when nothing is pending. */
  async quiet(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /**
   * Waits for what is pending, then closes. Nothing here can lose anything: what matters is synced, so errors are passed over.
   *
   * @param superfluous whether db.json holds everything: then no segment is left
   */
  async close(superfluous: boolean): Promise<void> {
    await this.quiet();
    await this.#file?.close().catch(() => undefined);
    this.#file = undefined;
    if (superfluous) await this.#removeAll().catch(() => undefined);
  }

  /** Whether {@link retire} began: nothing can be appended any more. */
  get retired(): boolean {
    return this.#retired;
  }

  /**
   * Ends this journal for good: db.json holds everything, nothing is pending, and when this resolves no segment will be
   * there after a power cut either.
   */
  async retire(): Promise<void> {
    await this.quiet();
    this.#retired = true;
    await this.#file?.close().catch(() => undefined);
    this.#file = undefined;
    await this.#removeAll();
    await this.#options.disk.syncDirectory(this.#options.directory);
  }

  /** The word that there is a last segment goes first, for certain: a segment that it names must be there. */
  async #removeAll(): Promise<void> {
    const { disk, snapshotPath, directory } = this.#options;
    const head = headPath(snapshotPath);
    if ((await disk.mode(head)) !== undefined) await disk.remove(head);
    await disk.syncDirectory(directory);
    await this.discard([...this.#older, this.#number]);
  }

  #run(): void {
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
      // What came in after the last look at the queue.
      if (this.#hasWork) this.#run();
      else this.#options.onQuiet();
    });
  }

  get #hasWork(): boolean {
    return this.#queue.length + this.#rotations.length + this.#captures.length > 0;
  }

  async #work(): Promise<void> {
    do {
      // Every caller of this tick, and those whose last mutation has just resolved, share one sync.
      await new Promise(setImmediate);
      const batch = this.#queue;
      const lines = this.#lines;
      const rotations = this.#rotations;
      const captures = this.#captures.slice();
      this.#queue = [];
      this.#lines = this.#spareLines;
      this.#rotations = [];
      for (const rotation of rotations) rotation.capture();
      // Good when the batch is taken; when it is refused they are taken anew, in the tick in which it is undone.
      for (const capture of captures) capture.take();
      const refusal = batch.length > 0 ? await this.#commit(batch, lines.content) : this.#refusal();
      lines.clear();
      this.#spareLines = lines;
      this.#captures.splice(0, captures.length);
      for (const capture of captures) capture.settle();
      if (rotations.length > 0) await this.#rotate(rotations, refusal);
    } while (this.#hasWork);
  }

  /** @returns why the batch was refused, when it was */
  async #commit(batch: readonly Entry[], lines: Uint8Array): Promise<AppError | undefined> {
    const file = this.#file;
    if (this.#broken || !file) return this.#refuse(batch, this.#broken);
    let syncing = false;
    try {
      if (lines.length <= syncAppendBytes) file.appendSync(lines);
      else await file.append(lines);
      syncing = true;
      await file.sync();
      this.#bytes += lines.length;
    } catch (error) {
      if (errorCode(error) === 'EIO' || (syncing && !noRoom.has(errorCode(error)))) this.#broken = error;
      return this.#refuse(batch, error);
    }
    this.#durable += batch.length;
    this.#mutations += batch.length;
    for (const entry of batch) entry.resolve();
    const { generation, onDurable } = this.#options;
    onDurable({ generation, first: this.#durable - batch.length + 1, last: this.#durable, lines });
    return undefined;
  }

  async #refuse(batch: readonly Entry[], error: unknown): Promise<AppError> {
    const alreadyBroken = this.#broken !== undefined && this.#broken !== error;
    // In the tick of the failure: a mutation accepted from now on stands on memory as it was before the batch.
    const refused = this.#undoAll(batch);
    if (this.#file && !alreadyBroken) {
      try {
        await this.#file.truncate(this.#bytes);
        await this.#file.sync();
      } catch (cutError) {
        this.#broken ??= cutError;
      }
    }
    if (this.#broken) refused.push(...this.#undoAll([]));
    this.#options.onEvent({ type: 'write-failed', error, mutations: refused.length });
    if (this.#broken && !alreadyBroken) this.#options.onEvent({ type: 'read-only', error: this.#broken });
    const refusal = this.#refusal() ?? refusalOf(error);
    for (const entry of refused) entry.reject(refusal);
    return refusal;
  }

  /** Undoes a batch and all that is queued behind it, and answers their entries. */
  #undoAll(batch: readonly Entry[]): Entry[] {
    const entries = [...batch, ...this.#queue];
    this.#queue = [];
    this.#lines.clear();
    for (const entry of entries.toReversed()) undo(entry.changes);
    this.#sequence = this.#durable;
    for (const capture of this.#captures) capture.take();
    return entries;
  }

  #refusal(): AppError | undefined {
    return this.#broken === undefined ? undefined : readOnlyError(this.#broken);
  }

  async #rotate(rotations: readonly Rotation[], refusal: AppError | undefined): Promise<void> {
    try {
      if (refusal) throw refusal;
      if (this.#mutations > 0) await this.#nextSegment();
      for (const rotation of rotations) rotation.resolve([...this.#older]);
    } catch (error) {
      for (const rotation of rotations) rotation.reject(error);
    }
  }

  async #nextSegment(): Promise<void> {
    const { disk, snapshotPath, directory, generation, mode } = this.#options;
    const number = this.#number + 1;
    const path = segmentPath(snapshotPath, number);
    const header = new LineBuffer();
    header.add(headerBody({ generation, number, after: this.#durable }));
    let file: DiskFile | undefined;
    try {
      file = await disk.create(path, mode);
      file.appendSync(header.content);
      await file.sync();
      await disk.syncDirectory(directory);
      // The folder is not waited for: the segment that was named before is there until the next fold, which does.
      await writeWhole(disk, headPath(snapshotPath), mode, header.content);
    } catch (error) {
      // The segment before goes on. An empty one that cannot be removed is overwritten by the next attempt, and
      // passed over at the next start.
      await file?.close().catch(() => undefined);
      await disk.remove(path).catch(() => undefined);
      throw error;
    }
    if (this.#file) {
      this.#older.push(this.#number);
      // Everything in it is synced: an error on closing changes nothing.
      await this.#file.close().catch(() => undefined);
    }
    this.#file = file;
    this.#number = number;
    this.#bytes = header.content.length;
    this.#mutations = 0;
  }
}

export function readOnlyError(cause: unknown): AppError {
  return new AppError(
    'UNAVAILABLE',
    'Il disco ha dato un errore: il sito è in sola lettura finché non viene riavviato.',
    { cause },
  );
}

/** The sentence for whoever wanted to write when the disk refused. */
export function refusalOf(cause: unknown): AppError {
  const message = noRoom.has(errorCode(cause))
    ? 'Non è stato possibile salvare: sul disco non c’è più spazio.'
    : 'Non è stato possibile salvare. Riprova tra poco.';
  return new AppError('UNAVAILABLE', message, { cause });
}
