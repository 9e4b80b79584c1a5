import { AppError } from '#shared/errors.ts';

/** How many replies may be written at once over the whole site, and how many may wait for a place. */
export interface ReplyQueueOptions {
  places: number;
  queue: number;
}

export interface ReplyQueue {
  /** @throws AppError UNAVAILABLE when the queue is full: called before anything of the message is stored */
  refuseIfFull(): void;
  /** Resolves with what gives the place back, in the order of the calls; rejects when `signal` aborts before. */
  enter(signal: AbortSignal): Promise<() => void>;
}

/**
 * A thousand readers of a book club that meet on one evening must not become a thousand calls to the provider: those past the
 * places wait in line, and past the line are told so.
 */
export function createReplyQueue({ places, queue }: ReplyQueueOptions): ReplyQueue {
  let inside = 0;
  const line: (() => void)[] = [];

  function leave(): void {
    inside -= 1;
    line.shift()?.();
  }

  function take(): () => void {
    inside += 1;
    let left = false;
    return () => {
      if (!left) leave();
      left = true;
    };
  }

  return {
    refuseIfFull() {
      if (inside < places || line.length < queue) return;
      throw new AppError(
        'UNAVAILABLE',
        'In questo momento gli stanno scrivendo in troppi. Il messaggio non è partito: riprova fra un minuto.',
        { retryAfter: 30 },
      );
    },
    enter(signal) {
      if (inside < places) return Promise.resolve(take());
      return new Promise((resolve, reject) => {
        const next = () => {
          signal.removeEventListener('abort', giveUp);
          resolve(take());
        };
        const giveUp = () => {
          line.splice(line.indexOf(next), 1);
          reject(new Error('gave up waiting'));
        };
        signal.addEventListener('abort', giveUp, { once: true });
        line.push(next);
      });
    },
  };
}
