import { type RefObject, useEffect } from 'react';

/** Plates nearer than this load at once, the others when the browser is idle. */
const nearby = '1200px 0px';

/** Below this width in CSS pixels plates show their narrow composition; same as in `article.css`. */
const narrowWidth = 480;

/**
 * Inlines the SVG plates, so that their lettering is searchable text in the page's fonts. Photographs load after the
 * last plate, so that printing does not wait for them.
 */
export function usePlates(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const plates = [...(root.current?.querySelectorAll<HTMLElement>('[data-plate]') ?? [])];
    const unmount = new AbortController();
    const started = new Set<string>();
    const load = async (plate: HTMLElement, addresses: readonly string[]) => {
      for (const address of addresses) {
        if (started.has(address) || hasDrawing(plate, address)) continue;
        started.add(address);
        await addDrawing(plate, address, unmount.signal).catch(() => started.delete(address));
      }
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const plate = target as HTMLElement;
          if (isIntersecting) void load(plate, drawingsFor(plate).slice(0, 1));
        }
      },
      { rootMargin: nearby },
    );
    for (const plate of plates) observer.observe(plate);
    const photos = [...(root.current?.querySelectorAll<HTMLImageElement>('.figure-photo img') ?? [])];
    const fetchPhotos = () => photos.forEach((photo) => (photo.loading = 'eager'));
    const loadAll = () => {
      plates.forEach((plate) => void load(plate, drawingsFor(plate)));
      fetchPhotos();
    };
    // One plate per idle period: inserting all at once would block the main thread. A busy browser has none for seconds on end.
    let waiting: HTMLElement[] = [];
    let cancelIdle = () => {};
    const loadNext = async () => {
      if (unmount.signal.aborted) return;
      while (waiting[0] && isDrawn(waiting[0])) waiting.shift();
      const next = waiting.shift();
      if (!next) return savesData() ? undefined : fetchPhotos();
      await load(next, drawingsFor(next));
      cancelIdle = whenIdle(() => void loadNext());
    };
    const loadIdly = () => {
      waiting = [...plates];
      cancelIdle();
      cancelIdle = whenIdle(() => void loadNext());
    };
    loadIdly();
    addEventListener('resize', loadIdly);
    addEventListener('beforeprint', loadAll);
    return () => {
      cancelIdle();
      observer.disconnect();
      removeEventListener('resize', loadIdly);
      removeEventListener('beforeprint', loadAll);
      unmount.abort();
    };
  }, [root]);
}

/** Drawings of a plate, visible one first; print and zoom need the wide one even on narrow screens. */
function drawingsFor(plate: HTMLElement): string[] {
  const { plate: wide = '', narrowPlate } = plate.dataset;
  return narrowPlate && plate.clientWidth < narrowWidth ? [narrowPlate, wide] : [wide];
}

function isDrawn(plate: HTMLElement): boolean {
  return drawingsFor(plate).every((address) => hasDrawing(plate, address));
}

function hasDrawing(plate: HTMLElement, address: string): boolean {
  const isNarrow = address === plate.dataset.narrowPlate;
  return plate.querySelector(`:scope > svg${isNarrow ? '[data-narrow]' : ':not([data-narrow])'}`) !== null;
}

/** @throws when the file does not load; the plate keeps its description and is retried later */
async function addDrawing(plate: HTMLElement, address: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(response.statusText);
  plate.querySelector('noscript')?.remove();
  plate.insertAdjacentHTML('beforeend', await response.text());
  plate.lastElementChild?.toggleAttribute('data-narrow', address === plate.dataset.narrowPlate);
  plate.removeAttribute('role');
  plate.removeAttribute('aria-label');
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 1000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(task, { timeout: 1000 });
  return () => cancelIdleCallback(handle);
}
