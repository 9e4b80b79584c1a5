import { currentBook } from '#client/current-book.ts';
import { PageHead, siteOrigin } from '#client/page-head.tsx';
import { structuredData } from './structured-data.ts';

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
      {/*
       * A data block is never executed: `script-src` does not apply. Rendered on the server only, for consumers of
       * HTML.
       */}
      <script
        type="application/ld+json"
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? structuredData(siteOrigin()) : '' }}
      />
    </>
  );
}
