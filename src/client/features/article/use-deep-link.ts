import { useEffect, useLayoutEffect, useRef } from 'react';
import { takeReloadedPlace, useKeptPlace, usePlaceOnTurn } from './kept-place.ts';

/**
 * Syncs address and scroll position: scrolls to the address's section, and writes the current section into the address.
 */
export function useDeepLink(active: string | null): void {
  useOpenAtFragment();
  useKeptPlace();
  usePlaceOnTurn();
  const hasScrolled = useRef(false);
  const page = useRef('');

  useEffect(() => {
    page.current = location.pathname;
    const mark = () => {
      hasScrolled.current = true;
    };
    addEventListener('scroll', mark, { once: true, passive: true });
    return () => removeEventListener('scroll', mark);
  }, []);

  useEffect(() => {
    // Before the first scroll the address is still a request; during navigation it is already the next page's.
    if (!hasScrolled.current || location.pathname !== page.current) return;
    const address = active ? `#${active}` : location.pathname + location.search;
    if (location.hash === (active ? address : '')) return;
    // Prototype method: the router patches the instance's and would reload the route at every section.
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
    // Late fonts move the text; the reader's first gesture ends the corrections.
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
