import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { createQueryClient, serverCalls, trpc } from './trpc.ts';

/** One per tab, created on first use: pages share fetched data. */
let queryClient: QueryClient | undefined;

/**
 * Provides queries and mutations. Wraps the parts that call the server, not the application: plain pages do not
 * download it.
 *
 * @param calls client with its own links
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
