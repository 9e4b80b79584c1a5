import { currentBook } from '#client/current-book.ts';
import { PageHead, siteOrigin } from '#client/page-head.tsx';
import { structuredData } from './structured-data.ts';

/** The head of the book's own page, with the book for search engines. */
export function BookHead() {
  const { book } = currentBook();
  const title = [book.title, book.subtitle].filter(Boolean).join('. ');
  return (
    <>
      <PageHead
        title={[title, book.author].filter(Boolean).join(' · ')}
        description={book.description}
        path="/"
        type="book"
      />
      {book.author && <meta property="book:author" content={book.author} />}
      {/* A data block: it is never executed, so `script-src` does not concern it. Only who reads the HTML reads it: a
          browser keeps what came, and does not make it again. */}
      <script
        type="application/ld+json"
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? structuredData(siteOrigin()) : '' }}
      />
    </>
  );
}
