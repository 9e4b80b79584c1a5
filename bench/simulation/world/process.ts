import type { Time } from './time.ts';

/** The program's process: what an earlier one still waits for never comes. */
export class Process {
  /** How often one was started. */
  boot = 1;
  readonly #time: Time;
  readonly #endings = new Set<() => void>();

  constructor(time: Time) {
    this.#time = time;
  }

  /** Waits, then does it, unless the process is gone by then. */
  async later<T>(milliseconds: number, effect: () => T): Promise<T> {
    const { boot } = this;
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    if (boot !== this.boot) return new Promise(() => undefined);
    return effect();
  }

  /** Does something that only this process does, in so many milliseconds or when it is killed: what waits in its line goes on. */
  afterwards(milliseconds: number, effect: () => void): void {
    const end = () => {
      if (this.#endings.delete(end)) effect();
    };
    this.#endings.add(end);
    setTimeout(end, milliseconds);
  }

  /**
   * Nothing that it waited for outside of itself comes any more. What it has in memory comes to rest: one process of the
   * simulation's plays all of them, and a line in which somebody stands for ever would be the next one's too.
   */
  async kill(): Promise<void> {
    this.boot += 1;
    for (const end of [...this.#endings]) end();
    await this.#time.comeToRest();
    this.#time.forgetTimers();
  }
}
