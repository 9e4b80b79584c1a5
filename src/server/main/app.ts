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
import { answerPage, type RenderPage } from '../http/pages.ts';
import { refusalResponse } from '../http/answers.ts';
import { serveClient, servePublicObjects, serveUploads } from '../http/static.ts';
import { createExposure } from '../storage/files/exposure.ts';

interface AppOptions extends Pick<Entry, 'limits' | 'sealer' | 'publicUrl' | 'trustedProxies'> {
  site: SiteParts;
  router: AppRouter;
  log: Logger;
  renderPage: RenderPage;
  development: boolean;
  folders: { client: string; uploads: string; media: string | undefined };
}

/** The whole site as one h3 application: every mount, in order. */
export function createApp(options: AppOptions): H3 {
  const { site, router, log, publicUrl, trustedProxies } = options;
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  // A malformed escape is refused by whoever decodes it, in our own words.
  const app = new H3({ silent: true, allowMalformedURL: true });

  const entry: Entry = { ...options, ...site };
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
    completeHeaders(response, isSecure, options.development, cookiesToSet(event));
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
  mountFiles(app, options, (event) => contextOf(event).caller.isAdmin);
  return app;
}

/** Uploads, the book's recordings, the client's files; any other address is a page's. */
function mountFiles(
  app: H3,
  { site, folders, renderPage }: AppOptions,
  isAuthors: (event: H3Event) => boolean,
): void {
  const { store, mirror, book } = site;
  const uploads = serveUploads(folders.uploads);
  const fromBucket = serveFromBucket((name, range) => mirror.open(name, range));
  const replacements = {
    at: (address: string) => replacementAt(store, address),
    isReplaceable,
  };
  const publicObjects = servePublicObjects(folders.uploads, folders.media, replacements, fromBucket);
  const client = serveClient(folders.client);
  const imageSites = (path: string) => (path === '/admin' ? ['https:'] : originsOfImages(store));
  const files = async (event: H3Event, serve: typeof uploads) => {
    if (event.req.method !== 'GET' && event.req.method !== 'HEAD') {
      return refusalResponse(new AppError('METHOD_NOT_ALLOWED'), { Allow: 'GET, HEAD' });
    }
    return (await serve(event)) ?? answerPage(event, renderPage, imageSites);
  };
  const orFromBucket = (serve: typeof uploads) => async (event: H3Event) =>
    (await serve(event)) ?? (await fromBucket(event));
  app.get(manifestPath, () => {
    const headers = { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'no-cache' };
    return new FastResponse(manifestOf(book.publicBook.book), { headers });
  });
  const exposure = createExposure({ store, published: () => book.published });
  /** What readers do not have yet is for the author alone; to others it is as if it were not there. */
  const exposed = (serve: typeof uploads) => async (event: H3Event) => {
    if (exposure.isPublic(event.url.pathname)) return serve(event);
    if (!isAuthors(event)) return undefined;
    const response = await serve(event);
    if (response) response.headers.set('Cache-Control', 'private, no-cache');
    return response;
  };
  app.all('/uploads/**', (event) => files(event, exposed(orFromBucket(uploads))));
  app.all('/public-objects/**', (event) => files(event, exposed(orFromBucket(publicObjects))));
  app.all('/**', (event) => files(event, client));
}
