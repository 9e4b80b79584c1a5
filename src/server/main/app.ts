import { H3, type H3Event } from 'h3';
import type { Logger } from 'pino';
import { FastResponse } from 'srvx';
import { AppError } from '#shared/errors.ts';
import { manifestOf, manifestPath } from '#shared/manifest.ts';
import { RequestCaller, type Entry } from '../api/caller.ts';
import { toAppError } from '../api/errors.ts';
import { mountRest } from '../api/rest/adapter.ts';
import type { AppRouter, SiteParts } from '../api/router.ts';
import { mountTrpc } from '../api/trpc-mount.ts';
import { originsOfImages } from '../features/gallery/gallery.service.ts';
import { isReplaceable, replacementAt } from '../features/media/media.service.ts';
import { callerAddress, refuseForeignOrigin } from '../http/address.ts';
import { createBodyBudget } from '../http/body.ts';
import { serveFromBucket } from '../http/bucket-files.ts';
import { cookiesToSet } from '../http/cookies.ts';
import { completeHeaders } from '../http/headers.ts';
import { closedPage, isReadersPage } from '../http/closed-page.ts';
import { answerPage, type RenderPage } from '../http/pages.ts';
import { refusalResponse } from '../http/answers.ts';
import { serveClient, servePublicObjects, serveUploads } from '../http/static.ts';
import { keyFromSecret, loadOlderKeys, loadSessionKey } from '../storage/store/session-key.ts';
import { createLimits, noLimits } from '../http/limits.ts';
import { createSealer, type Sealer } from '../http/seal.ts';
import type { BookOptions } from '../features/book/book.service.ts';
import { mediaOf } from './assemble/data.ts';
import type { Env } from './env.ts';
import type { PageDrawer } from './page-drawer.ts';
import { createPublicFiles } from '../storage/files/public-files.ts';

/** The built client, below the project's folder, which is the working directory of every command. */
export const clientFolder = 'dist/client';

export interface HttpOptions {
  log: Logger;
  renderPage: RenderPage;
  /** What draws the pages when the author publishes, and shows them; without it the browser draws them. */
  drawing?: PageDrawer & { show: NonNullable<BookOptions['show']> };
  development?: boolean;
  /** Where the built client is; none in development. */
  clientDir?: string;
}

/** The whole site as one h3 application: every mount, in order. */
export async function createApp(
  env: Env,
  site: SiteParts,
  router: AppRouter,
  options: HttpOptions,
): Promise<H3> {
  const { log, development = false } = options;
  const { PUBLIC_URL: publicUrl, TRUST_PROXY: trustedProxies } = env;
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  // A malformed escape is refused by whoever decodes it, in our own words.
  const app = new H3({ silent: true, allowMalformedURL: true });

  const entry: Entry = {
    ...site,
    limits: env.RATE_LIMITS ? createLimits() : noLimits,
    sealer: await openSealer(env),
    publicUrl,
    trustedProxies,
  };
  const contextOf = (event: H3Event) => ({
    caller: new RequestCaller(event, entry),
    gate: site.maintenanceGate,
  });
  /** What is not the caller's mistake goes to the log, whole; the caller gets the refusal alone. */
  const report = (error: unknown, event: H3Event): AppError => {
    const refusal = toAppError(error);
    const { method } = event.req;
    // A refusal for want of room is an answer, not a failure, and there are many of them at once.
    const isFull = refusal.code === 'UNAVAILABLE' && refusal.cause === undefined;
    if (refusal.status >= 500 && !isFull) {
      log.error({ err: refusal.cause ?? refusal, method, path: event.url.pathname }, 'request failed');
    }
    const { pathname } = event.url;
    site.refusals.refused(refusal.code, callerAddress(event, trustedProxies), pathname);
    return refusal;
  };

  const answer = async (event: H3Event, next: () => unknown): Promise<Response> => {
    try {
      refuseForeignOrigin(event, publicUrl);
      const response = await next();
      if (response instanceof Response) return response;
      throw new TypeError('a handler did not give a Response');
    } catch (error) {
      return refusalResponse(report(error, event));
    }
  };
  app.use(async (event, next) => {
    const isLogged = log.isLevelEnabled('debug');
    const started = isLogged ? performance.now() : 0;
    const response = await answer(event, next);
    completeHeaders(response, isSecure, development, cookiesToSet(event));
    if (!isLogged) return response;
    log.debug(
      {
        method: event.req.method,
        // Never the query: only the path is known to hold nothing private.
        path: event.url.pathname,
        status: response.status,
        ms: Math.round(performance.now() - started),
      },
      'request',
    );
    return response;
  });

  const calls = { router, contextOf, report, budget: createBodyBudget() };
  mountTrpc(app, calls);
  mountRest(app, calls);
  mountFiles(app, env, site, options, (event) => contextOf(event).caller.isAdmin);
  return app;
}

/** Uploads, the book's recordings, the client's files; any other address is a page's. */
function mountFiles(
  app: H3,
  env: Env,
  { store, mirror, book }: SiteParts,
  { renderPage, clientDir = clientFolder }: HttpOptions,
  isAuthors: (event: H3Event) => boolean,
): void {
  const uploads = serveUploads(env.UPLOADS_DIR);
  const fromBucket = serveFromBucket((name, range) => mirror.open(name, range));
  const replacements = {
    at: (address: string) => replacementAt(store, address),
    isReplaceable,
  };
  const publicObjects = servePublicObjects(env.UPLOADS_DIR, mediaOf(env), replacements, fromBucket);
  const client = serveClient(clientDir);
  const imageSites = (path: string) => (path === '/admin' ? ['https:'] : originsOfImages(store));
  const files = async (event: H3Event, serve: typeof uploads) => {
    if (event.req.method !== 'GET' && event.req.method !== 'HEAD') {
      return refusalResponse(new AppError('METHOD_NOT_ALLOWED'), { Allow: 'GET, HEAD' });
    }
    const file = await serve(event);
    if (file) return file;
    const opening = book.opening.current;
    const page = await answerPage(event, renderPage, imageSites);
    const isClosed = opening !== 'open' && isReadersPage(event.url.pathname) && !isAuthors(event);
    // A page that the book does not have is not there on a closed site either.
    return isClosed && page.status !== 404 ? closedPage(event, opening, book.publicBook) : page;
  };
  const orFromBucket = (serve: typeof uploads) => async (event: H3Event) =>
    (await serve(event)) ?? (await fromBucket(event));
  app.get(manifestPath, () => {
    const headers = { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'no-cache' };
    return new FastResponse(manifestOf(book.publicBook.book), { headers });
  });
  const publicFiles = createPublicFiles({ store, published: () => book.published });
  /** What readers do not have yet is for the author alone; to others it is as if it were not there. */
  const exposed = (serve: typeof uploads) => async (event: H3Event) => {
    if (publicFiles.isPublic(event.url.pathname)) return serve(event);
    if (!isAuthors(event)) return undefined;
    const response = await serve(event);
    if (response) response.headers.set('Cache-Control', 'private, no-cache');
    return response;
  };
  app.all('/uploads/**', (event) => files(event, exposed(orFromBucket(uploads))));
  app.all('/public-objects/**', (event) => files(event, exposed(orFromBucket(publicObjects))));
  app.all('/**', (event) => files(event, client));
}

/** The keys of the environment or those of the data folder; never both, or a key that was left would open what it sealed. */
async function openSealer({ DATA_DIR, SESSION_SECRET, SESSION_SECRET_OLD }: Env): Promise<Sealer> {
  const key = await loadSessionKey(DATA_DIR, SESSION_SECRET);
  const older = SESSION_SECRET_OLD === undefined ? [] : [keyFromSecret(SESSION_SECRET_OLD)];
  if (SESSION_SECRET === undefined) older.push(...(await loadOlderKeys(DATA_DIR)).map((one) => one.key));
  return createSealer(key, older);
}
