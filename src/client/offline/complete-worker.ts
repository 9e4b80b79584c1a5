import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { articleSlugs, laterFile, offlinePath } from '#shared/pages.ts';
import type { KeptFiles } from './policy.ts';

/** Scripts and type that a page asks for: its links, and the application itself. */
const asked = /(?:href|data-entry)="(\/assets\/[^"]+\.(?:js|woff2))"/g;

/**
 * The service worker with the list of what it keeps from its start: the encyclopedia's pages with their scripts and
 * their type. Their figures it keeps as they are read.
 *
 * @param clientDir where the browser's build is, its pages complete
 */
export function completeWorker(clientDir: string): string {
  const files = new Set<string>();
  const hash = createHash('sha256');
  for (const path of [offlinePath, ...articleSlugs.map((slug) => `/${slug}`)]) {
    const html = readFileSync(join(clientDir, `pages${path}.html`), 'utf8');
    hash.update(html);
    if (path !== offlinePath) files.add(path);
    for (const [, file = ''] of html.matchAll(asked)) files.add(file);
  }
  const later = readFileSync(join(clientDir, laterFile), 'utf8');
  hash.update(later);
  for (const file of JSON.parse(later) as string[]) files.add(`/${file}`);
  const kept: KeptFiles = {
    build: hash.digest('hex').slice(0, 12),
    offline: offlinePath,
    files: [...files],
  };
  const worker = readFileSync(join(clientDir, 'sw.js'), 'utf8');
  if (!worker.includes('__KEPT_FILES__')) throw new Error('the service worker has no place for its files');
  return worker.replaceAll('__KEPT_FILES__', () => JSON.stringify(kept));
}
