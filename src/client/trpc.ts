import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, TRPCClientError, type Operation, type TRPCLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { observable } from '@trpc/server/observable';
// The client imports types of the server only.
import type { AppRouter } from '../server/api/router.ts';
import { readerRoutes } from '../shared/reader-routes.ts';
import type { RestRoute } from '../shared/rest-route.ts';
import { fillPath, paramOf } from './addresses.ts';
import { ApiError, refuseFailure } from './api-error.ts';

export const trpc = createTRPCReact<AppRouter>();

export type RouterInputs = inferRouterInputs<AppRouter>;
export type RouterOutputs = inferRouterOutputs<AppRouter>;

export type ServerLink = TRPCLink<AppRouter>;

/** `trpc.context` of a query: a 401 gives `null` instead of an error. */
export const emptyWhenSignedOut = { on401: 'empty' } as const;

/** Rows of the REST table by procedure, as many as a page needs. */
type Routes = Readonly<Record<string, RestRoute>>;

/**
 * Builds a request from a procedure's input: path parameters, the rest in the body.
 *
 * @throws Error when there is no row for the procedure
 */
export function toRequest(
  routes: Routes,
  name: string,
  input: unknown,
): { method: string; url: string; body: Record<string, unknown> | undefined } {
  const route = routes[name];
  if (!route) throw new Error(`No address of ${name} here`);
  const { method, path } = route;
  const body: Record<string, unknown> = typeof input === 'object' && input !== null ? { ...input } : {};
  const params: Record<string, string> = {};
  for (const param of path.split('/').flatMap((part) => paramOf(part) ?? [])) {
    params[param] = String(body[param]);
    delete body[param];
  }
  const queryFields = new URLSearchParams();
  for (const field of route.query ?? []) {
    const value = body[field];
    if (typeof value === 'string') queryFields.set(field, value);
    delete body[field];
  }
  const hasBody = method !== 'GET' && method !== 'DELETE' && input !== undefined;
  const query = queryFields.size > 0 ? `?${queryFields}` : '';
  return { method, url: fillPath(path, params) + query, body: hasBody ? body : undefined };
}

/** Last refusal of each address that was read. */
const refusals = new Map<string, ApiError>();

/**
 * Calls a procedure at its REST address, with credentials. The JSON response is parsed, except after DELETE or a 204.
 * What `Retry-After` asks to wait for is not read before: until then the call fails with that refusal.
 *
 * @throws ApiError when the response is not a success; TypeError without a response
 */
async function request(routes: Routes, { path: name, input, signal }: Operation): Promise<unknown> {
  const { method, url, body } = toRequest(routes, name, input);
  const refusal = refusals.get(url);
  if (method === 'GET' && refusal?.retryAt && Date.now() < refusal.retryAt) throw refusal;
  const response = await fetch(url, {
    method,
    credentials: 'include',
    signal: signal ?? null,
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  await refuseFailure(response).catch((error: ApiError) => {
    refusals.set(url, error);
    throw error;
  });
  return method === 'DELETE' || response.status === 204 ? undefined : response.json();
}

/** Uses the site's `/api` addresses instead of tRPC's protocol. */
const restLink =
  (routes: Routes): ServerLink =>
  () =>
  ({ op }) =>
    observable((observer) => {
      request(routes, op)
        .catch((error: unknown) => {
          if (op.context.on401 === 'empty' && error instanceof ApiError && error.status === 401) return null;
          throw error;
        })
        .then(
          (data) => {
            observer.next({ result: { data } });
            observer.complete();
          },
          (error: unknown) => {
            observer.error(TRPCClientError.from(error instanceof Error ? error : new Error(String(error))));
          },
        );
    });

/** @param links links that every call passes first */
export const createServerCalls = (routes: Routes, ...links: ServerLink[]) =>
  createTRPCClient<AppRouter>({ links: [...links, restLink(routes)] });

/** Readers' calls; the author's have the whole table. */
export const serverCalls = createServerCalls(readerRoutes);

/** Defaults of specification, section 7. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // Offline a call fails at once, instead of waiting silently.
        networkMode: 'always',
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        gcTime: 5 * 60 * 1000,
      },
      mutations: { retry: false },
    },
  });
}
