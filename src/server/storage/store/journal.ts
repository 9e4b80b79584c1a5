import { AppError } from '#shared/errors.ts';
import { type Disk, type DiskFile, errorCode, writeWhole } from './disk.ts';
import type { OnStoreEvent } from './events.ts';
import { headerLine, headPath, journalPath, LineBuffer, mutationBody } from './journal-file.ts';
import type { DurableBatch } from './types.ts';

interface Entry {
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Where the journal stands: its last mutation and its length in bytes. */
interface Position {
  sequence: number;
  bytes: number;
}

interface Capture {
  /** Takes what memory holds now, instead of what it took before. */
  take: (at: Position) => void;
  /** Answers with what was taken last. */
  settle: () => void;
}

interface JournalOptions {
  disk: Disk;
  /** Path of db.json; the journal stands beside it. */
  snapshotPath: string;
  directory: string;
  generation: string;
  mode: number;
  /** The last mutation on the disk. */
  sequence: number;
  /** Length of the journal that is there; `undefined` begins one. */
  bytes: number | undefined;
  onEvent: OnStoreEvent;
  /**
   * Called in the tick in which the disk refuses a batch: lets go of memory, which holds the batch, and reads it anew when the
   * journal is cut back. Never rejects.
   */
  reload: (cut: Promise<void>) => Promise<void>;
  /** Called with every batch that is on the disk now; the bytes are good for the length of the call. */
  onDurable: (batch: DurableBatch) => void;
}

/** Up to this size a batch goes to the page cache without leaving the event loop: measured faster than a thread's round trip. */
const syncAppendBytes = 64 * 1024;

/** What a disk must take before it counts as having room again. */
const roomBytes = 64 * 1024;

/** Errors that say "no room" and nothing about what is already written. */
export const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * The journal's writing side: group commit. Entries that arrive while a sync is running share the next one.
 *
 * When the disk refuses a batch, the batch and everything queued behind it (it was accepted on top of the batch) are refused
 * and the file is cut back to its last durable length. After an I/O error, a failed sync or a failed cut nobody knows what
 * the page cache holds, so nothing more is accepted until a restart reads what really is on the disk.
 */
export class Journal {
  readonly #options: JournalOptions;
  #file: DiskFile | undefined;
  /** Acknowledged bytes of the file. */
  #bytes = 0;
  #sequence: number;
  #durable: number;
  #queue: Entry[] = [];
  /** The queue's lines. */
  #lines = new LineBuffer();
  /** Those of the batch before, to be filled again when it is on the disk. */
  #spareLines = new LineBuffer();
  #captures: Capture[] = [];
  #trims: (() => Promise<void>)[] = [];
  #running: Promise<void> | undefined;
  #broken: unknown;
  #retired = false;
  /** Whether the last batch found no room. */
  #isFull = false;
  /** Whether the file has its name after a power cut too. */
  #isNamed = true;

  private constructor(options: JournalOptions) {
    this.#options = options;
    this.#sequence = this.#durable = options.sequence;
  }

  /** Goes on with the journal that is there, or begins one. */
  static async start(options: JournalOptions): Promise<Journal> {
    const { disk, directory, snapshotPath, generation, mode, sequence, bytes } = options;
    const journal = new Journal(options);
    if (bytes !== undefined) {
      journal.#file = await disk.open(journalPath(snapshotPath));
      journal.#bytes = bytes;
      return journal;
    }
    await journal.#begin(sequence);
    await writeWhole(disk, headPath(snapshotPath), mode, headerLine({ generation, after: sequence }));
    await disk.syncDirectory(directory);
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

  /** Length of the file up to the last mutation on the disk. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The error after which nothing is accepted any more. */
  get broken(): unknown {
    return this.#broken;
  }

  /** Whether there is room as far as one knows; where there was none last time the disk is tried, and nothing is changed. */
  hasRoom(): boolean {
    const file = this.#file;
    if (!this.#isFull || !file) return true;
    let problem: unknown;
    try {
      // Zeros that a crash leaves here are half a line, which a start cuts off.
      file.appendSync(Buffer.alloc(roomBytes));
      this.#isFull = false;
    } catch (error) {
      if (!noRoom.has(errorCode(error))) problem = error;
    }
    try {
      file.truncateSync(this.#bytes);
    } catch (error) {
      problem ??= error;
    }
    if (problem !== undefined) this.#options.onEvent({ type: 'read-only', error: problem });
    this.#broken ??= problem;
    return !this.#isFull;
  }

  /**
   * Queues one mutation, which memory must hold before the tick ends; resolves when it is on the disk.
   *
   * @param operations the operations as JSON
   * @throws RangeError, with nothing queued, when there is no memory for the line
   */
  append(operations: string): Promise<void> {
    this.#lines.add(mutationBody(this.#sequence + 1, operations));
    this.#sequence++;
    return new Promise((resolve, reject) => {
      this.#queue.push({ resolve, reject });
      this.#run();
    });
  }

  /**
   * Answers what `take` gives in a tick in which memory holds exactly what is on the disk, whether or not the disk takes
   * anything more: nothing that was promised is missing, nothing that can still be refused is there.
   */
  capture<T>(take: (at: Position) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      let settle = () => undefined as void;
      const takeAt = (at: Position) => {
        try {
          const taken = take(at);
          settle = () => resolve(taken);
        } catch (error) {
          settle = () => reject(error instanceof Error ? error : new TypeError(String(error)));
        }
      };
      this.#captures.push({ take: takeAt, settle: () => settle() });
      this.#run();
    });
  }

  /**
   * Leaves out what db.json holds.
   *
   * @param at where the journal stood when db.json's records were taken
   * @throws what the disk throws; the journal stays as it was
   */
  trim(at: Position): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#trims.push(() => this.#begin(at.sequence, at.bytes).then(resolve, reject));
      this.#run();
    });
  }

  /** Resolves when nothing is pending. */
  async quiet(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /**
   * Waits for what is pending, then closes. Nothing here can lose anything: what matters is synced, so errors are passed over.
   *
   * @param superfluous whether db.json holds everything: then no journal is left
   */
  async close(superfluous: boolean): Promise<void> {
    await this.#closeFile();
    if (superfluous) await this.#remove().catch(() => undefined);
  }

  /** Whether {@link retire} began: nothing can be appended any more. */
  get retired(): boolean {
    return this.#retired;
  }

  /**
   * Ends this journal for good: db.json holds everything, nothing is pending, and when this resolves there will be no journal
   * after a power cut either.
   */
  async retire(): Promise<void> {
    await this.quiet();
    this.#retired = true;
    await this.#closeFile();
    await this.#remove();
  }

  async #closeFile(): Promise<void> {
    await this.quiet();
    // Everything in it is synced: an error on closing changes nothing.
    await this.#file?.close().catch(() => undefined);
    this.#file = undefined;
  }

  /** The word that there is a journal goes first, for certain. */
  async #remove(): Promise<void> {
    const { disk, snapshotPath, directory } = this.#options;
    for (const file of [headPath(snapshotPath), journalPath(snapshotPath)]) {
      if ((await disk.mode(file)) !== undefined) await disk.remove(file);
      await disk.syncDirectory(directory);
    }
  }

  #run(): void {
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
      // What came in after the last look at the queue.
      if (this.#hasWork) this.#run();
    });
  }

  get #hasWork(): boolean {
    return this.#queue.length + this.#captures.length + this.#trims.length > 0;
  }

  async #work(): Promise<void> {
    do {
      // Every caller of this tick, and those whose last mutation has just resolved, share one sync.
      await new Promise(setImmediate);
      const batch = this.#queue;
      const lines = this.#lines;
      const captures = this.#captures.slice();
      this.#queue = [];
      this.#lines = this.#spareLines;
      // Good when the batch is taken; when it is refused they are taken anew, once memory is as it was before the batch.
      const after = { sequence: this.#sequence, bytes: this.#bytes + lines.content.length };
      for (const capture of captures) capture.take(after);
      if (batch.length > 0) await this.#commit(batch, lines.content);
      lines.clear();
      this.#spareLines = lines;
      this.#captures.splice(0, captures.length);
      for (const capture of captures) capture.settle();
      for (const trim of this.#trims.splice(0)) await trim();
    } while (this.#hasWork);
  }

  async #commit(batch: readonly Entry[], lines: Uint8Array): Promise<void> {
    const file = this.#file;
    if (this.#broken || !file) return this.#refuse(batch, this.#broken);
    let syncing = false;
    try {
      if (lines.length <= syncAppendBytes) file.appendSync(lines);
      else await file.append(lines);
      syncing = true;
      await file.sync();
      if (!this.#isNamed) await this.#syncName();
    } catch (error) {
      if (errorCode(error) === 'EIO' || (syncing && !noRoom.has(errorCode(error)))) this.#broken = error;
      return this.#refuse(batch, error);
    }
    this.#bytes += lines.length;
    this.#durable += batch.length;
    for (const entry of batch) entry.resolve();
    const { generation, onDurable } = this.#options;
    onDurable({ generation, first: this.#durable - batch.length + 1, last: this.#durable, lines });
  }

  async #refuse(batch: readonly Entry[], error: unknown): Promise<void> {
    const isKnown = this.#broken !== undefined && this.#broken !== error;
    // In the tick of the failure: what is queued was accepted on top of the batch, and nothing is until memory is read anew.
    const refused = [...batch, ...this.#queue];
    this.#queue = [];
    this.#lines.clear();
    this.#sequence = this.#durable;
    this.#isFull = noRoom.has(errorCode(error));
    await this.#options.reload(isKnown ? Promise.resolve() : this.#cut());
    const { onEvent } = this.#options;
    onEvent({ type: 'write-failed', error, mutations: refused.length });
    if (this.#broken && !isKnown) onEvent({ type: 'read-only', error: this.#broken });
    for (const capture of this.#captures) capture.take({ sequence: this.#durable, bytes: this.#bytes });
    const refusal = this.#broken ? readOnlyError(this.#broken) : refusalOf(error);
    for (const entry of refused) entry.reject(refusal);
  }

  async #cut(): Promise<void> {
    try {
      await this.#file?.truncate(this.#bytes);
      await this.#file?.sync();
    } catch (error) {
      this.#broken ??= error;
    }
  }

  /**
   * Writes a journal that begins after a mutation, and gives it its name.
   *
   * @param from the byte of the present journal from which on it is taken over
   */
  async #begin(after: number, from?: number): Promise<void> {
    const { disk, snapshotPath, generation, mode } = this.#options;
    if (this.#broken) throw readOnlyError(this.#broken);
    const path = journalPath(snapshotPath);
    const temporary = `${path}.tmp`;
    const header = headerLine({ generation, after });
    let file: DiskFile | undefined;
    try {
      file = await disk.create(temporary, mode);
      file.appendSync(header);
      if (from !== undefined) await this.#copyInto(file, from);
      await file.sync();
      await disk.rename(temporary, path);
    } catch (error) {
      await file?.close().catch(() => undefined);
      await disk.remove(temporary).catch(() => undefined);
      throw error;
    }
    // Everything in it is synced: an error on closing changes nothing.
    await this.#file?.close().catch(() => undefined);
    this.#file = file;
    this.#bytes = header.length + (from === undefined ? 0 : this.#bytes - from);
    this.#isNamed = false;
    await this.#syncName().catch((error: unknown) => {
      // Where there is no room the next batch tries again before it is acknowledged.
      if (!noRoom.has(errorCode(error))) this.#broken = error;
      throw error;
    });
  }

  async #copyInto(file: DiskFile, from: number): Promise<void> {
    const reader = await this.#options.disk.openReader(journalPath(this.#options.snapshotPath));
    try {
      let left = this.#bytes - from;
      for await (const chunk of reader.chunks(from)) {
        if (left <= 0) break;
        await file.append(chunk.subarray(0, left));
        left -= chunk.length;
      }
      if (left > 0) throw new RangeError('the journal is shorter than what was written');
    } finally {
      await reader.close();
    }
  }

  async #syncName(): Promise<void> {
    await this.#options.disk.syncDirectory(this.#options.directory);
    this.#isNamed = true;
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
  if (noRoom.has(errorCode(cause))) return noRoomError(cause);
  return new AppError('UNAVAILABLE', 'Non è stato possibile salvare. Riprova tra poco.', { cause });
}

export function noRoomError(cause?: unknown): AppError {
  const sentence = 'Non è stato possibile salvare: sul disco non c’è più spazio.';
  return new AppError('UNAVAILABLE', sentence, { cause });
}
