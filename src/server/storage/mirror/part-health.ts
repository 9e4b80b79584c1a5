import { BucketError } from '../bucket/types.ts';

export type MirrorPart = 'database' | 'sign' | 'files' | 'cleaning';

/** Which parts of the mirror are failing, told once when they begin to and once when they no longer do. */
export class PartHealth {
  readonly #onEvent: (event: Record<string, unknown>, message: string) => void;
  readonly #troubles = new Map<MirrorPart, unknown>();
  #lastSuccess: Date | undefined;

  constructor(onEvent: (event: Record<string, unknown>, message: string) => void) {
    this.#onEvent = onEvent;
  }

  get isFailing(): boolean {
    return this.#troubles.size > 0;
  }

  get lastSuccess(): Date | undefined {
    return this.#lastSuccess;
  }

  /** The sentence that the author reads of the oldest trouble. */
  get lastError(): string | undefined {
    if (!this.isFailing) return undefined;
    const [error] = this.#troubles.values();
    if (error instanceof BucketError) return error.message;
    return 'La copia nel bucket non riesce: il registro del sito dice perché.';
  }

  /**
   * @param error what a turn ended with: `undefined` for a success
   * @param didWork whether a success says anything: a turn without permission to write does nothing
   */
  note(part: MirrorPart, error: unknown, didWork: boolean): void {
    if (error) {
      if (!this.#troubles.has(part)) this.#onEvent({ part, err: error }, 'the mirror is in trouble');
      this.#troubles.set(part, error);
      return;
    }
    if (didWork) this.#lastSuccess = new Date();
    if (this.#troubles.delete(part)) this.#onEvent({ part }, 'the mirror is well again');
  }
}
