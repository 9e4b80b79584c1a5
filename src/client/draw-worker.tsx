import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import type { PublicBook } from '../shared/contracts/book.ts';
import { originMark } from '../shared/pages.ts';
import { drawSite, pagesOf, setPage } from './prerender.tsx';

interface Order {
  id: number;
  book: PublicBook;
  paths: readonly string[] | undefined;
}

const read = (file: string) => readFile(new URL(file, import.meta.url), 'utf8');

async function draw({ book, paths }: Order): Promise<Record<string, string>> {
  if (!paths) return drawSite(read, book);
  const pages: Record<string, string> = {};
  for (const { name, path } of pagesOf(book))
    if (paths.includes(path))
      pages[path] = stillPage(await setPage(await read(`pages/${name}.html`), path, book));
  return pages;
}

/** The preview in the panel runs no scripts, so `<noscript>` content must not show. */
function stillPage(html: string): string {
  return html
    .replace(/<script\b.*?<\/script>|<noscript>.*?<\/noscript>|<link rel="(?:later|canonical)"[^>]*>/gs, '')
    .replaceAll(' loading="lazy"', '')
    .replaceAll(originMark, '');
}

let last: Promise<unknown> = Promise.resolve();

// Sequential, because the current book is a module variable.
parentPort?.on('message', (order: Order) => {
  last = last
    .then(() => draw(order))
    .then(
      (pages) => parentPort?.postMessage({ id: order.id, pages }),
      (error: unknown) => parentPort?.postMessage({ id: order.id, failure: String(error) }),
    );
});
