import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { observable } from '@trpc/server/observable';
// The client knows the server by its types alone.
import type { AppRouter } from '../server/api/router.ts';
import { restTable, type ProcedureName } from '../shared/rest.ts';
import { ApiError } from './api-error.ts';
import { request } from './request.ts';

export const trpc = createTRPCReact<AppRouter>();

export type RouterInputs = inferRouterInputs<AppRouter>;
export type RouterOutputs = inferRouterOutputs<AppRouter>;

/** For the `trpc.context` of a query: a 401 becomes an empty result (`null`) instead of an error. */
export const emptyWhenSignedOut = { on401: 'empty' } as const;

/** The address of a procedure: its path's parts joined with `/`, with the input's `:id` in its place. */
function locate(name: ProcedureName, input: unknown): { method: string; url: string; body: unknown } {
  const { method, path } = restTable[name];
  const fields: Record<string, unknown> = typeof input === 'object' && input !== null ? { ...input } : {};
  const parts = path.split('/').map((part) => {
    if (!part.startsWith(':')) return part;
    const value = String(fields[part.slice(1)]);
    delete fields[part.slice(1)];
    return encodeURIComponent(value);
  });
  const hasBody = method !== 'GET' && method !== 'DELETE' && input !== undefined;
  return { method, url: ['/api', ...parts.filter(Boolean)].join('/'), body: hasBody ? fields : undefined };
}

/** Speaks the site's `/api` addresses instead of tRPC's own protocol: one table for both sides. */
const restLink: TRPCLink<AppRouter> = () => {
  return ({ op }) =>
    observable((observer) => {
      const { method, url, body } = locate(op.path as ProcedureName, op.input);
      request(method, url, body, op.signal ?? undefined)
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

/** The server's procedures, for calls that no query or mutation keeps. */
export const serverCalls = createTRPCClient<AppRouter>({ links: [restLink] });

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
