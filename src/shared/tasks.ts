/** Interruptible work: yields where other work may run in between; the result is the same as in one run. */
export type Task<T> = Generator<void, T, void>;

export function runNow<T>(task: Task<T>): T {
  for (;;) {
    const step = task.next();
    if (step.done) return step.value;
  }
}

/**
 * Runs the task for at most `sliceMs` milliseconds at a time and yields to the event loop in between.
 *
 * @throws the signal's reason when it is aborted between two slices
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
