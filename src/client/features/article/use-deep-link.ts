import { useEffect, useLayoutEffect, useRef } from 'react';
import { takeReloadedPlace, useKeptPlace } from './kept-place.ts';

/**
 * Keeps the address and the place on the page together: opens at the section the address names, and writes the
 * section being read into the address.
 */
export function useDeepLink(active: string | null): void {
  useOpenAtFragment();
  useKeptPlace();
  const moved = useRef(false);
  const page = useRef('');

  useEffect(() => {
    page.current = location.pathname;
    const mark = () => {
      moved.current = true;
    };
    addEventListener('scroll', mark, { once: true, passive: true });
    return () => removeEventListener('scroll', mark);
  }, []);

  useEffect(() => {
    // Before the first scroll the address is the reader's wish, not yet the place on the page.
    // While the reader leaves, the address is already another page's.
    if (!moved.current || location.pathname !== page.current) return;
    const address = active ? `#${active}` : location.pathname + location.search;
    if (location.hash === (active ? address : '')) return;
    // The prototype's own method: the router listens on the instance, and would load the route anew at every section.
    History.prototype.replaceState.call(history, history.state, '', address);
  }, [active]);
}

function useOpenAtFragment(): void {
  useLayoutEffect(() => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return undefined;
    const place = takeReloadedPlace();
    const open = () => {
      if (place === null) target.scrollIntoView({ behavior: 'instant' });
      else scrollTo({ top: place, behavior: 'instant' });
    };
    open();
    // Type that arrives late moves the text; the reader's first gesture ends the corrections.
    const gestures = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;
    const settled = new AbortController();
    for (const gesture of gestures) {
      addEventListener(gesture, () => settled.abort(), { once: true, passive: true, signal: settled.signal });
    }
    void document.fonts.ready.then(() => {
      if (!settled.signal.aborted) open();
      settled.abort();
    });
    return () => settled.abort();
  }, []);
}
