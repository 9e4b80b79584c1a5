import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from 'h3';
import pino from 'pino';
import { articleBlock, bookBlock } from '#shared/public-book.ts';
import { readEnv, type Env } from './env.ts';
import { announce } from './cli-output.ts';
import { openSite, type Site } from './site.ts';

type TransformHtml = (url: string, html: string) => Promise<string>;

export interface DevelopmentSite {
  env: Env;
  handle(request: IncomingMessage, response: ServerResponse): unknown;
  close(): Promise<void>;
}

/** The site as `npm run dev` opens it, again after every change of the server's code. */
export async function openDevelopmentSite(
  source: Record<string, string | undefined>,
  transformHtml: TransformHtml,
): Promise<DevelopmentSite> {
  const env = readEnv(source);
  const site: Site = await openSite(env, {
    log: pino({ level: env.LOG_LEVEL }),
    renderPage: async (path, search, own) => ({
      html: (await transformHtml(path + search, await readFile('index.html', 'utf8'))).replace(
        '<div id="root">',
        () =>
          `${bookBlock(site.services.book.publicBook)}${own ? articleBlock(own.article) : ''}<div id="root">`,
      ),
    }),
    development: true,
    encoderThread: new URL('../encoder/thread.mjs', import.meta.url),
    // Vite serves the client's files itself.
    clientDir: 'src/client/public',
  });
  if (site.newPassword !== undefined) announce.password(site.newPassword);
  if (site.newCodes) announce.demoCodes(site.newCodes);
  return { env, handle: toNodeHandler(site.app), close: site.close };
}
