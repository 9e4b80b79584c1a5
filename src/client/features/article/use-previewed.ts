import { type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react';

/** Delay as for tooltips (specification, section 9), in milliseconds. */
const delay = 700;
const skipWindow = 300;

/** Links with previews: not the contents, not section anchors. */
const previewed = '.text a[href]:not(.section-link, .note-number, .figure-call)';

/**
 * The hovered or focused link. Hover waits for the delay, focus shows at once; the preview stays while hovered and
 * closes with Escape (WCAG 1.4.13).
 */
export function usePreviewed(page: RefObject<HTMLElement | null>) {
  const [link, setLink] = useState<HTMLElement | null>(null);
  const [, follow] = useReducer((moves: number) => moves + 1, 0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hiddenAt = useRef(-Infinity);

  const hold = useCallback(() => clearTimeout(timer.current), []);
  const hide = useCallback((keeps?: (shown: HTMLElement) => boolean) => {
    setLink((shown) => {
      if (!shown || keeps?.(shown)) return shown;
      hiddenAt.current = performance.now();
      return null;
    });
  }, []);
  const wait = useCallback(
    (milliseconds: number, then: () => void) => {
      hold();
      timer.current = setTimeout(then, milliseconds);
    },
    [hold],
  );
  const release = useCallback(() => wait(150, () => hide()), [hide, wait]);

  useEffect(() => {
    const root = page.current;
    if (!root) return undefined;
    const linkOf = (event: Event) =>
      event.target instanceof Element ? event.target.closest<HTMLElement>(previewed) : null;
    const enter = (event: PointerEvent) => {
      const entered = linkOf(event);
      if (!entered || event.pointerType !== 'mouse') return;
      wait(performance.now() - hiddenAt.current < skipWindow ? 0 : delay, () => setLink(entered));
    };
    const leave = (event: Event) => linkOf(event) && release();
    const focus = (event: FocusEvent) => {
      const focused = linkOf(event);
      if (focused?.matches(':focus-visible')) wait(0, () => setLink(focused));
    };
    const leaveNow = () => wait(0, () => hide());
    // Focusing scrolls the link into view afterwards: the preview follows.
    const scrolled = () => {
      hide((shown) => shown.matches(':focus-visible'));
      follow();
    };
    const dismiss = (event: KeyboardEvent) => event.key === 'Escape' && leaveNow();
    const listeners = new AbortController();
    const { signal } = listeners;
    root.addEventListener('pointerover', enter, { signal });
    root.addEventListener('pointerout', leave, { signal });
    root.addEventListener('focusin', focus, { signal });
    root.addEventListener('focusout', leave, { signal });
    root.addEventListener('click', leaveNow, { signal });
    document.addEventListener('keydown', dismiss, { signal });
    addEventListener('scroll', scrolled, { passive: true, signal });
    return () => {
      listeners.abort();
      clearTimeout(timer.current);
    };
  }, [hide, page, release, wait]);

  useEffect(() => {
    link?.setAttribute('aria-describedby', 'anteprima');
    return () => link?.removeAttribute('aria-describedby');
  }, [link]);

  return { link, hold, release };
}
