import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect } from 'react';
import { takenUpEvent } from '../shared/starter.ts';
import type { AppRouter } from './router.tsx';
import { Notices } from './ui/notices.tsx';

/** The whole application: the same tree when a page is rendered at build time and when a browser takes it up. */
export function App({ router }: { router: AppRouter }) {
  useEffect(() => {
    // Not within the effect: a press then has React take up the part of the page that it is for, at once.
    setTimeout(() => dispatchEvent(new Event(takenUpEvent)));
  }, []);
  return (
    <StrictMode>
      <RouterProvider router={router} />
      <Notices />
    </StrictMode>
  );
}
