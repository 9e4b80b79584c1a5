import { withDeadline } from '#shared/with-deadline.ts';
import { ModelError } from './types.ts';

/**
 * The pieces of `source`, as long as each comes within `idleMs` milliseconds of the one before; a function is asked
 * before each piece.
 *
 * A stream that hangs would otherwise hold the reader for ever: the provider's own timeout ends with the
 * headers. When time is up the iteration throws `ModelError('interrupted')` and `abandon` is called; the source is
 * not waited for, since it may never answer.
 */
export async function* watchIdle<T>(
  source: AsyncIterable<T>,
  idleMs: number | (() => number),
  abandon: () => void,
): AsyncGenerator<T, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  let ended = false;
  try {
    for (;;) {
      const next = await orInterrupted(iterator.next(), typeof idleMs === 'number' ? idleMs : idleMs());
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
export function orInterrupted<T>(promise: Promise<T>, ms: number): Promise<T> {
  return withDeadline(promise, ms, () => {
    throw new ModelError('interrupted', `no answer for ${ms} ms`);
  });
}
