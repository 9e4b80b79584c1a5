import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { protagonist } from '../../../content/book.ts';
import { conversation } from './conversation-store.ts';
import type { LogItem } from './conversation.ts';
import { LogRow } from './log-row.tsx';
import { useLogScroll } from './use-log-scroll.ts';

/** Up to here the whole log is in the page, where the browser's own search finds it; beyond, what is near. */
const wholeUpTo = 300;

interface MessageLogProps {
  items: readonly LogItem[];
  /** Whether the history is known: until then there is no place to return to. */
  isReady: boolean;
  /** Changes when the reader sends: the log then goes to its bottom. */
  newestTurn: number | undefined;
  /** What stands above and below the messages. */
  children: [above: ReactNode, below: ReactNode];
}

/** The conversation, oldest message first. Only the rows in view are in the page when it is long. */
export function MessageLog(props: MessageLogProps) {
  // A log that waits for its history is another log: the place to return to exists only then.
  return <Log key={String(props.isReady)} {...props} />;
}

function Log({ items, isReady, newestTurn, children: [above, below] }: MessageLogProps) {
  const list = useRef<HTMLOListElement>(null);
  const [startPlace] = useState(() => (isReady ? conversation.readingPlace() : undefined));
  const [listTop, setListTop] = useState(0);
  const [countWhenLeft, setCountWhenLeft] = useState(items.length);

  const { scroller, content, isAtBottom, toBottom } = useLogScroll(startPlace?.top, (top) => {
    if (isReady)
      conversation.leaveAt(top === undefined ? undefined : { top, measurements: rows.takeSnapshot() });
  });

  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 110,
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: items.length <= wholeUpTo ? wholeUpTo : 8,
    scrollMargin: listTop,
    initialOffset: startPlace?.top ?? 0,
    initialMeasurementsCache: startPlace?.measurements ?? [],
  });

  useLayoutEffect(() => setListTop(list.current?.offsetTop ?? 0), [above]);

  const followedTurn = useRef(newestTurn);
  useEffect(() => {
    if (newestTurn !== undefined && newestTurn !== followedTurn.current) toBottom();
    followedTurn.current = newestTurn;
  }, [newestTurn, toBottom]);

  if (isAtBottom && countWhenLeft !== items.length) setCountWhenLeft(items.length);
  const unread = Math.max(0, items.length - countWhenLeft);

  const visible = rows.getVirtualItems();
  const before = (visible[0]?.start ?? listTop) - listTop;
  const after = rows.getTotalSize() - ((visible.at(-1)?.end ?? listTop) - listTop);

  return (
    <div className="terminal-log-frame">
      <div
        ref={scroller}
        role="log"
        aria-label={`Conversazione con ${protagonist.name}`}
        aria-live="off"
        tabIndex={0}
        className="terminal-log"
      >
        <div ref={content} className="terminal-log-content">
          {above}
          <ol ref={list} style={{ paddingTop: before, paddingBottom: Math.max(0, after) }}>
            {visible.map(({ index, key }) => {
              const item = items[index];
              return (
                item && (
                  <LogRow
                    key={key}
                    item={item}
                    index={index}
                    count={items.length}
                    previousAt={items[index - 1]?.at}
                    measure={rows.measureElement}
                  />
                )
              );
            })}
          </ol>
          {below}
        </div>
      </div>
      {!isAtBottom && (
        <button type="button" className="terminal-key terminal-to-bottom" onClick={toBottom}>
          {unread > 0
            ? `${unread === 1 ? '1 NUOVO MESSAGGIO' : `${unread} NUOVI MESSAGGI`} ↓`
            : 'TORNA IN FONDO ↓'}
        </button>
      )}
    </div>
  );
}
