/** What changed in one tab and must be fetched again in the others. */
type TabChange = 'conversation' | 'level';

let channel: BroadcastChannel | undefined;
try {
  channel = new BroadcastChannel('conversation');
} catch {
  // Older browsers have none, and who blocks every cookie is refused it: other tabs then find the change on the next visit.
}

/** Tells the reader's other tabs. */
export function broadcastChange(change: TabChange): void {
  channel?.postMessage(change);
}

/** Listens to the reader's other tabs. @returns a function that stops */
export function listenToTabs(listen: (change: TabChange) => void): () => void {
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    if (data === 'conversation' || data === 'level') listen(data);
  };
  channel?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
}
