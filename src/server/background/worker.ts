import { setTimeout } from 'node:timers/promises';
import type { RetryDelay } from './retry-delay.ts';

export interface WorkerOptions<Task> {
  next(): Task | undefined;
  work(task: Task, signal: AbortSignal): Promise<void>;
  delayBefore: RetryDelay;
  /** Called when a task failed for good; the worker stops there. */
  onGiveUp(error: unknown, task: Task): void;
  onFinished(): void;
  clock: () => number;
}

/** Works off what `next` gives in the background, one task at a time, a failed one again after its delay. */
export function createWorker<Task>({
  next,
  work,
  delayBefore,
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
    for (let task = next(); task && !signal.aborted; task = next()) {
      try {
        current = task;
        await work(task, signal);
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        const delay = delayBefore(error, failures);
        if (delay === undefined) {
          gaveUp = true;
          return onGiveUp(error, task);
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
