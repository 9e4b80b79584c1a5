import { AppError } from '#shared/errors.ts';

/** How many replies may be written at once over the whole site, and how many may wait for a place. */
export interface ReplySlotsOptions {
  places: number;
  queue: number;
}

export interface ReplySlots {
  /**
   * @param isStranger has no code: a quarter of the queue is kept from them
   * @throws AppError UNAVAILABLE when the queue is full: called before anything of the message is stored
   */
  refuseIfFull(isStranger?: boolean): void;
  /**
   * Resolves with what gives the place back, in the order of the calls, strangers behind readers with a code: whoever fills the queue
   * from many addresses keeps no reader waiting. Rejects when `signal` aborts before.
   */
  enter(signal: AbortSignal, isStranger?: boolean): Promise<() => void>;
}

/** A bounded semaphore: a thousand readers at once must not become a thousand calls to the provider. */
export function createReplySlots({ places, queue }: ReplySlotsOptions): ReplySlots {
  let occupied = 0;
  const readers: (() => void)[] = [];
  const strangers: (() => void)[] = [];
  const queueOfStrangers = Math.ceil(queue * 0.75);

  function release(): void {
    occupied -= 1;
    (readers.shift() ?? strangers.shift())?.();
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
    refuseIfFull(isStranger = false) {
      const waiting = readers.length + strangers.length;
      if (occupied < places || waiting < (isStranger ? queueOfStrangers : queue)) return;
      throw new AppError(
        'UNAVAILABLE',
        'In questo momento gli stanno scrivendo in troppi. Il messaggio non è partito: riprova fra un minuto.',
        { retryAfter: 30 },
      );
    },
    enter(signal, isStranger = false) {
      if (occupied < places) return Promise.resolve(occupy());
      const waiting = isStranger ? strangers : readers;
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
