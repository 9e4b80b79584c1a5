import { createHash } from 'node:crypto';
import { articleSlugs, originMark, pageName } from '#shared/pages.ts';
import type { KeptFiles } from './policy.ts';

/** Scripts, styles and fonts that a page loads at once or after in-app navigation: its links and its entry. */
const assetLinks = /(?:href|data-entry)="(\/assets\/[^"]+\.(?:js|css|woff2))"/g;

interface WorkerParts {
  worker: string;
  pages: Readonly<Record<string, string>>;
  offline: string;
  later: string;
}

/**
 * The service worker with its precache list: the book's page and the encyclopedia with scripts and fonts, and the
 * offline page. Figures and pictures are cached on use.
 */
export function completeWorker({ worker, pages, offline, later }: WorkerParts): string {
  const files = new Set<string>();
  const hash = createHash('sha256');
  for (const path of ['/', ...articleSlugs.map((slug) => `/${slug}`)]) {
    const html = pages[pageName(path)];
    if (html === undefined) continue;
    hash.update(html);
    files.add(path);
    for (const [, file = ''] of html.matchAll(assetLinks)) files.add(file);
  }
  hash.update(later);
  for (const file of JSON.parse(later) as string[]) files.add(`/${file}`);
  const offlinePage = offline.replaceAll(originMark, '');
  hash.update(offlinePage);
  const manifest: KeptFiles = {
    build: hash.digest('hex').slice(0, 12),
    offline: offlinePage,
    files: [...files],
  };
  if (!worker.includes('__KEPT_FILES__')) throw new Error('the service worker has no place for its files');
  return worker.replaceAll('__KEPT_FILES__', () => JSON.stringify(manifest));
}
