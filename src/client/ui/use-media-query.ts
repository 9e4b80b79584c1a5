import { useSyncExternalStore } from 'react';

/** Whether a media query holds now; the component follows its changes. False where there is no browser. */
function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** The reader asked for less movement. */
export function useReducedMotion(): boolean {
  return useMediaQuery('(prefers-reduced-motion: reduce)');
}

/** The reader pays for data or has little of it: `prefers-reduced-data` or the browser's data saver. */
export function useReducedData(): boolean {
  const prefersReduced = useMediaQuery('(prefers-reduced-data: reduce)');
  const saving = useSyncExternalStore(never, savesData, () => false);
  return prefersReduced || saving;
}

const never = () => () => {};

/** Whether the browser's data saver is on. */
export function savesData(): boolean {
  if (typeof navigator === 'undefined' || !('connection' in navigator)) return false;
  const { connection } = navigator;
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  );
}
