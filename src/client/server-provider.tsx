import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { createQueryClient, serverCalls, trpc } from './trpc.ts';

/** Made when first needed; one for the whole tab, so that what a page has fetched is there for the next. */
let shared: QueryClient | undefined;

/**
 * Gives its children the server's queries and mutations. It stands around what asks the server and not around
 * the application: whoever only reads never downloads it.
 */
export function ServerProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(() => (shared ??= createQueryClient()));
  return (
    <trpc.Provider client={serverCalls} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
