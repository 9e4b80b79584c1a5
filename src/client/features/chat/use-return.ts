import { useEffect, useEffectEvent } from 'react';

/** After this many milliseconds without news a touch counts as a return: the window may have stayed in front. */
const stillness = 120_000;
/** A return fires several events: debounce, in milliseconds. */
const once = 1_000;

/**
 * Calls `refresh` when the reader returns to the tab or window, by Back, or by the first touch after a pause: they may
 * have used another device.
 *
 * @param checkedAt time of the last news
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
