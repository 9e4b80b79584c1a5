/** An append-only list of events; every iteration reads it from the beginning and waits at its end. */
export interface EventLog<T> extends AsyncIterable<T> {
  push(event: T): void;
  end(): void;
  /** After it, every iteration throws `error` past the last event. */
  fail(error: unknown): void;
}

/** Decouples writer and readers: a reader that disconnects neither stops nor slows the writer. */
export function createEventLog<T>(): EventLog<T> {
  const events: T[] = [];
  let ended: { error?: unknown; failed: boolean } | undefined;
  const waiting = new Set<() => void>();

  const wakeReaders = () => {
    for (const wake of waiting) wake();
    waiting.clear();
  };

  return {
    push(event) {
      events.push(event);
      wakeReaders();
    },
    end() {
      ended = { failed: false };
      wakeReaders();
    },
    fail(error) {
      ended = { failed: true, error };
      wakeReaders();
    },
    async *[Symbol.asyncIterator]() {
      for (let at = 0; ;) {
        const event = events[at];
        if (at < events.length) {
          at += 1;
          yield event as T;
        } else if (ended) {
          if (ended.failed) throw ended.error;
          return;
        } else {
          await new Promise<void>((resolve) => waiting.add(resolve));
        }
      }
    },
  };
}
