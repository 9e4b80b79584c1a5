import { setTimeout as delay } from 'node:timers/promises';

/**
 * How long to wait before the next attempt: doubling from `base` up to `most`, the upper half of it random, so that what
 * failed together does not come back together. Milliseconds.
 *
 * @param failures how many attempts have failed in a row, from 1
 */
export function backoff(failures: number, base: number, most: number, random = Math.random): number {
  const full = Math.min(most, base * 2 ** Math.min(failures - 1, 30));
  return full / 2 + (random() * full) / 2;
}

/** Tries until it succeeds, the error is not transient, or `attempts` are used up. */
export async function retry<T>(
  attempts: number,
  isTransient: (error: unknown) => boolean,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (failures >= attempts || !isTransient(error)) throw error;
      // Keeps the process alive: a command that waits for its bucket has nothing else that does, and would end as if done.
      await delay(backoff(failures, 200, 2_000));
    }
  }
}
