import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FastResponse } from 'srvx';
import type { H3Event } from 'h3';
import { pages } from '../../shared/pages.ts';

const known = new Set<string>(pages);

/** The application's one HTML file, for a path as the browser asked it. */
export type RenderPage = (url: string) => Promise<string>;

/** The built `index.html`, read once: it changes only with a build, and a build is followed by a start. */
export async function builtPage(clientDir: string): Promise<RenderPage> {
  const html = await readFile(join(clientDir, 'index.html'), 'utf8');
  return () => Promise.resolve(html);
}

/** Any path that nothing else answers: the application, with status 404 when it is not one of its pages. */
export async function answerPage(event: H3Event, render: RenderPage): Promise<Response> {
  const path = event.url.pathname.replace(/(?<=.)\/$/, '');
  const html = await render(event.url.pathname + event.url.search);
  return new FastResponse(event.req.method === 'HEAD' ? null : html, {
    status: known.has(path) ? 200 : 404,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' },
  });
}
