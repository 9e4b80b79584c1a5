import codex from '#content/articles/codex/article.md?article';
import { currentBook, plateOf } from '#client/current-book.ts';
import { SilentLine } from '#client/ui/silent-line.tsx';

/** Offline page for pages that are not cached. It runs without scripts. */
export function OfflineScreen() {
  const current = currentBook();
  const { book, encyclopedia } = current;
  const keptPages = [{ slug: '', title: book.title }, ...(encyclopedia ? codex.pages : [])];
  return (
    <SilentLine plate={plateOf(current)} title="La linea tace">
      <title>{`La linea tace · ${book.title}`}</title>
      <meta name="robots" content="noindex" />
      <p>
        Sul filo non arriva niente: manca la rete. Questa pagina non l’hai con te.{' '}
        {encyclopedia
          ? 'L’enciclopedia e la pagina del libro sì, sono rimaste qui.'
          : 'La pagina del libro sì, è rimasta qui.'}
      </p>
      <nav aria-label="Pagine conservate">
        <ul role="list" className="border-t border-t-paper/30">
          {keptPages.map(({ slug, title }) => (
            <li key={slug} className="border-b border-b-paper/30">
              <a
                href={`/${slug}`}
                className="flex items-center min-h-12 [font:600_1.25rem/1.2_var(--font-condensed)] hover:text-lamp"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p className="silence-ways">
        <a href="">Riprova a chiamare</a>
      </p>
    </SilentLine>
  );
}
