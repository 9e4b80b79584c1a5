/** What changed in one tab and must be looked at anew in the others. */
export type TabNews = 'conversation' | 'level';

/** Older browsers have none: their other tabs find the change on the next visit. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('conversation');

/** Tells the reader's other tabs. */
export function tellTabs(news: TabNews): void {
  channel?.postMessage(news);
}

/** Hears what other tabs did; returns how to stop. */
export function hearTabs(listen: (news: TabNews) => void): () => void {
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    if (data === 'conversation' || data === 'level') listen(data);
  };
  channel?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
}
