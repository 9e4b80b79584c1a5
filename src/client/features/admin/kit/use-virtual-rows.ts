import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Up to this many rows all are rendered, for the browser's search. */
const renderedWhole = 100;

interface VirtualRow {
  index: number;
  /** Pixel height of the skipped rows before this one. */
  gapBefore: number;
}

/** Virtual scrolling of a long table. The focused row stays rendered, to keep the focus. */
export function useVirtualRows(keys: readonly string[]) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [bodyTop, setBodyTop] = useState(0);
  const [focused, setFocused] = useState<number>();
  const rendersAll = keys.length <= renderedWhole;

  useLayoutEffect(() => {
    const measureTop = () => {
      const top = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
      setBodyTop((previousTop) => (Math.abs(previousTop - top) < 1 ? previousTop : top));
    };
    const observer = new ResizeObserver(measureTop);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const virtualizer = useWindowVirtualizer({
    count: rendersAll ? 0 : keys.length,
    estimateSize: () => 58,
    overscan: 10,
    scrollMargin: bodyTop,
    getItemKey: (index) => keys[index] ?? index,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      if (focused === undefined || focused >= keys.length || indexes.includes(focused)) return indexes;
      return [...indexes, focused].sort((a, b) => a - b);
    },
  });

  const items = virtualizer.getVirtualItems();
  const rows: VirtualRow[] = rendersAll
    ? keys.map((_, index) => ({ index, gapBefore: 0 }))
    : items.map(({ index, start }, i) => ({ index, gapBefore: start - (items[i - 1]?.end ?? bodyTop) }));
  const lastEnd = items.at(-1)?.end ?? bodyTop;

  function focusRow(index: number, action: string): void {
    const target = Math.max(0, Math.min(keys.length - 1, index));
    flushSync(() => setFocused(target));
    const control = body.current?.querySelector<HTMLElement>(
      `[data-index="${target}"] [data-action="${action}"]`,
    );
    control?.focus({ preventScroll: true });
    // Instant: smooth scrolling across ten thousand rows would be slow.
    control?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }

  return {
    body,
    rows,
    gapAfter: rendersAll ? 0 : virtualizer.getTotalSize() + bodyTop - lastEnd,
    measure: rendersAll ? undefined : virtualizer.measureElement,
    onRowFocus: setFocused,
    focusRow,
  };
}
