import { currentBook } from '#client/current-book.ts';
import { TerminalBar } from './terminal-bar.tsx';

interface LampBoardProps {
  maxSection: number;
  reached: number;
  onChooseLevel(level: number): void;
  onClose(): void;
}

/** The public section count, at least the unlocked ones. */
export function lampCount(reached: number): number {
  return Math.max(currentBook().book.sections ?? 0, reached);
}

/** One lamp per section, lit up to the level. Locked sections show only that they exist, which is public. */
export function LampBoard({ maxSection, reached, onChooseLevel, onClose }: LampBoardProps) {
  const count = lampCount(reached);
  return (
    <TerminalBar id="board" label="Quadro delle lampade" title="QUADRO DELLE LAMPADE" onClose={onClose}>
      <ol className="terminal-lamps">
        {Array.from({ length: count }, (_, index) => index + 1).map((section) => (
          <li key={section}>
            {section <= reached ? (
              <button
                type="button"
                className="terminal-lamp"
                data-lit={section <= maxSection}
                aria-pressed={section === maxSection}
                aria-label={`${String(section).padStart(2, '0')}: sezione ${section}, ${section <= maxSection ? 'accesa' : 'sbloccata'}: rileggi da qui`}
                onClick={() => onChooseLevel(section)}
              >
                {String(section).padStart(2, '0')}
              </button>
            ) : (
              <span className="terminal-lamp">
                <span className="sr-only">Sezione </span>
                {String(section).padStart(2, '0')}
                <span className="sr-only">, spenta</span>
              </span>
            )}
          </li>
        ))}
      </ol>
      <p className="terminal-hint">{boardText(maxSection, reached, count)}</p>
    </TerminalBar>
  );
}

function boardText(maxSection: number, reached: number, count: number): string {
  if (reached === 0) return 'TUTTE SPENTE. LA PRIMA SI ACCENDE CON UN CODICE DEL LIBRO: [AUTH].';
  const lit = maxSection === 0 ? 'NESSUNA ACCESA' : `ACCESE FINO ALLA ${maxSection}`;
  const limit = maxSection < reached ? `, SBLOCCATE FINO ALLA ${reached}` : '';
  return `${lit}${limit}, SU ${count}. PREMI UNA LAMPADA PER RILEGGERE DA LÌ.`;
}
