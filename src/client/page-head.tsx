import { useEffect } from 'react';
import type { BookPicture } from '../shared/contracts/book.ts';
import { originMark } from '../shared/pages.ts';
import { currentBook } from './current-book.ts';
import { takenUpEvent } from '../shared/boot.ts';

/** Public origin, such as `https://libro.example`; empty when unknown. */
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

/** Title, description, canonical address and social card; React moves them into the head. */
export function PageHead({ title, description, path, type = 'website', image }: PageHeadProps) {
  // Runs after the effects of siblings, which read text typed before hydration.
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
