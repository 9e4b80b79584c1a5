import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { createQueryClient, serverCalls, trpc } from './trpc.ts';

/** One for the whole tab, created when first needed: what a page has fetched is there for the next. */
let queryClient: QueryClient | undefined;

/**
 * Gives its children the server's queries and mutations. It stands around what asks the server and not around
 * the application: a reader of plain pages never downloads it.
 *
 * @param calls the client of the procedures, where calls pass through links of their own
 */
export function ServerProvider({
  calls = serverCalls,
  children,
}: {
  calls?: typeof serverCalls;
  children: ReactNode;
}) {
  const [client] = useState(() => (queryClient ??= createQueryClient()));
  return (
    <trpc.Provider client={calls} queryClient={client}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
