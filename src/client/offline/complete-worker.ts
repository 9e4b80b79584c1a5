import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { articleSlugs, laterFile, offlineFile, originMark, pageName } from '#shared/pages.ts';
import type { KeptFiles } from './policy.ts';

/** Scripts, styles and type that a page asks for, or asks for when it is reached from another: its links and its entry. */
const asked = /(?:href|data-entry)="(\/assets\/[^"]+\.(?:js|css|woff2))"/g;

/**
 * The service worker with the list of what it keeps from its start: the book's page and the encyclopedia's with their
 * scripts and their type, and the page for all others. Figures and pictures it keeps as they are read.
 *
 * @param clientDir where the browser's build is, its pages complete
 */
export function completeWorker(clientDir: string): string {
  const files = new Set<string>();
  const hash = createHash('sha256');
  for (const path of ['/', ...articleSlugs.map((slug) => `/${slug}`)]) {
    const html = readFileSync(join(clientDir, `pages/${pageName(path)}.html`), 'utf8');
    hash.update(html);
    files.add(path);
    for (const [, file = ''] of html.matchAll(asked)) files.add(file);
  }
  const later = readFileSync(join(clientDir, laterFile), 'utf8');
  hash.update(later);
  for (const file of JSON.parse(later) as string[]) files.add(`/${file}`);
  const offline = readFileSync(join(clientDir, offlineFile), 'utf8').replaceAll(originMark, '');
  hash.update(offline);
  const kept: KeptFiles = {
    build: hash.digest('hex').slice(0, 12),
    offline,
    files: [...files],
  };
  const worker = readFileSync(join(clientDir, 'sw.js'), 'utf8');
  if (!worker.includes('__KEPT_FILES__')) throw new Error('the service worker has no place for its files');
  return worker.replaceAll('__KEPT_FILES__', () => JSON.stringify(kept));
}
