import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { H3, type H3Event } from 'h3';
import type { Logger } from 'pino';
import { AppError } from '../shared/errors.ts';
import type { Caller, Context } from './context.ts';
import { toAppError } from './errors.ts';
import { isCurrentEpoch } from './features/auth/auth.service.ts';
import { callerAddress } from './http/address.ts';
import { sessionCookies } from './http/cookies.ts';
import { setSecurityHeaders } from './http/headers.ts';
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
  const app = new H3({ silent: true });

  const createContext = (event: H3Event): Context => ({
    ...services,
    caller: identify(event, options, secure),
  });
  const report = (error: AppError, event: H3Event) => {
    log.error(
      { err: error.cause ?? error, method: event.req.method, path: event.url.pathname },
      'request failed',
    );
  };

  app.use(async (event, next) => {
    const started = performance.now();
    setSecurityHeaders(event, { secure, development: options.development });
    const response = await guard(event, next);
    log.debug(
      {
        method: event.req.method,
        // Never the query: only the path is known to hold nothing private.
        path: event.url.pathname,
        status: response instanceof Response ? response.status : undefined,
        ms: Math.round(performance.now() - started),
      },
      'request',
    );
    return response;
  });

  const guard = async (event: H3Event, next: () => unknown): Promise<unknown> => {
    try {
      refuseForeignOrigin(event, options.publicUrl);
      return await next();
    } catch (error) {
      const refusal = toAppError(error);
      if (refusal.status >= 500) report(refusal, event);
      return refusalResponse(refusal);
    }
  };

  app.all('/trpc/**', (event) =>
    fetchRequestHandler({
      endpoint: '/trpc',
      req: event.req,
      router: appRouter,
      createContext: () => createContext(event),
      onError({ error }) {
        const refusal = toAppError(error);
        if (refusal.status >= 500) report(refusal, event);
      },
    }),
  );
  mountRest(app, createContext, report);

  const uploads = serveUploads(folders.uploads);
  const publicObjects = servePublicObjects(folders.uploads, folders.media);
  const client = serveClient(folders.client);
  const files = async (event: H3Event, serve: typeof uploads) => {
    if (event.req.method !== 'GET' && event.req.method !== 'HEAD') {
      return refusalResponse(new AppError('METHOD_NOT_ALLOWED'), { Allow: 'GET, HEAD' });
    }
    return (await serve(event)) ?? answerPage(event, options.renderPage);
  };
  app.all('/uploads/**', (event) => files(event, uploads));
  app.all('/public-objects/**', (event) => files(event, publicObjects));
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
  const address = callerAddress(event, trustedProxies);
  return {
    readerId: cookies.readerId,
    isAdmin: cookies.adminEpoch !== undefined && isCurrentEpoch(services.store, cookies.adminEpoch),
    rememberReader: cookies.rememberReader,
    rememberAdmin: cookies.rememberAdmin,
    forgetAdmin: cookies.forgetAdmin,
    limit: (action) => limits.limit(action, address, cookies.readerId),
    penalise: (action) => limits.penalise(action, address),
  };
}
