import { AppError } from '#shared/errors.ts';
import { withDeadline } from '#shared/with-deadline.ts';

export type MaintenanceGate = ReturnType<typeof createMaintenanceGate>;

/** How long a call that is under way may take to end: a reader's takes milliseconds, an upload of the author's does not. */
const drainMilliseconds = 10_000;

/**
 * Lets calls through, and can be closed while something is done that none of them may see half of: those inside finish
 * first, those outside are refused with a sentence and a time to come back.
 */
export function createMaintenanceGate() {
  let inside = 0;
  let closed = false;
  let onEmpty: (() => void) | undefined;

  return {
    /** @throws AppError UNAVAILABLE while it is closed */
    async enter<T>(call: () => Promise<T>): Promise<T> {
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

    /**
     * Closes, waits until no call is inside, works, opens again.
     *
     * @throws AppError UNAVAILABLE when it is closed already, or when a call does not end in time: then nothing was done
     */
    async runExclusively<T>(work: () => Promise<T>): Promise<T> {
      if (closed) throw new AppError('UNAVAILABLE', 'Un ripristino è già in corso.');
      closed = true;
      try {
        const whenEmpty = new Promise<void>((resolve) => (inside === 0 ? resolve() : (onEmpty = resolve)));
        await withDeadline(whenEmpty, drainMilliseconds, () => {
          throw new AppError(
            'UNAVAILABLE',
            'Un’altra operazione non è ancora finita (forse un caricamento): riprova quando lo è. Non è cambiato nulla.',
          );
        });
        return await work();
      } finally {
        closed = false;
        onEmpty = undefined;
      }
    },
  };
}
