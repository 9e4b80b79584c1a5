import { useEffect } from 'react';

const placeKey = 'luogo';

/** What a reader's place is told by. */
const blocks = '.text :is(p, li, tr, figure, .section-head, .formula)';

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

/** Keeps what is read a third down the window there when its width changes, as when a phone is turned. */
export function usePlaceOnTurn(): void {
  useEffect(() => {
    let place: { block: Element; part: number } | undefined;
    const remember = () => {
      const block = document.elementFromPoint(innerWidth / 2, innerHeight / 3)?.closest(blocks);
      if (!block) return;
      const { top, height } = block.getBoundingClientRect();
      place = { block, part: (innerHeight / 3 - top) / height };
    };
    let width = innerWidth;
    const restore = () => {
      if (innerWidth !== width && place?.block.isConnected) {
        const { top, height } = place.block.getBoundingClientRect();
        scrollBy({ top: top + place.part * height - innerHeight / 3, behavior: 'instant' });
      }
      width = innerWidth;
    };
    addEventListener('scroll', remember, { passive: true });
    addEventListener('resize', restore);
    return () => {
      removeEventListener('scroll', remember);
      removeEventListener('resize', restore);
    };
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
