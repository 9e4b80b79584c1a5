import { Worker } from 'node:worker_threads';
import type { PublicBook } from '#shared/contracts/book.ts';
import type { DrawPages } from '../features/book/book.service.ts';

export interface PageDrawer {
  draw: DrawPages;
  close(): Promise<void>;
}

/** How long the thread waits for another order before it gives its memory back. */
const idleMilliseconds = 60_000;
const longestMilliseconds = 60_000;

interface Waiting {
  resolve(pages: Record<string, string>): void;
  reject(error: Error): void;
}

/** Draws pages in a thread of its own, which is there only while somebody wants a page. @param script the built `draw-worker` */
export function openPageDrawer(script: URL): PageDrawer {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let orders = 0;

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const stopped = worker;
    worker = undefined;
    await stopped?.terminate();
  }

  function start(): Worker {
    const started = new Worker(script);
    started.unref();
    started.on(
      'message',
      ({ id, pages, failure }: { id: number; pages?: Record<string, string>; failure?: string }) => {
        const order = waiting.get(id);
        waiting.delete(id);
        if (pages) order?.resolve(pages);
        else order?.reject(new Error(failure));
        if (waiting.size === 0) idle = setTimeout(() => void stop(), idleMilliseconds).unref();
      },
    );
    const fail = (error: Error) => {
      if (worker === started) worker = undefined;
      for (const order of waiting.values()) order.reject(error);
      waiting.clear();
    };
    started.on('error', fail);
    started.on('exit', () => fail(new Error('the thread that draws pages ended')));
    return started;
  }

  return {
    draw(book: PublicBook, paths) {
      clearTimeout(idle);
      worker ??= start();
      const id = (orders += 1);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(id);
          reject(new Error('drawing the pages took too long'));
          void stop();
        }, longestMilliseconds);
        const settle =
          <T>(end: (value: T) => void) =>
          (value: T) => {
            clearTimeout(timer);
            end(value);
          };
        waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
        worker?.postMessage({ id, book, paths });
      });
    },
    close: stop,
  };
}
