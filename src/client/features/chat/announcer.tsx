import { useEffect, useState } from 'react';
import type { Conversation } from './conversation-store.ts';

/** Long enough for a screen reader to take it up, in milliseconds. */
const lifetime = 5_000;

/**
 * Says complete messages to screen readers. The log itself is silent: it would spell out a reply piece by
 * piece, and read old messages again as they scroll into view.
 */
export function Announcer({ announcement }: { announcement: Conversation['announcement'] }) {
  const [heardId, setHeardId] = useState(announcement?.id);
  const isFresh = announcement !== undefined && announcement.id !== heardId;
  useEffect(() => {
    if (!isFresh) return undefined;
    const timer = setTimeout(() => setHeardId(announcement.id), lifetime);
    return () => clearTimeout(timer);
  }, [isFresh, announcement]);
  return (
    <div className="sr-only" aria-live="polite" aria-atomic="true">
      {isFresh && announcement.text}
    </div>
  );
}
