import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { AppRouter } from './router.tsx';
import { Toasts } from './ui/toasts.tsx';

/** The whole application: the same tree when a page is rendered at build time and when a browser takes it up. */
export function App({ router }: { router: AppRouter }) {
  return (
    <StrictMode>
      <RouterProvider router={router} />
      <Toasts />
    </StrictMode>
  );
}
