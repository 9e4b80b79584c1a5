import { useEffect, useEffectEvent } from 'react';

/** After this many milliseconds without news a touch counts as a return: the window may have stayed in front. */
const touchThrottleMs = 120_000;
/** A return fires several events: minimum age of the last news, in milliseconds. */
const returnThrottleMs = 1_000;

/**
 * Calls `refresh` when the reader returns to the tab or window, by Back, or by the first touch after a pause: they may
 * have used another device.
 *
 * @param checkedAt time of the last news; one ahead of the clock, which was wrong then, is as old as it is ahead
 */
export function useReturn(checkedAt: number, refresh: () => void): void {
  const refreshAfter = useEffectEvent((minAgeMs: number) => {
    if (document.visibilityState === 'visible' && Math.abs(Date.now() - checkedAt) >= minAgeMs) refresh();
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const onReturn = () => refreshAfter(returnThrottleMs);
    const onTouch = () => refreshAfter(touchThrottleMs);
    document.addEventListener('visibilitychange', onReturn, { signal });
    for (const type of ['focus', 'pageshow']) addEventListener(type, onReturn, { signal });
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, onTouch, { signal });
    return () => controller.abort();
  }, []);
}
