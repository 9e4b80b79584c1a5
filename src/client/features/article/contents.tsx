import type { ContentsEntry } from '#shared/article.ts';

interface ContentsProps {
  entries: readonly ContentsEntry[];
  active: string | null;
  /** On small screens only; on wide ones the list is always visible. */
  open: boolean;
  onFollow(): void;
}

export function Contents({ entries, active, open, onFollow }: ContentsProps) {
  const activeSection = sectionOf(entries, active);
  return (
    <nav id="indice" className="contents" aria-label="Indice" data-open={open}>
      <p className="contents-title" aria-hidden="true">
        Indice
      </p>
      <ol>
        {entries.map((entry) => (
          <li
            key={entry.id}
            data-level={entry.level}
            data-folded={entry.level === 3 && sectionOf(entries, entry.id) !== activeSection}
          >
            <a
              href={`#${entry.id}`}
              aria-current={entry.id === active ? 'location' : undefined}
              data-within={entry.id === activeSection}
              onClick={onFollow}
            >
              {entry.number && <span className="contents-number">{entry.number}</span>}
              <span>{entry.title}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function sectionOf(entries: readonly ContentsEntry[], id: string | null): string | null {
  const place = entries.findIndex((entry) => entry.id === id);
  return entries.slice(0, place + 1).findLast((entry) => entry.level === 2)?.id ?? null;
}
