import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { builtInBook } from '../content/built-in-book.ts';
import type { BookPicture, PublicBook } from '../shared/contracts/book.ts';
import { bookBlock, publicBookOf } from '../shared/public-book.ts';
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
import { setCurrentBook } from './current-book.ts';
import { OfflineScreen } from './features/offline/offline-screen.tsx';
import { completeWorker } from './offline/complete-worker.ts';
import { createAppRouter } from './router.tsx';

/** What the pages are drawn with when the site is built. */
export const builtInPublicBook = publicBookOf(builtInBook);

/** What React hoists comes first in what it writes. */
const hoistedTags = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)+/;

/** The page that its script draws: nobody's but the author's. */
const panelPath = '/admin';

/** The site's pages, by the name of their file. */
const drawnPages: readonly { name: string; path: string }[] = [
  ...pages.map((path) => ({ name: pageName(path), path })),
  { name: notFoundName, path: `/${notFoundName}` },
];

const isArticle = (name: string) => articleSlugs.some((slug) => slug === name);

/** The pages that a site with this book has: without the encyclopedia its addresses are nobody's. */
export const pagesOf = ({ encyclopedia }: PublicBook) =>
  drawnPages.filter(({ name }) => encyclopedia || !isArticle(name));

/**
 * Sets a page of a book into its built HTML file, as the browser will draw it before it knows anything of its reader.
 *
 * @throws when the page does not render by itself
 */
export async function setPage(html: string, path: string, book: PublicBook): Promise<string> {
  setCurrentBook(book);
  if (path === panelPath) return withBook(html, book).replace(/<title>.*?<\/title>/s, () => titleOf(book));
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return setMarkup(
    withBook(html, book),
    path,
    renderToString(<App router={router} />),
    path === '/' ? stillLinks(book) : [],
  );
}

/** All that is drawn of a book: its pages by name, and the service worker that keeps them. @param read a file of the build */
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

/** Sets the page for want of a network into its file, which no address leads to: the service worker holds it. */
function setOfflinePage(html: string, book: PublicBook): string {
  setCurrentBook(book);
  return setMarkup(html, 'offline', renderToString(<OfflineScreen />));
}

function setMarkup(html: string, path: string, written: string, before: readonly string[] = []): string {
  // React does not say what failed: it leaves the place to the browser, and marks it.
  if (written.includes('<!--$!-->')) throw new Error(`${path} needs a browser to render`);
  const [head = ''] = hoistedTags.exec(written) ?? [];
  if (!head.includes('<title>')) throw new Error(`${path} has no title`);
  return html
    .replace(/<title>.*?<\/title>/s, '')
    .replace('</head>', () => `  ${[...before, head].join('\n    ')}\n  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${written.slice(head.length)}</div>`);
}

/** Before all that is drawn with it: a script that comes early finds it. */
const withBook = (html: string, book: PublicBook) =>
  html.replace('<div id="root">', () => `${bookBlock(book)}<div id="root">`);

const titleOf = ({ book }: PublicBook) => `<title>${escaped(book.title)}</title>`;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/**
 * The hero's still is the largest paint of the home page: asked for before any script has run. Of several variants the first that
 * fits is taken, as in the picture itself: each link leaves out the windows of those before.
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
