import { useEffect } from 'react';

const placeKey = 'luogo';

/** Saves the scroll position on `pagehide`, for a reload. */
export function useKeptPlace(): void {
  useEffect(() => {
    const keep = () => {
      try {
        sessionStorage.setItem(placeKey, JSON.stringify([location.href, scrollY]));
      } catch {
        // Storage may be full or blocked.
      }
    };
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, []);
}

/** Saved position in pixels from the top, once, after a reload of this address; else null. */
export function takeReloadedPlace(): number | null {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type !== 'reload') return null;
  try {
    const [address, place] = JSON.parse(sessionStorage.getItem(placeKey) ?? '[]') as [string?, number?];
    sessionStorage.removeItem(placeKey);
    return address === location.href && place !== undefined ? place : null;
  } catch {
    return null;
  }
}
