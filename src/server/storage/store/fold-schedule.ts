import type { JournalAdapter } from './adapter.ts';

/** What the schedule needs of the adapter, whose `write` folds. */
type Foldable = Pick<
  JournalAdapter,
  'unfolded' | 'journalBytes' | 'snapshotBytes' | 'foldMilliseconds' | 'write'
>;

const idleMilliseconds = 3_000;
const overdueMilliseconds = 60_000;
const retryMilliseconds = 30_000;
const journalBytes = 8 * 1024 * 1024;

/** Folding may take this share of the time at most, so that a large database is not rewritten all day. */
const timesTheFold = 20;
/** Nor may a fold write more than this many times what the journal holds. */
const timesTheJournal = 2;

/**
 * When to fold by ourselves: some seconds after the last mutation, at the latest a minute after the first, and as soon as
 * the journal is large. All three grow with the database, since folding rewrites it whole.
 */
export class FoldSchedule {
  readonly #target: Foldable;
  #timer: NodeJS.Timeout | undefined;
  #first = 0;
  #last = 0;
  #folding = false;
  #notBefore = 0;
  #stopped = false;

  constructor(target: Foldable) {
    this.#target = target;
  }

  /** To be called after every mutation. */
  mutated(): void {
    this.#last = performance.now();
    if (this.#timer === undefined && !this.#folding) {
      this.#first = this.#last;
      this.#wake(idleMilliseconds);
    }
    const { journalBytes: written, snapshotBytes } = this.#target;
    if (written > Math.max(journalBytes, snapshotBytes / timesTheJournal)) void this.#fold();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #wake(after: number): void {
    this.#timer = setTimeout(() => this.#foldIfDue(), Math.max(after, 10)).unref();
  }

  #foldIfDue(): void {
    this.#timer = undefined;
    if (this.#stopped || !this.#target.unfolded) return;
    const patience = timesTheFold * this.#target.foldMilliseconds;
    const due = Math.max(
      Math.min(
        this.#last + Math.max(idleMilliseconds, patience),
        this.#first + Math.max(overdueMilliseconds, patience),
      ),
      this.#notBefore,
    );
    const now = performance.now();
    if (now >= due) void this.#fold();
    else this.#wake(due - now);
  }

  async #fold(): Promise<void> {
    if (this.#folding || this.#stopped || performance.now() < this.#notBefore) return;
    this.#folding = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const began = performance.now();
    try {
      await this.#target.write();
      this.#notBefore = 0;
    } catch {
      // Told as an event by the adapter; the journal keeps everything meanwhile.
      this.#notBefore = performance.now() + retryMilliseconds;
    } finally {
      this.#folding = false;
    }
    if (this.#stopped || !this.#target.unfolded) return;
    this.#first = began;
    this.#wake(idleMilliseconds);
  }
}
