/**
 * Work that yields wherever it may be interrupted: run to its end at once, or in slices between which other work has its
 * turn, it does the same.
 */
export type Task<T> = Generator<void, T, void>;

/** Runs the task to its end at once. */
export function runNow<T>(task: Task<T>): T {
  for (;;) {
    const step = task.next();
    if (step.done) return step.value;
  }
}

/**
 * Runs the task for at most `sliceMs` milliseconds at a time, and lets the event loop turn in between.
 *
 * Rejects with the signal's reason when it is aborted between two slices.
 */
export async function runInSlices<T>(task: Task<T>, signal?: AbortSignal, sliceMs = 4): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    const until = performance.now() + sliceMs;
    do {
      const step = task.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
