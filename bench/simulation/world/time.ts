import { install } from '@sinonjs/fake-timers';

const { setImmediate: nextTurn } = globalThis;

/** Turns of the event loop after which all that needs no timer is done: nothing here waits for the machine. */
const turns = 2;
const restRounds = 20;

/** The simulated time: it passes only when it is told to, and every timer of the program is one of its own. */
export function startTime(startMs: number) {
  const clock = install({ now: startMs, toNotFake: ['nextTick', 'queueMicrotask', 'hrtime', 'Intl'] });

  /** Does all that can be done without time passing. */
  async function settle(): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => nextTurn(resolve));
  }

  /** Lets time pass until the promise is settled, or so much of it is over. @returns whether it was settled */
  async function until(promise: Promise<unknown>, mostMs: number): Promise<boolean> {
    let isSettled = false;
    const settled = () => (isSettled = true);
    promise.then(settled, settled);
    const end = clock.now + mostMs;
    for (;;) {
      await settle();
      if (isSettled) return true;
      if (clock.now >= end || clock.countTimers() === 0) return false;
      clock.next();
    }
  }

  return {
    get now(): number {
      return clock.now;
    },
    until,
    pass: (ms: number) => until(new Promise((resolve) => setTimeout(resolve, ms)), Infinity),
    /** Somebody sets the machine's clock. */
    jump: (ms: number) => clock.setSystemTime(clock.now + ms),
    /** Does what is due now and what follows of it at once, then forgets every timer: the process is gone. */
    async forgetTimers(): Promise<void> {
      for (let round = 0; round < restRounds; round += 1) {
        await settle();
        clock.tick(0);
      }
      await settle();
      // Made anew with the next timer.
      Object.assign(clock, { timers: undefined, timerHeap: undefined });
    },
    end: () => clock.uninstall(),
  };
}

export type Time = ReturnType<typeof startTime>;
