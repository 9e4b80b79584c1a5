import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { observable } from '@trpc/server/observable';
// The client knows the server by its types alone.
import type { AppRouter } from '../server/api/router.ts';
import { restTable, type ProcedureName, type RestRoute } from '../shared/rest.ts';
import { fillPath, paramOf } from './addresses.ts';
import { ApiError, refuseFailure } from './api-error.ts';

export const trpc = createTRPCReact<AppRouter>();

export type RouterInputs = inferRouterInputs<AppRouter>;
export type RouterOutputs = inferRouterOutputs<AppRouter>;

/** What a call may pass through on its way to the server. */
export type ServerLink = TRPCLink<AppRouter>;

/** For the `trpc.context` of a query: a 401 becomes an empty result (`null`) instead of an error. */
export const emptyWhenSignedOut = { on401: 'empty' } as const;

/** How a procedure is called: its path takes its parameters out of the input, the rest is the body. */
export function toRequest(
  name: ProcedureName,
  input: unknown,
): { method: string; url: string; body: Record<string, unknown> | undefined } {
  const { method, path } = restTable[name];
  const body: Record<string, unknown> = typeof input === 'object' && input !== null ? { ...input } : {};
  const params: Record<string, string> = {};
  for (const param of path.split('/').flatMap((part) => paramOf(part) ?? [])) {
    params[param] = String(body[param]);
    delete body[param];
  }
  const queryFields = new URLSearchParams();
  for (const field of (restTable[name] as RestRoute).query ?? []) {
    const value = body[field];
    if (typeof value === 'string') queryFields.set(field, value);
    delete body[field];
  }
  const hasBody = method !== 'GET' && method !== 'DELETE' && input !== undefined;
  const query = queryFields.size > 0 ? `?${queryFields}` : '';
  return { method, url: fillPath(path, params) + query, body: hasBody ? body : undefined };
}

/**
 * Calls a procedure at its REST address, with credentials. The JSON answer is parsed, except after DELETE or a 204.
 *
 * @throws ApiError when the answer is not a success; TypeError when there is no answer
 */
async function request(name: ProcedureName, input: unknown, signal: AbortSignal | null): Promise<unknown> {
  const { method, url, body } = toRequest(name, input);
  const response = await fetch(url, {
    method,
    credentials: 'include',
    signal,
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  await refuseFailure(response);
  return method === 'DELETE' || response.status === 204 ? undefined : response.json();
}

/** Speaks the site's `/api` addresses instead of tRPC's own protocol: one table for both sides. */
const restLink: ServerLink = () => {
  return ({ op }) =>
    observable((observer) => {
      request(op.path as ProcedureName, op.input, op.signal ?? null)
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
};

/** A client of the server's procedures. @param links what every call passes through first */
export const createServerCalls = (...links: ServerLink[]) =>
  createTRPCClient<AppRouter>({ links: [...links, restLink] });

/** The server's procedures, for calls that no query or mutation keeps. */
export const serverCalls = createServerCalls();

/** The defaults of the specification's section 7. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        refetchInterval: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        gcTime: 5 * 60 * 1000,
      },
      mutations: { retry: false },
    },
  });
}
