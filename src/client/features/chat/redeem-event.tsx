import { useEffect } from 'react';
import { lampCount } from './lamp-board.tsx';
import './sheets.css';
import { playSound } from './sound-switch.ts';

export interface LampEvent {
  from: number;
  to: number;
  onClose(): void;
}

const durationMs = 2_000;

/** Animation for an accepted code. An overlay without pointer events; toast and log carry the message. */
export function RedeemEvent({ from, to, onClose }: LampEvent) {
  useEffect(() => {
    playSound('relay');
    const timers = [setTimeout(onClose, durationMs), setTimeout(() => playSound('lamp'), 700)];
    return () => timers.forEach(clearTimeout);
    // Runs once per mount; later props are ignored.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const fresh = Math.max(1, to - from);
  return (
    <div className="terminal-event" aria-hidden="true">
      <ol className="terminal-lamps">
        {Array.from({ length: lampCount(to) }, (_, index) => index + 1).map((section) => (
          <li key={section}>
            <span
              className="terminal-lamp"
              data-lit={section <= from || undefined}
              data-lighting={(section > from && section <= to) || undefined}
              style={{ animationDelay: `${500 + ((section - from - 1) * 700) / fresh}ms` }}
            >
              {String(section).padStart(2, '0')}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
