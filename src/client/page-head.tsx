import { useEffect } from 'react';
import type { BookPicture } from '../shared/contracts/book.ts';
import { originMark } from '../shared/pages.ts';
import { currentBook } from './current-book.ts';
import { takenUpEvent } from '../shared/boot.ts';

/** The site's public origin, such as `https://libro.example`; empty when the author has not told it. */
export function siteOrigin(): string {
  return import.meta.env.SSR ? originMark : (document.documentElement.dataset.origin ?? '');
}

interface PageHeadProps {
  title: string;
  description: string;
  path: string;
  type?: 'book' | 'article' | 'website';
  image?: BookPicture;
}

/** Title, description, the page's one address and the card for messaging programs. React puts them into the head. */
export function PageHead({ title, description, path, type = 'website', image }: PageHeadProps) {
  // Every page has a head, taken up in one go with all that the page shows. Later than the effects beside it: what was
  // typed meanwhile is known by then.
  useEffect(() => {
    queueMicrotask(() => dispatchEvent(new Event(takenUpEvent)));
  }, []);
  const origin = siteOrigin();
  const { book } = currentBook();
  const picture = image ?? book.shareImage;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {origin && <link rel="canonical" href={origin + path} />}
      <meta property="og:type" content={type} />
      <meta property="og:locale" content="it_IT" />
      <meta property="og:site_name" content={book.title} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {origin && <meta property="og:url" content={origin + path} />}
      {picture && <meta property="og:image" content={origin + picture.src} />}
      {picture && <meta property="og:image:width" content={String(picture.width)} />}
      {picture && <meta property="og:image:height" content={String(picture.height)} />}
      {picture && <meta property="og:image:alt" content={picture.alt} />}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
