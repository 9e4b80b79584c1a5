import { useEffect, useRef } from 'react';
import type { OlderMessages as Older } from './use-older.ts';

/** Loads older messages near the top; the button is for readers who do not scroll, and after a failure. */
export function OlderMessages({ hasMore, isLoading, hasFailed, load }: Older) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!hasMore || isLoading || hasFailed || !place.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load());
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [hasMore, isLoading, hasFailed, load]);

  if (!hasMore) return null;
  return (
    <p ref={place} className="terminal-retry">
      <button type="button" className="terminal-key" disabled={isLoading} onClick={load}>
        {isLoading ? 'RICEZIONE…' : '[MESSAGGI PRECEDENTI]'}
      </button>
      {hasFailed && <span role="status"> NON ARRIVANO: RIPROVA.</span>}
    </p>
  );
}
