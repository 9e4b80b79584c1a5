import type { ChatReplyEvent, StoredChatMessage } from '#shared/contracts/chat.ts';
import { AppError } from '#shared/errors.ts';

/**
 * An append-only list of events; every iteration reads it from the beginning and waits at its end. A reader that disconnects
 * neither stops nor slows the writer.
 */
export function createEventLog<T>() {
  const events: T[] = [];
  let ended: { error?: unknown; failed: boolean } | undefined;
  const waiting = new Set<() => void>();

  const wakeReaders = () => {
    for (const wake of waiting) wake();
    waiting.clear();
  };

  return {
    push(event: T): void {
      events.push(event);
      wakeReaders();
    },
    end(): void {
      ended = { failed: false };
      wakeReaders();
    },
    /** After it, every iteration throws `error` past the last event. */
    fail(error: unknown): void {
      ended = { failed: true, error };
      wakeReaders();
    },
    async *[Symbol.asyncIterator](): AsyncGenerator<T> {
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

/** One question of a reader and its reply, from sending to the end. */
export interface ReplyJob {
  question: StoredChatMessage;
  events: ReturnType<typeof createEventLog<ChatReplyEvent>>;
  stop: AbortController;
  /** The level the reply is written at; none while the question waits. */
  level?: number;
}

export type ReplyJobs = ReturnType<typeof createReplyJobs>;

/** A queue of replies for each reader, worked off one at a time. */
export function createReplyJobs(asFailure: (error: unknown) => unknown) {
  const queues = new Map<string, { jobs: ReplyJob[]; end: Promise<void> }>();

  return {
    /** The reader's jobs, the one being answered first. */
    of: (readerId: string): readonly ReplyJob[] => queues.get(readerId)?.jobs ?? [],
    /** Runs `task` once the reader's earlier jobs are over. A failure ends the job's events with it. */
    add(readerId: string, question: StoredChatMessage, task: (job: ReplyJob) => Promise<void>): ReplyJob {
      const queue = queues.get(readerId) ?? { jobs: [], end: Promise.resolve() };
      const job: ReplyJob = {
        question,
        events: createEventLog<ChatReplyEvent>(),
        stop: new AbortController(),
      };
      queue.jobs.push(job);
      queues.set(readerId, queue);
      queue.end = queue.end.then(async () => {
        try {
          await task(job);
          job.events.end();
        } catch (error) {
          job.events.fail(asFailure(error));
        } finally {
          queue.jobs.splice(queue.jobs.indexOf(job), 1);
          if (queue.jobs.length === 0) queues.delete(readerId);
        }
      });
      return job;
    },
    /** Jobs of all readers, queued ones included. */
    get active() {
      return [...queues.values()].reduce((sum, { jobs }) => sum + jobs.length, 0);
    },
    /** Resolves when the reader's queue, or every queue, is empty. */
    async settled(readerId?: string): Promise<void> {
      for (;;) {
        const settling = readerId === undefined ? [...queues.values()] : [queues.get(readerId)];
        const ends = settling.flatMap((queue) => queue?.end ?? []);
        if (ends.length === 0) return;
        await Promise.all(ends);
      }
    },
  };
}

/** How many replies may be written at once over the whole site, and how many may wait for a place. */
export interface ReplySlotsOptions {
  places: number;
  queue: number;
}

/** A bounded semaphore: a thousand readers at once must not become a thousand calls to the provider. */
export function createReplySlots({ places, queue }: ReplySlotsOptions) {
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
    /**
     * @param isStranger has no code: a quarter of the queue is kept from them
     * @throws AppError UNAVAILABLE when the queue is full: called before anything of the message is stored
     */
    refuseIfFull(isStranger = false): void {
      const waiting = readers.length + strangers.length;
      if (occupied < places || waiting < (isStranger ? queueOfStrangers : queue)) return;
      throw new AppError(
        'UNAVAILABLE',
        'In questo momento gli stanno scrivendo in troppi. Il messaggio non è partito: riprova fra un minuto.',
        { retryAfter: 30 },
      );
    },
    /**
     * Resolves with what gives the place back, in the order of the calls, strangers behind readers with a code: whoever fills the queue
     * from many addresses keeps no reader waiting. Rejects when `signal` aborts before.
     */
    enter(signal: AbortSignal, isStranger = false): Promise<() => void> {
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

/**
 * @returns a call that resolves in a turn of the event loop that no other caller shares. Replies that wait for the same sync of the
 *   journal would otherwise all continue in one turn, and block every other request for as long as they take together.
 */
export function createYieldToEventLoop(): () => Promise<void> {
  let previousTurn: Promise<void> = Promise.resolve();
  return () => {
    previousTurn = previousTurn.then(() => new Promise((resolve) => setImmediate(resolve)));
    return previousTurn;
  };
}
