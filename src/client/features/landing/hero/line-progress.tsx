import { currentBook } from '#client/current-book.ts';

/** How far down the page the reader is; a train goes ahead where the book has a journey. */
export function LineProgress() {
  const { from, to } = currentBook().landing.line;
  return (
    <div className="line" aria-hidden="true">
      {(from || to) && (
        <svg viewBox="0 0 64 12" className="line-train">
          <path d="M2 3h12v6H2zM17 3h12v6H17zM32 3h12v6H32z" />
          <path d="M47 2h9q5 1 7 7H47z" />
        </svg>
      )}
    </div>
  );
}
