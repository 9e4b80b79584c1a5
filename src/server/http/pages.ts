import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FastResponse } from 'srvx';
import type { H3Event } from 'h3';
import { pages } from '../../shared/pages.ts';

const known = new Set<string>(pages);

/** The application's HTML file for a path, with the query as the browser asked it. */
export type RenderPage = (path: string, search: string) => Promise<string>;

/** The built HTML files, read once: they change only with a build, and a build is followed by a start. */
export async function builtPages(clientDir: string): Promise<RenderPage> {
  const read = (name: string) => readFile(join(clientDir, name), 'utf8');
  const fallback = await read('index.html');
  const own = new Map<string, string>();
  for (const path of pages)
    own.set(path, await read(`pages/${path === '/' ? 'landing' : path.slice(1)}.html`));
  return (path) => Promise.resolve(own.get(path) ?? fallback);
}

/** Any path that nothing else answers: the application, with status 404 when it is not one of its pages. */
export async function answerPage(event: H3Event, render: RenderPage): Promise<Response> {
  const path = event.url.pathname.replace(/(?<=.)\/$/, '');
  const html = await render(path, event.url.search);
  return new FastResponse(event.req.method === 'HEAD' ? null : html, {
    status: known.has(path) ? 200 : 404,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' },
  });
}
