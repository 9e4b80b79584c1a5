import { useEffect, useState } from 'react';
import type { Conversation } from './conversation-state.ts';

/** Long enough for a screen reader to take it up, in milliseconds. */
const lifetime = 5_000;

/**
 * Gives complete messages to screen readers. The log itself is silent: it would spell out a reply piece by
 * piece, and read old messages again as they scroll into view.
 */
export function Announcer({ announcement }: { announcement: Conversation['announcement'] }) {
  const [spokenId, setSpokenId] = useState(announcement?.id);
  const isFresh = announcement !== undefined && announcement.id !== spokenId;
  useEffect(() => {
    if (!isFresh) return undefined;
    const timer = setTimeout(() => setSpokenId(announcement.id), lifetime);
    return () => clearTimeout(timer);
  }, [isFresh, announcement]);
  return (
    <div className="sr-only" aria-live="polite" aria-atomic="true">
      {isFresh && announcement.text}
    </div>
  );
}
