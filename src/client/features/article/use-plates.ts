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
    const started = new WeakSet<Element>();
    const load = async (plate: HTMLElement) => {
      if (started.has(plate) || plate.querySelector('svg')) return;
      started.add(plate);
      await setPlate(plate, left.signal).catch(() => started.delete(plate));
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) void load(target as HTMLElement);
      },
      { rootMargin: nearby },
    );
    for (const plate of plates) observer.observe(plate);
    const loadAll = () => plates.forEach((plate) => void load(plate));
    // One plate in each idle moment: drawing them all at once would hold the page.
    const waiting = [...plates];
    let cancelIdle = () => {};
    const loadNext = async () => {
      const next = waiting.shift();
      if (!next || left.signal.aborted) return;
      await load(next);
      cancelIdle = whenIdle(() => void loadNext());
    };
    cancelIdle = whenIdle(() => void loadNext());
    addEventListener('beforeprint', loadAll);
    return () => {
      cancelIdle();
      observer.disconnect();
      removeEventListener('beforeprint', loadAll);
      left.abort();
    };
  }, [root]);
}

/** @throws when the file does not arrive; the plate keeps its description and is asked for again at the next occasion */
async function setPlate(plate: HTMLElement, signal: AbortSignal): Promise<void> {
  const response = await fetch(plate.dataset.plate ?? '', { signal });
  if (!response.ok) throw new Error(response.statusText);
  plate.innerHTML = await response.text();
  plate.removeAttribute('role');
  plate.removeAttribute('aria-label');
}

function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 2000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(task, { timeout: 4000 });
  return () => cancelIdleCallback(handle);
}
