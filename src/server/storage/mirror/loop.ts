import { backoff } from '../bucket/retry.ts';

interface LoopOptions {
  work: () => Promise<void>;
  /** Milliseconds from the end of one success to the next beginning, when nobody wakes it. */
  everyMs: number;
  /** After failures it waits longer and longer, at most this. */
  timeoutMs: number;
  /** What every turn ended with: `undefined` for a success. */
  onTurn: (error: unknown) => void;
}

/** Does one thing again and again, never twice at once; what goes wrong is told and tried again later. */
export class Loop {
  readonly #options: LoopOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #failures = 0;
  #woken = false;
  #stopped = false;

  constructor(options: LoopOptions) {
    this.#options = options;
    this.#sleep(0);
  }

  /** There is something to do. After failures it waits all the same: being asked does not mend a bucket. */
  wake(): void {
    this.#woken = true;
    if (this.#failures === 0 && !this.#running) this.#sleep(0);
  }

  /** Begins no further turn; resolves when the one under way is over. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #sleep(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#turn();
    }, milliseconds).unref();
  }

  async #turn(): Promise<void> {
    this.#woken = false;
    let failure: unknown;
    try {
      await this.#options.work();
      this.#failures = 0;
    } catch (error) {
      failure = error ?? new Error('unknown');
      this.#failures += 1;
    }
    this.#running = undefined;
    this.#options.onTurn(failure);
    const { everyMs, timeoutMs } = this.#options;
    if (this.#failures > 0) this.#sleep(backoff(this.#failures, 1_000, timeoutMs));
    else this.#sleep(this.#woken ? 0 : everyMs);
  }
}
