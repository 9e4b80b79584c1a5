import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { currentBook } from '#client/current-book.ts';
import { conversation } from './conversation-store.ts';
import type { LogItem } from './conversation.ts';
import { formatDay, isSameDay } from './format.ts';
import { splitByDay } from './log-days.ts';
import { LogRow } from './log-row.tsx';
import { useLogScroll } from './use-log-scroll.ts';

interface LogProps {
  items: readonly LogItem[];
  isReady: boolean;
  olderCount: number;
  /** Changes when the reader sends, which scrolls to the bottom. */
  newestTurn: number | undefined;
  children: [above: ReactNode, below: ReactNode];
}

/** The conversation, oldest first; not virtualised, so that the browser's search works. */
export function MessageLog(props: LogProps) {
  // Remounts once the history is known, because the scroll position can be restored only then.
  return <Log key={String(props.isReady)} {...props} />;
}

const isFirstVisit = (items: readonly LogItem[]) => items.length === 1 && items[0]?.key === 'greeting';

function Log({ items, isReady, olderCount, newestTurn, children: [above, below] }: LogProps) {
  // First-time readers start at the top, at the AI disclosure.
  const [startAt] = useState(() =>
    isReady ? (conversation.readingPlace() ?? (isFirstVisit(items) ? 0 : undefined)) : undefined,
  );
  const [countWhenLeft, setCountWhenLeft] = useState(items.length - olderCount);

  const { scroller, content, isAtBottom, toBottom } = useLogScroll(startAt, (top) => {
    if (isReady) conversation.saveReadingPlace(top);
  });

  // Scroll anchor: keeps the position when older messages are prepended.
  const firstKey = items[0]?.key;
  const anchor = useRef({ firstKey, height: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const { firstKey: key, height } = anchor.current;
    const isGrownAbove = key !== firstKey && items.some((item) => item.key === key);
    if (isGrownAbove && !isAtBottom)
      element.scrollTo({ top: element.scrollTop + element.scrollHeight - height, behavior: 'instant' });
    anchor.current = { firstKey, height: element.scrollHeight };
  }, [firstKey, items, isAtBottom, scroller]);

  const followedTurn = useRef(newestTurn);
  useEffect(() => {
    if (newestTurn !== undefined && newestTurn !== followedTurn.current) toBottom();
    followedTurn.current = newestTurn;
  }, [newestTurn, toBottom]);

  const newest = items.length - olderCount;
  if (isAtBottom && countWhenLeft !== newest) setCountWhenLeft(newest);
  const unread = Math.max(0, newest - countWhenLeft);

  return (
    <div className="terminal-log-frame">
      <div
        ref={scroller}
        role="log"
        aria-label={`Conversazione con ${currentBook().character.name}`}
        aria-live="off"
        tabIndex={0}
        className="h-full overflow-y-auto overscroll-contain [scrollbar-color:var(--phosphor-faint)_transparent] [scrollbar-width:thin] [overflow-anchor:none] [scroll-padding-top:2.75rem] focus-visible:-outline-offset-3!"
      >
        <div
          ref={content}
          className="max-w-[84ch] min-h-full pt-4 px-[0.9rem] pb-5 cabinet:max-w-none cabinet:py-6"
        >
          {above}
          {splitByDay(items).map(({ key, items: ofDay, start }) => (
            <Day key={key} items={ofDay} start={start} count={items.length} />
          ))}
          {below}
        </div>
      </div>
      {!isAtBottom && !isFirstVisit(items) && (
        <button
          type="button"
          className="terminal-key absolute bottom-3 right-[0.9rem] z-2 py-0 px-[1ch] border border-(--phosphor) bg-(--tube) shadow-[0_0_1.5rem_0.5rem_var(--tube)]"
          onClick={toBottom}
        >
          {unread > 0
            ? `${unread === 1 ? '1 NUOVO MESSAGGIO' : `${unread} NUOVI MESSAGGI`} ↓`
            : 'TORNA IN FONDO ↓'}
        </button>
      )}
    </div>
  );
}

function Day({ items, start, count }: { items: readonly LogItem[]; start: number; count: number }) {
  const at = items[0]?.at ?? '';
  return (
    <section>
      {(start > 0 || !isSameDay(at, new Date().toISOString())) && (
        <p className="terminal-day">{formatDay(at)}</p>
      )}
      <ol>
        {items.map((item, index) => (
          <LogRow
            key={item.key}
            item={item}
            index={start + index}
            count={count}
            previousAt={items[index - 1]?.at}
            previousSpeaker={items[index - 1]?.speaker}
          />
        ))}
      </ol>
    </section>
  );
}
