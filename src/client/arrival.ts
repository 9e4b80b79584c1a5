import type { AppRouter } from './router.tsx';

/**
 * Takes who cannot see that the page is another one to its heading, or to where the address points; the view stays where the
 * router puts it. The first page is the browser's to announce; on one page (a `#`, a search) the focus is the reader's.
 */
export function announceArrivals(router: AppRouter): void {
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    const target = document.getElementById(toLocation.hash) ?? document.querySelector<HTMLElement>('h1');
    if (!target) return;
    // Only for now: what can have the focus would take it at every click.
    if (!target.hasAttribute('tabindex')) {
      target.tabIndex = -1;
      target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
    }
    target.style.outline = 'none';
    target.focus({ preventScroll: true });
  });
}
