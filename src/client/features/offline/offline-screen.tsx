import { currentBook, plateOf } from '#client/current-book.ts';
import './offline.css';

interface OfflineScreenProps {
  /** The pages that are kept in the browser. */
  kept: readonly { slug: string; title: string }[];
}

/** What the browser shows without a network for a page that it has not kept. No script runs in it. */
export function OfflineScreen({ kept }: OfflineScreenProps) {
  const current = currentBook();
  return (
    <main className="silence">
      <title>{`La linea tace · ${current.book.title}`}</title>
      <meta name="robots" content="noindex" />
      <p
        className="flex flex-wrap gap-x-6 gap-y-1 justify-between pb-3 border-b-2 border-b-terminal-dim text-terminal [font:600_0.8125rem/1.2_var(--font-mono)] tracking-[0.14em] uppercase"
        aria-hidden="true"
      >
        <span>{plateOf(current)}</span>
        <span>Portante assente</span>
      </p>
      <h1>La linea tace</h1>
      <p>
        Sul filo non arriva niente: manca la rete. Questa pagina non l’hai con te.
        {kept.length > 0 && ' L’enciclopedia sì, è rimasta qui.'}
      </p>
      {kept.length > 0 && (
        <nav aria-label="Pagine conservate">
          <ul role="list">
            {kept.map(({ slug, title }) => (
              <li key={slug}>
                <a href={`/${slug}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <p>
        <a
          href=""
          className="inline-flex items-center min-h-12 px-6 [border:2px_solid_currentColor] [font:600_1.125rem/1.2_var(--font-condensed)]"
        >
          Riprova a chiamare
        </a>
      </p>
    </main>
  );
}
