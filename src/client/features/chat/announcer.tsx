import { useEffect, useState } from 'react';
import type { Conversation } from './conversation-state.ts';

/** Milliseconds that a screen reader needs to pick it up. */
const lifetime = 5_000;

/**
 * Live region for complete messages. The log is not one: it would spell out streamed replies and read old messages
 * again.
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
