import { lazy, Suspense, type ReactNode } from 'react';
import { useNotices } from './notice-store.ts';
import { usePageArrived } from './use-page-arrived.ts';

const NoticeRegion = lazy<() => ReactNode>(async () => {
  try {
    return { default: (await import('./notice-region.tsx')).NoticeRegion };
  } catch {
    // A line that breaks just now must not take the page with it.
    return { default: () => null };
  }
});

/** The notices: they come with the first one, or when the page has arrived, so that their key finds their region. */
export function Notices() {
  const notices = useNotices();
  const arrived = usePageArrived();
  if (notices.length === 0 && !arrived) return null;
  return (
    <Suspense>
      <NoticeRegion />
    </Suspense>
  );
}
