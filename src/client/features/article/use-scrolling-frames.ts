import { type RefObject, useEffect } from 'react';

/** Makes overflowing tables and formulas focusable, so that the keyboard scrolls them. */
export function useScrollingFrames(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const frames = [
      ...(root.current?.querySelectorAll<HTMLElement>('.table-frame, .formula, .formula-inline') ?? []),
    ];
    const observer = new ResizeObserver((entries) => {
      for (const { target } of entries) {
        const scrolls = target.scrollWidth > target.clientWidth + 1;
        target.toggleAttribute('data-scrolls', scrolls);
        if (scrolls) (target as HTMLElement).tabIndex = 0;
        else target.removeAttribute('tabindex');
      }
    });
    for (const frame of frames) observer.observe(frame);
    return () => observer.disconnect();
  }, [root]);
}
