/** Events written once and read from the beginning by whoever iterates, now or later, or by nobody. */
export interface Replay<T> extends AsyncIterable<T> {
  push(event: T): void;
  end(): void;
  /** After it, the iteration throws `error` once it has given the events so far. */
  fail(error: unknown): void;
}

/**
 * Separates who writes from who reads: a reader that goes away neither stops nor slows the writer. The
 * events of one reply are few and short, so they are kept until the last reference goes.
 */
export function replay<T>(): Replay<T> {
  const events: T[] = [];
  let over: { error?: unknown; failed: boolean } | undefined;
  const waiting = new Set<() => void>();

  const changed = () => {
    for (const wake of waiting) wake();
    waiting.clear();
  };

  return {
    push(event) {
      events.push(event);
      changed();
    },
    end() {
      over = { failed: false };
      changed();
    },
    fail(error) {
      over = { failed: true, error };
      changed();
    },
    async *[Symbol.asyncIterator]() {
      for (let at = 0; ;) {
        const event = events[at];
        if (at < events.length) {
          at += 1;
          yield event as T;
        } else if (over) {
          if (over.failed) throw over.error;
          return;
        } else {
          await new Promise<void>((resolve) => waiting.add(resolve));
        }
      }
    },
  };
}
