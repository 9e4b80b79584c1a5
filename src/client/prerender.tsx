import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { notFoundName, pageName, pages } from '../shared/pages.ts';
import { App } from './app.tsx';
import { OfflineScreen } from './features/offline/offline-screen.tsx';
import { createAppRouter } from './router.tsx';

export { completeWorker } from './offline/complete-worker.ts';

/** What React hoists comes first in what it writes. */
const hoistedTags = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)+/;

/** The pages that are the same for every reader, by the name of their file. The panel is nobody's but the author's. */
export const prerendered: readonly { name: string; path: string }[] = [
  ...pages.filter((path) => path !== '/admin').map((path) => ({ name: pageName(path), path })),
  { name: notFoundName, path: `/${notFoundName}` },
];

/**
 * Sets a page into its built HTML file, as the browser will draw it before it knows anything of its reader.
 *
 * @throws when the page does not render by itself
 */
export async function setPage(html: string, path: string): Promise<string> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return setMarkup(html, path, renderToString(<App router={router} />));
}

/** Sets the page for want of a network into its file, which no address leads to: the service worker holds it. */
export const setOfflinePage = (html: string) => setMarkup(html, 'offline', renderToString(<OfflineScreen />));

function setMarkup(html: string, path: string, written: string): string {
  // React does not say what failed: it leaves the place to the browser, and marks it.
  if (written.includes('<!--$!-->')) throw new Error(`${path} needs a browser to render`);
  const [head = ''] = hoistedTags.exec(written) ?? [];
  if (!head.includes('<title>')) throw new Error(`${path} has no title`);
  return html
    .replace(/<title>.*?<\/title>/s, '')
    .replace('</head>', () => `  ${head}\n  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${written.slice(head.length)}</div>`);
}
