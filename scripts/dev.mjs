// npm run dev: the site with hot reload for both sides on one port. A changed server file closes the site
// and opens it again from the new code; the browser's files are Vite's.
import { createServer } from 'node:http';
import { ensureInstalled, loadDotEnv, root } from './setup.mjs';

ensureInstalled();
loadDotEnv();

const { createServer: createVite } = await import('vite');
const http = createServer();
const vite = await createVite({
  root,
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server: http } },
});

async function open() {
  const { openDevelopmentSite } = await vite.ssrLoadModule('/src/server/main/development.ts');
  return openDevelopmentSite(process.env, (/** @type {string} */ url, /** @type {string} */ html) =>
    vite.transformIndexHtml(url, html),
  );
}

let site = open();

/** @param {string} file */
async function reopen(file) {
  if (!vite.environments.ssr.moduleGraph.getModulesByFile(file)?.size) return;
  const previous = site;
  site = previous.then(async (current) => {
    await current.close();
    console.log('Il codice del server è cambiato: riapro il sito.');
    return open();
  });
  await site;
}

let reopening = Promise.resolve();
vite.watcher.on('change', (file) => {
  reopening = reopening.then(() => reopen(file)).catch((error) => console.error(error));
});

const ours = /^\/(?:api|trpc|uploads|public-objects)(?:\/|$)/;

http.on('request', (request, response) => {
  const answer = () =>
    site.then(
      ({ handle }) => handle(request, response),
      (error) => {
        response.statusCode = 500;
        response.end(String(error?.stack ?? error));
      },
    );
  if (ours.test(request.url ?? '')) void answer();
  else vite.middlewares(request, response, () => void answer());
});

const { env } = await site.catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
http.listen(env.PORT, env.HOST, () => console.log(`In sviluppo su http://localhost:${env.PORT}`));

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    http.closeAllConnections();
    http.close();
    await site.then((current) => current.close()).catch(() => undefined);
    await vite.close();
    process.exit(0);
  });
}
