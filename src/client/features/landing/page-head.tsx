import { book } from '../../../content/book.ts';
import { structuredData } from './structured-data.ts';

/** Title, description, the card for messaging programs and the book for search engines. */
export function PageHead() {
  const { origin } = window.location;
  const title = `${book.title}. ${book.subtitle} · ${book.author}`;
  const image = book.shareImage;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={book.description} />
      <link rel="canonical" href={`${origin}/`} />
      <meta property="og:type" content="book" />
      <meta property="og:locale" content="it_IT" />
      <meta property="og:site_name" content={book.title} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={book.description} />
      <meta property="og:url" content={`${origin}/`} />
      <meta property="og:image" content={`${origin}${image.src}`} />
      <meta property="og:image:width" content={String(image.width)} />
      <meta property="og:image:height" content={String(image.height)} />
      <meta property="og:image:alt" content={image.alt} />
      <meta property="book:author" content={book.author} />
      <meta name="twitter:card" content="summary_large_image" />
      {/* A data block: it is never executed, so `script-src` does not concern it. */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structuredData(origin) }} />
    </>
  );
}
