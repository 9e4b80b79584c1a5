import { useEffect } from 'react';
import { lampCount } from './lamp-board.tsx';
import './sheets.css';
import { playSound } from './sound-switch.ts';

export interface LampEvent {
  from: number;
  to: number;
  onClose(): void;
}

/** How long the whole takes, in milliseconds: the tube goes dark, the lamps come on, the words are there again. */
const lasts = 2_000;

/**
 * A code has been accepted: the lamps of its sections come on, one after the other. It lies over the words and takes nothing
 * that is pressed; what is said of it is said by the notice and by the log.
 */
export function RedeemEvent({ from, to, onClose }: LampEvent) {
  useEffect(() => {
    playSound('relay');
    const timers = [setTimeout(onClose, lasts), setTimeout(() => playSound('lamp'), 700)];
    return () => timers.forEach(clearTimeout);
    // From its coming to its going; what is passed in meanwhile changes nothing.
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
