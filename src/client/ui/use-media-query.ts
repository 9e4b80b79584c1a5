import { useSyncExternalStore } from 'react';

/** Follows changes; false without a browser. */
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

export function useReducedMotion(): boolean {
  return useMediaQuery('(prefers-reduced-motion: reduce)');
}

/** `prefers-reduced-data` or the browser's data saver. */
export function useReducedData(): boolean {
  const prefersReduced = useMediaQuery('(prefers-reduced-data: reduce)');
  const saving = useSyncExternalStore(never, savesData, () => false);
  return prefersReduced || saving;
}

const never = () => () => {};

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
