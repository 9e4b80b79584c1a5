import { TRPCError, getTRPCErrorShape } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { H3, H3Event } from 'h3';
import { AppError } from '#shared/errors.ts';
import { defaultBodyLimit, type ProcedureName } from '#shared/rest.ts';
import type { RestRoute } from '#shared/rest-route.ts';
import { readJsonObject, type BodyBudget } from '#server/http/body.ts';
import type { Context } from './context.ts';
import { toAppError, toTRPCCode } from './errors.ts';
import { routes, type AppRouter } from './router.ts';
import { trpcConfig } from './trpc.ts';

/** How the site is called, by either mount. */
export interface Calls {
  router: AppRouter;
  contextOf(event: H3Event): Context;
  /** Gives what was thrown as a refusal, once it is in the log. */
  report(error: unknown, event: H3Event): AppError;
  /** What bodies of strangers count against. */
  budget: BodyBudget;
}

/** Calls in one request: a page that begins asks for five or six. */
const mostCalls = 10;

/** As under `/api`: what one reader is told is nobody else's, wherever it passes. */
const unkept = { 'Cache-Control': 'no-store' };

/**
 * Mounts the procedures under `/trpc`, for programs with tRPC's own client. Bodies are read as under `/api`: once the guard has
 * let the caller through, within the same bounds of size and time.
 */
export function mountTrpc(app: H3, { router, contextOf, report, budget }: Calls): void {
  app.all('/trpc/**', async (event) => {
    const context: Context = { ...contextOf(event), begun: [] };
    const called = calledRoutes(event);
    const refusal = refusalOf(event, called, context.caller.isAdmin);
    if (refusal) {
      report(refusal, event);
      return refusedResponse(refusal);
    }
    const response = await fetchRequestHandler({
      endpoint: '/trpc',
      req: withLimitedBody(event, called, context.caller.isAdmin ? undefined : budget),
      router,
      createContext: () => context,
      maxBatchSize: mostCalls,
      onError: ({ error }) => void report(error, event),
      responseMeta: ({ errors }) => ({ headers: { ...unkept, ...retryAfter(errors.map(toAppError)) } }),
    });
    // An answer that streams begins before its calls have ended, and a cookie that is set later is lost.
    if (event.req.method !== 'GET') await Promise.allSettled(context.begun ?? []);
    return response;
  });
}

/** The rows of the calls that the address names; `undefined` for a name that is none. */
function calledRoutes({ url }: H3Event): (RestRoute | undefined)[] {
  const path = decodePath(url.pathname.replace(/^\/trpc\/|\/$/g, ''));
  const names = url.searchParams.get('batch') === '1' ? path.split(',') : [path];
  const byName: Partial<Record<string, RestRoute>> = routes;
  return names.map((name) => (Object.hasOwn(routes, name) ? byName[name as ProcedureName] : undefined));
}

/** As tRPC reads it; what cannot be decoded names no call. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** What cannot be done here, said before anything is: tRPC would do it first and then have no way to send the answer. */
function refusalOf(
  { req }: H3Event,
  called: readonly (RestRoute | undefined)[],
  isAdmin: boolean,
): AppError | undefined {
  if (called.length > mostCalls)
    return new AppError('INVALID', `Al massimo ${mostCalls} chiamate in una richiesta.`);
  // Who may not call is told so, and no more.
  const own = called.filter((route) => route && (route.access === 'anyone' || isAdmin));
  const file = own.find((route) => route?.kind === 'download' || route?.kind === 'multipart');
  if (file) {
    return new AppError(
      'WRONG_TYPE',
      `I file non passano da /trpc: questa chiamata è ${file.method} /api${file.path}.`,
    );
  }
  const stream = own.find((route) => route?.kind === 'stream');
  if (stream && req.headers.get('trpc-accept') !== 'application/jsonl') {
    return new AppError(
      'WRONG_TYPE',
      `Questa chiamata risponde poco per volta: usa httpBatchStreamLink, oppure ${stream.method} /api${stream.path}.`,
    );
  }
  return undefined;
}

function refusedResponse(refusal: AppError): Response {
  const error = new TRPCError({ code: toTRPCCode(refusal.code), message: refusal.message, cause: refusal });
  const shape = getTRPCErrorShape({
    config: trpcConfig,
    error,
    type: 'unknown',
    path: undefined,
    input: undefined,
    ctx: undefined,
  });
  return Response.json({ error: shape }, { status: refusal.status, headers: unkept });
}

/** The longest wait that a refusal names. */
function retryAfter(refusals: readonly AppError[]): Record<string, string> {
  const seconds = Math.max(0, ...refusals.map((refusal) => refusal.retryAfter ?? 0));
  return seconds > 0 ? { 'Retry-After': String(seconds) } : {};
}

/** The request as tRPC's handler reads it, with a body that comes through our own reader. */
function withLimitedBody(
  event: H3Event,
  called: readonly (RestRoute | undefined)[],
  budget: BodyBudget | undefined,
): Request {
  const { method, url, headers, signal } = event.req;
  // Only a caller who is signed in may send what the author's calls take.
  const limits = called.map((route) =>
    budget && route?.access === 'author' ? 0 : (route?.bodyLimit ?? defaultBodyLimit),
  );
  const limit = Math.max(defaultBodyLimit, ...limits);
  const json = () => readJsonObject(event, limit, budget);
  const formData = () => Promise.reject(new AppError('WRONG_TYPE'));
  return { method, url, headers, signal, body: null, json, formData } as unknown as Request;
}
