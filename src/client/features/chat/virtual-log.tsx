import { useVirtualizer } from '@tanstack/react-virtual';
import { LogFrame, type LogProps } from './log-frame.tsx';
import type { UseLogRows } from './log-rows.ts';

const useVirtualRows: UseLogRows = ({ items, scroller, listTop, startPlace }) => {
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 110,
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 8,
    scrollMargin: listTop,
    initialOffset: startPlace?.top ?? 0,
    initialMeasurementsCache: startPlace?.measurements ?? [],
  });
  const visible = rows.getVirtualItems();
  return {
    visible,
    before: (visible[0]?.start ?? listTop) - listTop,
    after: Math.max(0, rows.getTotalSize() - ((visible.at(-1)?.end ?? listTop) - listTop)),
    measure: rows.measureElement,
    snapshot: () => rows.takeSnapshot(),
  };
};

/** A long log: only the rows near the view are in the page. */
export function VirtualLog(props: LogProps) {
  return <LogFrame {...props} useRows={useVirtualRows} />;
}
