import { createHash } from 'node:crypto';
import { articleSlugs, originMark, pageName } from '#shared/pages.ts';
import type { KeptFiles } from './policy.ts';

/** Scripts, styles and type that a page asks for, or asks for when it is reached from another: its links and its entry. */
const assetLinks = /(?:href|data-entry)="(\/assets\/[^"]+\.(?:js|css|woff2))"/g;

interface WorkerParts {
  /** The worker's script, with a place for its files. */
  worker: string;
  /** A book's complete pages, as HTML by their names. */
  pages: Readonly<Record<string, string>>;
  /** The page for all that is not kept. */
  offline: string;
  /** Files that no page names, as JSON. */
  later: string;
}

/**
 * The service worker with the list of what it keeps from its start: the book's page and the encyclopedia's, where there
 * is one, with their scripts and their type, and the page for all others. Figures and pictures it keeps as they are read.
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
