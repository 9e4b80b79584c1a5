import { AppError } from '#shared/errors.ts';

/**
 * Lets calls through, and can be closed while something is done that none of them may see half of: those inside finish
 * first, those outside are refused with a sentence and a time to come back.
 */
export interface MaintenanceGate {
  /** @throws AppError UNAVAILABLE while it is closed */
  enter<T>(call: () => Promise<T>): Promise<T>;
  /**
   * Closes, waits until no call is inside, works, opens again.
   *
   * @throws AppError UNAVAILABLE when it is closed already, or when a call does not end in time: then nothing was done
   */
  runExclusively<T>(work: () => Promise<T>): Promise<T>;
}

/** How long a call that is under way may take to end: a reader's takes milliseconds, an upload of the author's does not. */
const drainMilliseconds = 10_000;

export function createMaintenanceGate(): MaintenanceGate {
  let inside = 0;
  let closed = false;
  let onEmpty: (() => void) | undefined;

  function drain(): Promise<boolean> {
    if (inside === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), drainMilliseconds);
      onEmpty = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  return {
    async enter(call) {
      if (closed) {
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

    async runExclusively(work) {
      if (closed) throw new AppError('UNAVAILABLE', 'Un ripristino è già in corso.');
      closed = true;
      try {
        if (!(await drain())) {
          throw new AppError(
            'UNAVAILABLE',
            'Un’altra operazione non è ancora finita (forse un caricamento): riprova quando lo è. Non è cambiato nulla.',
          );
        }
        return await work();
      } finally {
        closed = false;
        onEmpty = undefined;
      }
    },
  };
}
