import { currentBook } from '#client/current-book.ts';
import { noShop } from '#shared/pages.ts';

/** JSON-LD of the book (schema.org/Book). @param origin of this site; empty gives relative addresses */
export function structuredData(origin: string): string {
  const { book, landing } = currentBook();
  const { purchase, audiobook } = landing;
  const absolute = (address: string) => {
    if (address.startsWith('#')) return `${origin}/${address}`;
    return address.startsWith('/') ? origin + address : address;
  };
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Book',
    name: book.title,
    alternativeHeadline: book.subtitle || undefined,
    author: book.author ? { '@type': 'Person', name: book.author } : undefined,
    inLanguage: 'it',
    genre: book.genre || undefined,
    isbn: purchase.isbn || undefined,
    description: book.description,
    image: book.cover && absolute(book.cover.src),
    url: absolute('/'),
    potentialAction: { '@type': 'BuyAction', target: absolute(purchase.address || noShop) },
    workExample: audiobook.audio
      ? {
          '@type': 'Audiobook',
          name: audiobook.title,
          inLanguage: 'it',
          duration: `PT${Math.floor(audiobook.seconds / 60)}M${Math.round(audiobook.seconds) % 60}S`,
          contentUrl: absolute(audiobook.audio),
        }
      : undefined,
  };
  // Escapes `<`, because `</script>` would end the block.
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
