import { inPartsAttribute, takenUpEvent } from '#shared/boot.ts';

/** Sections that `styles/main.css` may leave unrendered below the first screen; the home page's first is as long as the rest, its footer small. */
const partsOf = () => [
  ...document.querySelectorAll<HTMLElement>('main > section, .text > section, .book > :nth-child(n + 3)'),
];

/**
 * On a phone, a visit to the top of a page first lays out the visible part only: fonts arrive one after another, and
 * each would cause a layout of the whole document. After hydration the rest follows, one section per idle frame.
 * Anchors, reloads and Back need the full height at once.
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
  // A jump within the page would miss its target across unrendered sections.
  addEventListener('click', endAtLinks, true);

  const layOut = ([next, ...others]: HTMLElement[]) => {
    if (!next || !root.hasAttribute(inPartsAttribute)) return end();
    keepPlace(() => (next.style.contentVisibility = 'visible'));
    // One idle period can run several callbacks, whose layout would all happen in the next frame.
    requestAnimationFrame(() => whenIdle(() => layOut(others)));
  };
  addEventListener(
    takenUpEvent,
    () => void document.fonts.ready.then(() => whenIdle(() => layOut(partsOf()))),
    { once: true },
  );
}

/** Undoes what a change of layout does to the reader's place: browsers' scroll anchoring misses some, Safari has none. */
function keepPlace(change: () => void): void {
  const part = partsOf().find((each) => each.getBoundingClientRect().bottom > 0);
  const topOf = () => part?.getBoundingClientRect().top ?? 0;
  const before = topOf();
  change();
  const shift = topOf() - before;
  if (shift !== 0) scrollBy({ top: shift, behavior: 'instant' });
}

function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 1000 });
  else setTimeout(task, 50);
}
