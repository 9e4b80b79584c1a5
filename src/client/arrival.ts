import type { AppRouter } from './router.tsx';

/**
 * Moves screen reader users to the new page's heading, or to the address's anchor, without scrolling. Not on the first
 * page, which the browser announces, nor within a page (`#`, search), where the focus stays.
 */
export function announceArrivals(router: AppRouter): void {
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    const target = document.getElementById(toLocation.hash) ?? document.querySelector<HTMLElement>('h1');
    if (!target) return;
    // Temporary: a permanently focusable heading would take the focus at every click.
    if (!target.hasAttribute('tabindex')) {
      target.tabIndex = -1;
      target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
    }
    target.style.outline = 'none';
    target.focus({ preventScroll: true });
  });
}
