import { useEffect, useState } from 'react';

/** True once the page has loaded and has a quiet moment: what only adorns does not compete with what is read. */
export function usePageArrived(): boolean {
  const [arrived, setArrived] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const settle = () => {
      // Not every browser tells when it is idle.
      if ('requestIdleCallback' in window) requestIdleCallback(() => setArrived(true), { timeout: 3000 });
      else setTimeout(() => setArrived(true), 1000);
    };
    if (document.readyState === 'complete') settle();
    else window.addEventListener('load', settle, { once: true, signal: leaving.signal });
    return () => leaving.abort();
  }, []);
  return arrived;
}
