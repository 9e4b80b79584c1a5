import { install } from '@sinonjs/fake-timers';

const { setImmediate: nextTurn } = globalThis;

/** Turns of the event loop after which all that needs no timer has been done: nothing here waits for the machine. */
const turns = 2;
const restRounds = 20;

/** What is due, as the clock keeps it. */
export interface Timers {
  timers?: Map<number, { callAt: number }> | undefined;
  timerHeap?: unknown;
}

/** The time of the simulated world: it passes only when it is told to, and every timer of the program is one of its own. */
export class Time {
  readonly #clock;

  constructor(startMs: number) {
    this.#clock = install({
      now: startMs,
      toFake: [
        'setTimeout',
        'clearTimeout',
        'setInterval',
        'clearInterval',
        'setImmediate',
        'clearImmediate',
        'Date',
        'performance',
      ],
    });
  }

  get now(): number {
    return this.#clock.now;
  }

  /** Does all that can be done without time passing. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => nextTurn(resolve));
  }

  /** Lets so much time pass, timer by timer. */
  async pass(milliseconds: number): Promise<void> {
    await this.until(new Promise((resolve) => setTimeout(resolve, milliseconds)), Infinity);
  }

  /** Lets time pass until the promise is settled, or so much of it is over. @returns whether it was settled */
  async until(promise: Promise<unknown>, mostMs: number): Promise<boolean> {
    let isSettled = false;
    promise.then(
      () => (isSettled = true),
      () => (isSettled = true),
    );
    const end = this.#clock.now + mostMs;
    for (;;) {
      await this.settle();
      if (isSettled) return true;
      if (this.#clock.now >= end || this.#clock.countTimers() === 0) return false;
      this.#clock.next();
    }
  }

  /** Does what is due now, and what follows of it at once. */
  async comeToRest(): Promise<void> {
    for (let round = 0; round < restRounds; round += 1) {
      await this.settle();
      this.#clock.tick(0);
    }
    await this.settle();
  }

  /** The process is gone, and what it was waiting for with it. */
  forgetTimers(): void {
    this.layTimersAside();
  }

  /** The machine stands still. @returns what its programs were waiting for */
  layTimersAside(): Timers {
    const { timers, timerHeap } = this.#clock as Timers;
    // Made anew with the next timer.
    Object.assign(this.#clock, { timers: undefined, timerHeap: undefined });
    return { timers, timerHeap };
  }

  /** The machine goes on: what was due meanwhile is due now. There must be no other timers. */
  takeUpTimers(timers: Timers): void {
    for (const timer of timers.timers?.values() ?? []) timer.callAt = Math.max(timer.callAt, this.now);
    Object.assign(this.#clock, timers);
  }

  /** Somebody sets the machine's clock. */
  jump(milliseconds: number): void {
    this.#clock.setSystemTime(this.#clock.now + milliseconds);
  }

  end(): void {
    this.#clock.uninstall();
  }
}
