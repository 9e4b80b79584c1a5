import { lazy, Suspense } from 'react';
import { useNotices } from './notice-store.ts';
import { usePageArrived } from './use-page-arrived.ts';

const NoticeRegion = lazy(async () => ({ default: (await import('./notice-region.tsx')).NoticeRegion }));

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
