import { readFile } from 'node:fs/promises';
import workerpool from 'workerpool';
import type { Article } from '../shared/article.ts';
import type { PublicBook } from '../shared/contracts/book.ts';
import { originMark } from '../shared/pages.ts';
import { drawSite, pagesOf, setPage } from './prerender.tsx';

const read = (file: string) => readFile(new URL(file, import.meta.url), 'utf8');

async function draw(book: PublicBook, paths?: readonly string[]): Promise<Record<string, string>> {
  if (!paths) return drawSite(read, book);
  const pages: Record<string, string> = {};
  for (const { name, path } of pagesOf(book))
    if (paths.includes(path))
      pages[path] = stillPage(await setPage(await read(`pages/${name}.html`), path, book));
  return pages;
}

async function drawArticle(book: PublicBook, article: Article, isPreview: boolean): Promise<string> {
  const html = await setPage(
    await read(`pages/${article.look ?? ''}.html`),
    `/${article.slug}`,
    book,
    article,
  );
  return isPreview ? stillPage(html) : html;
}

/** The preview in the panel runs no scripts, so `<noscript>` content must not show. */
function stillPage(html: string): string {
  return html
    .replace(/<script\b.*?<\/script>|<noscript>.*?<\/noscript>|<link rel="(?:later|canonical)"[^>]*>/gs, '')
    .replaceAll(' loading="lazy"', '')
    .replaceAll(originMark, '');
}

// One order at a time, which the pool's single thread sees to: the current book is a module variable.
workerpool.worker({ draw, drawArticle });
