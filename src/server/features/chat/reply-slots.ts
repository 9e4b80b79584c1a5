import { AppError } from '#shared/errors.ts';

/** How many replies may be written at once over the whole site, and how many may wait for a place. */
export interface ReplySlotsOptions {
  places: number;
  queue: number;
}

export interface ReplySlots {
  /** @throws AppError UNAVAILABLE when the queue is full: called before anything of the message is stored */
  refuseIfFull(): void;
  /** Resolves with what gives the place back, in the order of the calls; rejects when `signal` aborts before. */
  enter(signal: AbortSignal): Promise<() => void>;
}

/** A bounded semaphore: a thousand readers at once must not become a thousand calls to the provider. */
export function createReplySlots({ places, queue }: ReplySlotsOptions): ReplySlots {
  let occupied = 0;
  const waiting: (() => void)[] = [];

  function release(): void {
    occupied -= 1;
    waiting.shift()?.();
  }

  function occupy(): () => void {
    occupied += 1;
    let released = false;
    return () => {
      if (!released) release();
      released = true;
    };
  }

  return {
    refuseIfFull() {
      if (occupied < places || waiting.length < queue) return;
      throw new AppError(
        'UNAVAILABLE',
        'In questo momento gli stanno scrivendo in troppi. Il messaggio non è partito: riprova fra un minuto.',
        { retryAfter: 30 },
      );
    },
    enter(signal) {
      if (occupied < places) return Promise.resolve(occupy());
      return new Promise((resolve, reject) => {
        const next = () => {
          signal.removeEventListener('abort', giveUp);
          resolve(occupy());
        };
        const giveUp = () => {
          waiting.splice(waiting.indexOf(next), 1);
          reject(new Error('gave up waiting'));
        };
        signal.addEventListener('abort', giveUp, { once: true });
        waiting.push(next);
      });
    },
  };
}
