import { ModelError } from './types.ts';

/**
 * The pieces of `source`, as long as each comes within `idleMs` milliseconds of the one before.
 *
 * A stream that hangs would otherwise hold the reader for ever: the provider's own timeout ends with the
 * headers. When time is up the iteration throws `ModelError('interrupted')` and `abandon` is called; the source is
 * not waited for, since it may never answer.
 */
export async function* watched<T>(
  source: AsyncIterable<T>,
  idleMs: number,
  abandon: () => void,
): AsyncGenerator<T, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  let ended = false;
  try {
    for (;;) {
      const next = await inTime(iterator.next(), idleMs);
      if (next.done) {
        ended = true;
        return;
      }
      yield next.value;
    }
  } finally {
    if (!ended) {
      abandon();
      void iterator.return?.().catch(() => undefined);
    }
  }
}

/** `promise`, or `ModelError('interrupted')` after `ms` milliseconds. */
export async function inTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ModelError('interrupted', `no answer for ${ms} ms`)), ms);
  });
  // Whoever loses the race may still fail later; that failure has been replaced and must not be unhandled.
  promise.catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
