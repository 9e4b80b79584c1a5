import { useEffect, type RefObject } from 'react';

/**
 * Sets `--visible-height` and `--visible-top` from the visual viewport: Safari neither resizes the page for the
 * keyboard nor supports `interactive-widget`.
 */
export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    const { style } = element.current ?? {};
    if (!viewport || !style) return undefined;
    const measure = () => {
      // With pinch zoom the visual viewport is not the page's size.
      const isZoomed = viewport.scale > 1.01;
      style.setProperty('--visible-height', isZoomed ? '' : `${viewport.height}px`);
      style.setProperty('--visible-top', isZoomed ? '' : `${viewport.offsetTop}px`);
    };
    // Without a keyboard the CSS default holds; measuring would force a second layout during hydration.
    if (document.activeElement !== document.body) measure();
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
    };
  }, [element]);
}
