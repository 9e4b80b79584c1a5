import { useEffect, useEffectEvent } from 'react';

/** After so long without news, in milliseconds, a touch counts as coming back: the window may have stayed in front all along. */
const stillness = 120_000;
/** A return brings several events at once; one look is enough. */
const once = 1_000;

/**
 * Calls `refresh` when the reader comes back to this page: to its tab, its window, with Back, or with the first touch after a long
 * stillness. Meanwhile they may have talked on another device, of which nothing here hears.
 *
 * @param checkedAt when there were news last, as a time
 */
export function useReturn(checkedAt: number, refresh: () => void): void {
  const look = useEffectEvent((least: number) => {
    if (document.visibilityState === 'visible' && Date.now() - checkedAt >= least) refresh();
  });
  useEffect(() => {
    const here = new AbortController();
    const { signal } = here;
    const onReturn = () => look(once);
    const onTouch = () => look(stillness);
    document.addEventListener('visibilitychange', onReturn, { signal });
    for (const type of ['focus', 'pageshow']) addEventListener(type, onReturn, { signal });
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, onTouch, { signal });
    return () => here.abort();
  }, []);
}
