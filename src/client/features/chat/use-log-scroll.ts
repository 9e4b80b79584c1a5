import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Within this many pixels of its end the log follows new content. */
const bottomSlack = 48;

const gestures = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

interface LogScroll {
  scroller: RefObject<HTMLDivElement | null>;
  /** Growing content; its size and the scroller's are observed. */
  content: RefObject<HTMLDivElement | null>;
  isAtBottom: boolean;
  toBottom(): void;
}

/**
 * Keeps the log at the bottom while the reader is there, and anchored otherwise.
 *
 * @param startAt initial position in pixels; `undefined` for the bottom
 * @param onLeave receives the last position on unmount (`undefined`: at the bottom)
 */
export function useLogScroll(
  startAt: number | undefined,
  onLeave: (top: number | undefined) => void,
): LogScroll {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isAtBottom, setIsAtBottom] = useState(startAt === undefined);
  const isFollowing = useRef(startAt === undefined);
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });

  const toBottom = useCallback(() => {
    isFollowing.current = true;
    setIsAtBottom(true);
    const element = scroller.current;
    element?.scrollTo({ top: element.scrollHeight, behavior: 'instant' });
  }, []);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !content.current) return undefined;
    let lastTop = startAt ?? 0;
    /** The row at the top, and how far into it, as a share of its height. */
    let reading: { row: Element; share: number } | undefined;
    const notePlace = () => {
      const { top } = element.getBoundingClientRect();
      const row = [...element.querySelectorAll('li')].find(
        (candidate) => candidate.getBoundingClientRect().bottom > top,
      );
      if (!row) return;
      const box = row.getBoundingClientRect();
      reading = { row, share: (top - box.top) / box.height };
    };
    const findPlace = () => {
      if (!reading) return;
      const box = reading.row.getBoundingClientRect();
      element.scrollTop += box.top + reading.share * box.height - element.getBoundingClientRect().top;
    };
    let lastSize = '';
    let sizeSeen = '';
    const sizeOf = () => `${element.clientWidth} ${element.clientHeight}`;
    // A reader who stops just above the end stays there until new content arrives.
    let isByReader = false;
    const byReader = () => {
      isByReader = true;
    };
    for (const gesture of gestures) element.addEventListener(gesture, byReader, { passive: true });
    const place = () => {
      isByReader = false;
      const top = isFollowing.current ? element.scrollHeight : lastTop;
      element.scrollTo({ top, behavior: 'instant' });
      lastTop = element.scrollTop;
      lastSize = sizeOf();
    };
    const onScroll = () => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      const distance = scrollHeight - clientHeight - scrollTop;
      // Only upward scrolling by the reader unlocks the bottom: growing content and rotating a phone look alike.
      const isUpwards = scrollTop < lastTop;
      const isMoved = isByReader || sizeOf() === lastSize;
      if (distance <= bottomSlack) isFollowing.current = true;
      else if (isUpwards && isMoved) isFollowing.current = false;
      // Not where a new size has put the rows.
      if (sizeOf() === sizeSeen) notePlace();
      lastTop = scrollTop;
      lastSize = sizeOf();
      setIsAtBottom(isFollowing.current);
    };
    const sizes = new ResizeObserver(() => {
      if (isFollowing.current) place();
      else if (sizeOf() !== sizeSeen) findPlace();
      sizeSeen = sizeOf();
    });
    place();
    // The router restores scroll positions after this effect: override it.
    const frame = requestAnimationFrame(() => {
      place();
      onScroll();
      element.addEventListener('scroll', onScroll, { passive: true });
      sizes.observe(element);
      if (content.current) sizes.observe(content.current);
    });
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('scroll', onScroll);
      for (const gesture of gestures) element.removeEventListener(gesture, byReader);
      sizes.disconnect();
      leave.current(isFollowing.current ? undefined : lastTop);
    };
  }, [startAt]);

  return { scroller, content, isAtBottom, toBottom };
}
