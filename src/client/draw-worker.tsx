import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import type { PublicBook } from '../shared/contracts/book.ts';
import { originMark } from '../shared/pages.ts';
import { drawSite, pagesOf, setPage } from './prerender.tsx';

/** What the server asks of this thread: all pages of a book, or the one at a path as it is looked at in the panel. */
interface Order {
  id: number;
  book: PublicBook;
  paths: readonly string[] | undefined;
}

/** The files of the build, before any book was set into them. */
const read = (file: string) => readFile(new URL(file, import.meta.url), 'utf8');

async function draw({ book, paths }: Order): Promise<Record<string, string>> {
  if (!paths) return drawSite(read, book);
  const pages: Record<string, string> = {};
  for (const { name, path } of pagesOf(book))
    if (paths.includes(path))
      pages[path] = stillPage(await setPage(await read(`pages/${name}.html`), path, book));
  return pages;
}

/** Looked at in the panel no script runs; what stands there for want of scripts is for others. */
function stillPage(html: string): string {
  return html
    .replace(/<script\b.*?<\/script>|<noscript>.*?<\/noscript>|<link rel="(?:later|canonical)"[^>]*>/gs, '')
    .replaceAll(' loading="lazy"', '')
    .replaceAll(originMark, '');
}

let last: Promise<unknown> = Promise.resolve();

// One after another: the book being drawn is the module's.
parentPort?.on('message', (order: Order) => {
  last = last
    .then(() => draw(order))
    .then(
      (pages) => parentPort?.postMessage({ id: order.id, pages }),
      (error: unknown) => parentPort?.postMessage({ id: order.id, failure: String(error) }),
    );
});
