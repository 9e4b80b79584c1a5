import { fileURLToPath } from 'node:url';
import workerpool, { type Pool } from 'workerpool';
import type { DrawArticle } from '../features/articles/articles.service.ts';
import type { DrawPages } from '../features/book/book.service.ts';

export interface PageDrawer {
  draw: DrawPages;
  drawArticle: DrawArticle;
  close(): Promise<void>;
}

/** How long the thread waits for another order before it gives its memory back. */
const idleMilliseconds = 60_000;
const longestMilliseconds = 60_000;

/** Draws pages in a thread of its own, which is there only while somebody wants a page. @param script the built `draw-worker` */
export function openPageDrawer(script: URL): PageDrawer {
  let pool: Pool | undefined;
  let orders = 0;
  let idle: NodeJS.Timeout | undefined;

  async function close(): Promise<void> {
    clearTimeout(idle);
    const ending = pool;
    pool = undefined;
    await ending?.terminate(true);
  }

  async function order<Drawn>(method: string, input: unknown[]): Promise<Drawn> {
    clearTimeout(idle);
    orders += 1;
    pool ??= workerpool.pool(fileURLToPath(script), { workerType: 'thread', maxWorkers: 1 });
    try {
      return (await pool.exec(method, input).timeout(longestMilliseconds)) as Drawn;
    } finally {
      orders -= 1;
      if (orders === 0) idle = setTimeout(() => void close(), idleMilliseconds).unref();
    }
  }

  return {
    draw: (...input) => order('draw', input),
    drawArticle: (...input) => order('drawArticle', input),
    close,
  };
}
