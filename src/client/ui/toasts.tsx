import { lazy, Suspense, type ReactNode } from 'react';
import { useToasts } from './toast-store.ts';
import { usePageArrived } from './use-page-arrived.ts';

const ToastRegion = lazy<() => ReactNode>(async () => {
  try {
    return { default: (await import('./toast-region.tsx')).ToastRegion };
  } catch {
    // A line that breaks just now must not take the page with it.
    return { default: () => null };
  }
});

/** The toasts: they come with the first one, or when the page has arrived, so that their key finds their region. */
export function Toasts() {
  const toasts = useToasts();
  const arrived = usePageArrived();
  if (toasts.length === 0 && !arrived) return null;
  return (
    <Suspense>
      <ToastRegion />
    </Suspense>
  );
}
