import { setTimeout } from 'node:timers/promises';
import { AppError } from '#shared/errors.ts';
import { ModelError } from '#server/model/types.ts';

/** Milliseconds until the next attempt after so many failures in a row, or `undefined` to give up. */
export type RetryDelay = (error: unknown, failures: number) => number | undefined;

const minute = 60_000;
/** A service that asks for a longer wait is not waited for: the author is told. */
const longestWait = 3 * minute;

/**
 * A spent rate limit is waited for as long as the service says, a broken connection is tried again twice, what only the
 * author can mend is not tried again.
 */
export const retryDelay: RetryDelay = (error, failures) => {
  // The database is being replaced, or the disk is full: the first is over in a moment.
  if (error instanceof AppError && error.code === 'UNAVAILABLE') return failures > 3 ? undefined : 2_000;
  if (!(error instanceof ModelError)) return undefined;
  switch (error.failure) {
    case 'rate-limited': {
      const wait = Math.max(1_000, error.retryAfterMs ?? Math.min(minute, 10_000 * 2 ** (failures - 1)));
      return failures > 6 || wait > longestWait ? undefined : wait;
    }
    case 'interrupted':
    case 'unreachable':
      return failures > 2 ? undefined : 2_000 * 4 ** (failures - 1);
    default:
      return undefined;
  }
};

interface WorkerOptions<Task> {
  next(): Task | undefined;
  work(task: Task, signal: AbortSignal): Promise<void>;
  delayBefore?: RetryDelay;
  /** Called when a task failed for good; the worker stops there. */
  onGiveUp(error: unknown, task: Task): void;
  onFinished(): void;
  clock: () => number;
}

/** Works off what `next` gives in the background, one task at a time, a failed one again after its delay. */
export function createWorker<Task>({
  next,
  work,
  delayBefore = retryDelay,
  onGiveUp,
  onFinished,
  clock,
}: WorkerOptions<Task>) {
  let running: Promise<void> | undefined;
  let controller = new AbortController();
  let current: Task | undefined;
  let waitsUntil: number | undefined;
  let gaveUp = false;

  async function workAll(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      let task: Task | undefined;
      try {
        task = next();
        if (!task) break;
        current = task;
        await work(task, signal);
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        const delay = delayBefore(error, failures);
        if (delay === undefined) {
          gaveUp = true;
          // Where not even the next task can be told, there is none to give up.
          if (task) onGiveUp(error, task);
          return;
        }
        waitsUntil = clock() + delay;
        await setTimeout(delay, undefined, { signal }).catch(() => undefined);
        waitsUntil = undefined;
      } finally {
        current = undefined;
      }
    }
    if (!signal.aborted) onFinished();
  }

  function start(): void {
    gaveUp = false;
    if (running) return;
    controller = new AbortController();
    const { signal } = controller;
    // In a later turn: the call that started the worker is answered before the work begins.
    running = setTimeout()
      .then(() => workAll(signal))
      .finally(() => {
        waitsUntil = undefined;
        running = undefined;
        // What came while the last look was being taken.
        if (!signal.aborted && !gaveUp && next()) start();
      });
  }

  return {
    start,
    /** Drops the task under way; resolves when nothing runs any more. */
    async halt(): Promise<void> {
      controller.abort();
      await running?.catch(() => undefined);
    },
    status: () => ({ isRunning: running !== undefined, current, waitsUntil }),
  };
}
