import { useEffect, type RefObject } from 'react';

/**
 * Tells an element how much of the window a phone's keyboard leaves free, as `--visible-height` and
 * `--visible-top`: Safari neither resizes the page for the keyboard nor knows `interactive-widget`.
 */
export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    const { style } = element.current ?? {};
    if (!viewport || !style) return undefined;
    const measure = () => {
      // Pinched open, the visible part is a magnifying glass over the page, not the page's size.
      const isZoomed = viewport.scale > 1.01;
      style.setProperty('--visible-height', isZoomed ? '' : `${viewport.height}px`);
      style.setProperty('--visible-top', isZoomed ? '' : `${viewport.offsetTop}px`);
    };
    // Until a keyboard comes all is free, as the style sheet says; to ask would lay the page out twice as it is taken up.
    if (document.activeElement !== document.body) measure();
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
    };
  }, [element]);
}
