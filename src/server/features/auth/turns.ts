import { AppError } from '#shared/errors.ts';

export interface Waiting {
  /** Goes before all others: a device on which the author has signed in before. */
  isKnown?: boolean;
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
}

/** How long a turn takes, in seconds, as a hint of when to come back. */
const turnSeconds = 0.5;

/**
 * Does one thing at a time. In each of the two lanes at most `most` may wait, and who has gone away leaves the line: strangers
 * can neither fill it for the author nor keep it busy with questions whose answer they do not read.
 *
 * The result throws AppError UNAVAILABLE when the lane is full, or its caller has gone.
 */
export function createTurns(most: number) {
  const lanes = { known: new Set<() => void>(), others: new Set<() => void>() };
  let isBusy = false;

  function wait({ isKnown = false, signal }: Waiting): Promise<void> {
    const lane = isKnown ? lanes.known : lanes.others;
    if (lane.size >= most) {
      const retryAfter = Math.ceil(most * turnSeconds);
      throw new AppError('UNAVAILABLE', `Troppi accessi insieme: riprova fra ${retryAfter} secondi.`, {
        retryAfter,
      });
    }
    return new Promise((resolve, reject) => {
      lane.add(resolve);
      const leave = () => {
        if (lane.delete(resolve)) reject(new AppError('UNAVAILABLE'));
      };
      if (signal?.aborted) leave();
      else signal?.addEventListener('abort', leave, { once: true });
    });
  }

  function passOn(): void {
    const lane = lanes.known.size > 0 ? lanes.known : lanes.others;
    const [next] = lane;
    if (!next) return void (isBusy = false);
    lane.delete(next);
    next();
  }

  return async function inTurn<T>(work: () => Promise<T>, waiting: Waiting = {}): Promise<T> {
    if (isBusy) await wait(waiting);
    isBusy = true;
    try {
      return await work();
    } finally {
      passOn();
    }
  };
}
