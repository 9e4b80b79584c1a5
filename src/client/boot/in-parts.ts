import { inPartsAttribute, takenUpEvent } from '#shared/boot.ts';

/** What `styles/main.css` may leave undrawn below the first screen; the footer of the home page is small. */
const partsOf = () => [...document.querySelectorAll<HTMLElement>('main > section, .text > section')];

/**
 * On a phone, a visit that begins at the head of a page is laid out as far as it shows: type arrives in several moments, and
 * each would lay the whole document out again. The rest follows once the application has taken the page up, a part in each
 * frame that leaves an idle moment. An address with a place, a reload and a way back need the whole page's height at once.
 */
export function layOutInParts(): void {
  const root = document.documentElement;
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (location.hash || visit?.type !== 'navigate' || !matchMedia('(width < 48rem)').matches) return;
  root.setAttribute(inPartsAttribute, '');

  const endAtLinks = (event: Event) => (event.target as Element).closest('a') && end();
  const end = () => {
    root.removeAttribute(inPartsAttribute);
    removeEventListener('click', endAtLinks, true);
  };
  // A way within the page goes past what is not laid out, and would end beside its place.
  addEventListener('click', endAtLinks, true);

  const layOut = ([next, ...others]: HTMLElement[]) => {
    if (!next || !root.hasAttribute(inPartsAttribute)) return end();
    next.style.contentVisibility = 'visible';
    // One idle moment has room for several callbacks, and the next frame would lay out all of theirs at once.
    requestAnimationFrame(() => whenIdle(() => layOut(others)));
  };
  addEventListener(
    takenUpEvent,
    () => void document.fonts.ready.then(() => whenIdle(() => layOut(partsOf()))),
    { once: true },
  );
}

function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 1000 });
  else setTimeout(task, 50);
}
