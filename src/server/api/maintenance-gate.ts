import { AppError } from '#shared/errors.ts';

/**
 * Lets calls through, and can be stopped while something is done that none of them may see half of: those inside finish
 * first, those outside are refused with a sentence and a time to come back.
 */
export interface Turnstile {
  /** @throws AppError UNAVAILABLE while it is stopped */
  pass<T>(call: () => Promise<T>): Promise<T>;
  /**
   * Stops, waits until nobody is inside, works, opens again.
   *
   * @throws AppError UNAVAILABLE when it is stopped already, or when somebody does not come out: then nothing was done
   */
  stopFor<T>(work: () => Promise<T>): Promise<T>;
}

/** How long a call that is under way may take to end: a reader's takes milliseconds, an upload of the author's does not. */
const patienceMilliseconds = 10_000;

export function createTurnstile(patience: number = patienceMilliseconds): Turnstile {
  let inside = 0;
  let stopped = false;
  let onEmpty: (() => void) | undefined;

  function empty(): Promise<boolean> {
    if (inside === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), patience);
      onEmpty = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  return {
    async pass(call) {
      if (stopped) {
        throw new AppError('UNAVAILABLE', 'Il sito sta tornando a un backup: riprova fra qualche secondo.', {
          retryAfter: 2,
        });
      }
      inside += 1;
      try {
        return await call();
      } finally {
        inside -= 1;
        if (inside === 0) onEmpty?.();
      }
    },

    async stopFor(work) {
      if (stopped) throw new AppError('UNAVAILABLE', 'Un ripristino è già in corso.');
      stopped = true;
      try {
        if (!(await empty())) {
          throw new AppError(
            'UNAVAILABLE',
            'Un’altra operazione non è ancora finita (forse un caricamento): riprova quando lo è. Non è cambiato nulla.',
          );
        }
        return await work();
      } finally {
        stopped = false;
        onEmpty = undefined;
      }
    },
  };
}
