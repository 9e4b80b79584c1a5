import { type RefObject, useEffect } from 'react';

/** Plates nearer than this to the window are loaded at once; the others when the browser is idle. */
const nearby = '1200px 0px';

/**
 * Sets the plates of the page inline, so that their lettering is text: it takes the page's fonts, and the browser's
 * search finds it. They are images loaded by their address, and stay out of the script.
 */
export function usePlates(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const plates = [...(root.current?.querySelectorAll<HTMLElement>('[data-plate]') ?? [])];
    const left = new AbortController();
    const load = (plate: HTMLElement) => setPlate(plate, left.signal);
    const observer = new IntersectionObserver(
      (entries) =>
        entries
          .filter((entry) => entry.isIntersecting)
          .forEach(({ target }) => void load(target as HTMLElement)),
      { rootMargin: nearby },
    );
    for (const plate of plates) observer.observe(plate);
    const loadAll = async () => {
      for (const plate of plates) await load(plate);
    };
    const cancelIdle = whenIdle(() => void loadAll());
    addEventListener('beforeprint', loadAll);
    return () => {
      cancelIdle();
      observer.disconnect();
      removeEventListener('beforeprint', loadAll);
      left.abort();
    };
  }, [root]);
}

async function setPlate(plate: HTMLElement, signal: AbortSignal): Promise<void> {
  const address = plate.dataset.plate;
  if (!address) return;
  delete plate.dataset.plate;
  plate.dataset.source = address;
  try {
    const response = await fetch(address, { signal });
    if (!response.ok) throw new Error(response.statusText);
    const svg = await response.text();
    plate.removeAttribute('role');
    plate.removeAttribute('aria-label');
    plate.innerHTML = svg;
  } catch {
    if (!signal.aborted) plate.dataset.plate = address;
  }
}

function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 2000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(task, { timeout: 4000 });
  return () => cancelIdleCallback(handle);
}
