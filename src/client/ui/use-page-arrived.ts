import { useEffect, useState } from 'react';

/** True once the page has loaded and is idle, to defer decoration. */
export function usePageArrived(): boolean {
  const [arrived, setArrived] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const settle = () => {
      // Safari has no requestIdleCallback.
      if ('requestIdleCallback' in window) requestIdleCallback(() => setArrived(true), { timeout: 3000 });
      else setTimeout(() => setArrived(true), 1000);
    };
    if (document.readyState === 'complete') settle();
    else window.addEventListener('load', settle, { once: true, signal: controller.signal });
    return () => controller.abort();
  }, []);
  return arrived;
}
