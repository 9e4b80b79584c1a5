import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import type { Article } from '../shared/article.ts';
import { builtInBook } from '../content/built-in-book.ts';
import type { BookPicture, PublicBook } from '../shared/contracts/book.ts';
import { articleBlock, bookBlock, publicBookOf } from '../shared/public-book.ts';
import {
  articleSlugs,
  laterFile,
  notFoundName,
  offlineFile,
  pageName,
  pages,
  workerFile,
} from '../shared/pages.ts';
import { App } from './app.tsx';
import { setCurrentArticle } from './current-article.ts';
import { setCurrentBook } from './current-book.ts';
import { OfflineScreen } from './features/offline/offline-screen.tsx';
import { completeWorker } from './offline/complete-worker.ts';
import { createAppRouter } from './router.tsx';

export const builtInPublicBook = publicBookOf(builtInBook);

/** Tags that React hoists to the start of its output. */
const hoistedTags = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)+/;

const panelPath = '/admin';

const drawnPages: readonly { name: string; path: string }[] = [
  ...pages.map((path) => ({ name: pageName(path), path })),
  { name: notFoundName, path: `/${notFoundName}` },
];

const isArticle = (name: string) => articleSlugs.some((slug) => slug === name);

/** Without the encyclopedia its addresses are not found. */
export const pagesOf = ({ encyclopedia }: PublicBook) =>
  drawnPages.filter(({ name }) => encyclopedia || !isArticle(name));

/**
 * Renders a page into its built HTML file, as for an unknown reader.
 *
 * @param article the author's article that it shows
 * @throws when the page needs a browser to render
 */
export async function setPage(
  html: string,
  path: string,
  book: PublicBook,
  article?: Article,
): Promise<string> {
  setCurrentBook(book);
  setCurrentArticle(article);
  if (path === panelPath) return withBook(html, book).replace(/<title>.*?<\/title>/s, () => titleOf(book));
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return setMarkup(
    article ? withArticle(withBook(html, book), article) : withBook(html, book),
    path,
    renderToString(<App router={router} />),
    path === '/' ? stillLinks(book) : [],
  );
}

/** Renders all pages of a book by name, and its service worker. @param read reads a file of the build */
export async function drawSite(
  read: (file: string) => Promise<string>,
  book: PublicBook,
): Promise<Record<string, string>> {
  const pages: Record<string, string> = {};
  for (const { name, path } of pagesOf(book))
    pages[name] = await setPage(await read(`pages/${name}.html`), path, book);
  const offline = setOfflinePage(await read(offlineFile), book);
  const [worker, later] = [await read(workerFile), await read(laterFile)];
  pages[workerFile] = completeWorker({ worker, pages: pages, offline, later });
  return pages;
}

/** Renders the offline page, which has no address: the service worker holds it. */
function setOfflinePage(html: string, book: PublicBook): string {
  setCurrentBook(book);
  return setMarkup(html, 'offline', renderToString(<OfflineScreen />));
}

function setMarkup(html: string, path: string, written: string, before: readonly string[] = []): string {
  // React reports no error here: it marks the place for client rendering.
  if (written.includes('<!--$!-->')) throw new Error(`${path} needs a browser to render`);
  const [head = ''] = hoistedTags.exec(written) ?? [];
  if (!head.includes('<title>')) throw new Error(`${path} has no title`);
  return html
    .replace(/<title>.*?<\/title>/s, '')
    .replace('</head>', () => `  ${[...before, head].join('\n    ')}\n  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${written.slice(head.length)}</div>`);
}

/** Placed before the rendered markup, so that an early script finds it. */
const withBook = (html: string, book: PublicBook) =>
  html.replace('<div id="root">', () => `${bookBlock(book)}<div id="root">`);

/** Its text stands in the page. */
const withArticle = (html: string, { html: _, ...article }: Article) =>
  html.replace('<div id="root">', () => `${articleBlock(article)}<div id="root">`);

const titleOf = ({ book }: PublicBook) => `<title>${escaped(book.title)}</title>`;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/**
 * Preloads the hero's still image, the largest contentful paint. The media query of each link excludes windows of the
 * earlier variants, as in `<picture>`.
 */
function stillLinks({ landing }: PublicBook): string[] {
  const sizes = '(max-width: 640px) 640px, max(100vw, 711px)';
  const { variants = [] }: Partial<BookPicture> = landing.hero.still ?? {};
  const avif = variants.filter(({ type }) => type === 'image/avif');
  return avif.map(({ media, srcSet }, at) => {
    const others = avif.slice(0, at).map((before) => `(not ${before.media ?? 'all'})`);
    const windows = [...others, ...(media ? [media] : [])].join(' and ') || 'all';
    const image = `as="image" type="image/avif" imagesrcset="${escaped(srcSet)}" imagesizes="${sizes}"`;
    return `<link rel="preload" ${image} media="${escaped(windows)}" fetchpriority="high" />`;
  });
}
