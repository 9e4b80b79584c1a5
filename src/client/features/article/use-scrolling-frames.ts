import { type RefObject, useEffect } from 'react';

const selector = '.table-frame, .formula, .formula-inline';

/** Makes overflowing tables and formulas focusable, so that the keyboard scrolls them. */
export function useScrollingFrames(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const frames = [...(root.current?.querySelectorAll(selector) ?? [])];
    const observer = new ResizeObserver((entries) => {
      for (const { target } of entries) {
        const frame = target.closest<HTMLElement>(selector);
        if (!frame) continue;
        const scrolls = frame.scrollWidth > frame.clientWidth + 1;
        frame.toggleAttribute('data-scrolls', scrolls);
        if (scrolls) frame.tabIndex = 0;
        else frame.removeAttribute('tabindex');
      }
    });
    for (const frame of frames) for (const part of [frame, ...frame.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [root]);
}
