import type { Time } from './time.ts';

/** The program's process: what an earlier one still waits for never comes. */
export function createProcess(time: Time) {
  const endings = new Set<() => void>();
  const process = {
    /** How often one was started. */
    boot: 1,
    /** Waits, then has the effect, unless the process is gone by then. */
    async later<T>(milliseconds: number, effect: () => T): Promise<T> {
      const { boot } = process;
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      return boot === process.boot ? effect() : new Promise(() => undefined);
    },
    /** Has an effect inside the process alone, in so many milliseconds or when it is killed. */
    afterwards(milliseconds: number, effect: () => void): void {
      const end = () => void (endings.delete(end) && effect());
      endings.add(end);
      setTimeout(end, milliseconds);
    },
    /**
     * Nothing that it waited for outside of itself comes any more. What it has in memory comes to rest: one real process plays
     * all of them, and a queue that never moved on would be the next one's too.
     */
    async kill(): Promise<void> {
      process.boot += 1;
      for (const end of [...endings]) end();
      await time.forgetTimers();
    },
  };
  return process;
}

export type Process = ReturnType<typeof createProcess>;
