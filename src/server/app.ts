import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { H3, type H3Event } from 'h3';
import type { Logger } from 'pino';
import { AppError } from '../shared/errors.ts';
import type { Caller, Context } from './context.ts';
import { toAppError } from './errors.ts';
import { isCurrentEpoch } from './features/auth/auth.service.ts';
import { isReplaceable, replacementAt } from './features/media/media.service.ts';
import { callerAddress } from './http/address.ts';
import { serveFromBucket } from './http/bucket-files.ts';
import { cookiesToSet, sessionCookies } from './http/cookies.ts';
import { completeHeaders } from './http/headers.ts';
import type { Limits } from './http/limits.ts';
import { refuseForeignOrigin } from './http/origin.ts';
import { answerPage, type RenderPage } from './http/pages.ts';
import { refusalResponse } from './http/refusal.ts';
import type { Sealer } from './http/seal.ts';
import { serveClient, servePublicObjects, serveUploads } from './http/static.ts';
import { mountRest } from './rest/adapter.ts';
import { appRouter } from './router.ts';

export interface AppOptions {
  services: Omit<Context, 'caller'>;
  limits: Limits;
  sealer: Sealer;
  log: Logger;
  renderPage: RenderPage;
  publicUrl: string | undefined;
  trustedProxies: number;
  development: boolean;
  folders: { client: string; uploads: string; media: string };
}

/** The whole site as one h3 application: every mount, in order. */
export function createApp(options: AppOptions): H3 {
  const { services, log, folders } = options;
  const secure = options.publicUrl?.startsWith('https:') ?? false;
  // A malformed escape is refused by whoever decodes it, in our own words.
  const app = new H3({ silent: true, allowMalformedURL: true });

  // Two dozen services are not copied for every call: they are behind it.
  const createContext = (event: H3Event): Context =>
    Object.assign(Object.create(services) as typeof services, { caller: identify(event, options, secure) });
  /** What is not the caller's mistake goes to the log, whole; the caller gets the refusal alone. */
  const report = (error: unknown, event: H3Event): AppError => {
    const refusal = toAppError(error);
    const { method } = event.req;
    if (refusal.status >= 500) {
      log.error({ err: refusal.cause ?? refusal, method, path: event.url.pathname }, 'request failed');
    }
    // Without the address: whoever watches the log wants to know that somebody tries, and readers' addresses are nobody's.
    if (refusal.code === 'WRONG_PASSWORD') log.warn('sign-in refused');
    return refusal;
  };
  const refuse = (error: unknown, event: H3Event) => refusalResponse(report(error, event));

  app.use(async (event, next) => {
    const started = performance.now();
    const response = await answer(event, next);
    const { development } = options;
    completeHeaders(response, { secure, development, cookies: cookiesToSet(event) });
    if (!log.isLevelEnabled('debug')) return response;
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

  const answer = async (event: H3Event, next: () => unknown): Promise<Response> => {
    try {
      refuseForeignOrigin(event, options.publicUrl);
      const response = await next();
      if (response instanceof Response) return response;
      throw new TypeError('a handler did not give a Response');
    } catch (error) {
      return refuse(error, event);
    }
  };

  app.all('/trpc/**', (event) =>
    fetchRequestHandler({
      endpoint: '/trpc',
      req: event.req,
      router: appRouter,
      createContext: () => createContext(event),
      onError: ({ error }) => void report(error, event),
    }),
  );
  mountRest(app, createContext, refuse);

  const uploads = serveUploads(folders.uploads);
  const { mirror } = services;
  const fromBucket = mirror && serveFromBucket((name, range) => mirror.open(name, range));
  const replacements = {
    at: (address: string) => replacementAt(services.store, address),
    isReplaceable,
  };
  const publicObjects = servePublicObjects(folders.uploads, folders.media, replacements, fromBucket);
  const client = serveClient(folders.client);
  const files = async (event: H3Event, serve: typeof uploads) => {
    if (event.req.method !== 'GET' && event.req.method !== 'HEAD') {
      return refusalResponse(new AppError('METHOD_NOT_ALLOWED'), { Allow: 'GET, HEAD' });
    }
    return (await serve(event)) ?? answerPage(event, options.renderPage);
  };
  const orFromBucket = (serve: typeof uploads) => async (event: H3Event) =>
    (await serve(event)) ?? (await fromBucket?.(event));
  app.all('/uploads/**', (event) => files(event, orFromBucket(uploads)));
  app.all('/public-objects/**', (event) => files(event, orFromBucket(publicObjects)));
  app.all('/**', (event) => files(event, client));
  return app;
}

/** Who is calling: the sealed cookies decide, never what the request says of itself. */
function identify(
  event: H3Event,
  { services, limits, sealer, trustedProxies }: AppOptions,
  secure: boolean,
): Caller {
  const cookies = sessionCookies(event, sealer, secure);
  const address = () => callerAddress(event, trustedProxies);
  return {
    get readerId() {
      return cookies.readerId;
    },
    get isAdmin() {
      const { adminEpoch } = cookies;
      return adminEpoch !== undefined && isCurrentEpoch(services.store, adminEpoch);
    },
    rememberReader: cookies.rememberReader,
    rememberAdmin: cookies.rememberAdmin,
    forgetAdmin: cookies.forgetAdmin,
    limit: (action) => limits.limit(action, address(), cookies.readerId),
    penalise: (action) => limits.penalise(action, address()),
  };
}
