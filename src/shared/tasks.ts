/**
 * A piece of work that yields where it may be interrupted. Drained at once, or in slices between which everything else has
 * its turn: the same code either way.
 */
export type Steps<T> = Generator<void, T, void>;

/** The result, at once. */
export function drained<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * The result, computed at most `sliceMs` milliseconds at a time.
 *
 * Rejects with the signal's reason when it is aborted between two slices.
 */
export async function inSlices<T>(steps: Steps<T>, signal?: AbortSignal, sliceMs = 4): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    const until = performance.now() + sliceMs;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
