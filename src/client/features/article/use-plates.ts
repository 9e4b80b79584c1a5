import { type RefObject, useEffect } from 'react';

/** Plates nearer than this to the window are loaded at once; the others when the browser is idle. */
const nearby = '1200px 0px';

/** Plates narrower than this, in CSS pixels, show their composition for telephones; as in `article.css`. */
const narrowWidth = 480;

/**
 * Sets the plates of the page inline, so that their lettering is text: it takes the page's fonts, and the browser's
 * search finds it. They are images loaded by their address, and stay out of the script. Photographs follow the last
 * plate: whoever prints waits for none.
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
    // One plate in each idle moment: drawing them all at once would hold the page.
    let waiting: HTMLElement[] = [];
    let cancelIdle = () => {};
    const loadNext = async () => {
      if (unmount.signal.aborted) return;
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

/** The drawings a plate needs, the one to be seen first; the wide one also where it is narrow: on paper and enlarged. */
function drawingsFor(plate: HTMLElement): string[] {
  const { plate: wide = '', narrowPlate } = plate.dataset;
  return narrowPlate && plate.clientWidth < narrowWidth ? [narrowPlate, wide] : [wide];
}

function hasDrawing(plate: HTMLElement, address: string): boolean {
  const isNarrow = address === plate.dataset.narrowPlate;
  return plate.querySelector(`:scope > svg${isNarrow ? '[data-narrow]' : ':not([data-narrow])'}`) !== null;
}

/** @throws when the file does not arrive; the plate keeps its description and is asked for again at the next occasion */
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
    const timer = setTimeout(task, 2000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(task, { timeout: 4000 });
  return () => cancelIdleCallback(handle);
}
