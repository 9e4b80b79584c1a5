import { createReadStream } from 'node:fs';
import pino from 'pino';
import { builtPages } from './src/server/http/pages.ts';
import { announce } from './src/server/main/cli-output.ts';
import { clientFolder } from './src/server/main/app.ts';
import { readEnv, retiredVariables } from './src/server/main/env.ts';
import { refuseTakenPort } from './src/server/main/listen.ts';
import { openPageDrawer } from './src/server/main/page-drawer.ts';
import { createServerProcess } from './src/server/main/server-process.ts';
import { openSite } from './src/server/main/site.ts';
import { openPicturePool } from './src/server/storage/files/images/pool.ts';
import { sha256Of } from './src/server/storage/files/sha256.ts';

/** Reads the environment, opens the site and serves it. */
async function main(): Promise<void> {
  const env = readEnv(process.env);
  const log = pino({ level: env.LOG_LEVEL });
  const server = createServerProcess(env, log);
  const retired = retiredVariables(process.env);
  if (retired !== undefined) announce.lines([retired]);
  await refuseTakenPort(env.PORT, env.HOST);
  const drawer = openPageDrawer(new URL('../prerender/draw-worker.js', import.meta.url));
  const pages = await builtPages(clientFolder, env.PUBLIC_URL, (book, article) =>
    drawer.drawArticle(book, article, false),
  );
  const site = await openSite(env, {
    log,
    build: await sha256Of(createReadStream(import.meta.filename)),
    renderPage: pages.render,
    drawing: { ...drawer, show: pages.show },
    encoderThread: new URL('./encoder-thread.js', import.meta.url),
    pictures: openPicturePool(new URL('./picture-process.js', import.meta.url), {
      onFailure: (err) => log.warn({ err }, 'the process that opens pictures failed'),
    }),
  });
  await server.serve(site);
}

main().catch(announce.failure);
