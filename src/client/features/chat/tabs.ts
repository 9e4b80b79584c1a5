type TabChange = 'conversation' | 'level';

let channel: BroadcastChannel | undefined;
try {
  channel = new BroadcastChannel('conversation');
} catch {
  // Without BroadcastChannel (old browsers, blocked cookies) other tabs notice on the next visit.
}

export function broadcastChange(change: TabChange): void {
  channel?.postMessage(change);
}

/** @returns stops listening */
export function listenToTabs(listen: (change: TabChange) => void): () => void {
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    if (data === 'conversation' || data === 'level') listen(data);
  };
  channel?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
}
