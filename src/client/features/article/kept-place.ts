import { useEffect } from 'react';

const placeKey = 'luogo';

/** Keeps, when the page is put away, how far it was read: reloaded, it opens there and not at its section's head. */
export function useKeptPlace(): void {
  useEffect(() => {
    const keep = () => {
      try {
        sessionStorage.setItem(placeKey, JSON.stringify([location.href, scrollY]));
      } catch {
        // Storage that is full or forbidden costs the place, nothing else.
      }
    };
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, []);
}

/** The place to return to, in pixels from the top, once after a reload of this very address; else null. */
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
