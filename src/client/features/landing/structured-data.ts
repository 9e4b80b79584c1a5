import { book } from '#content/book.ts';
import { landing } from '#content/landing.ts';

/**
 * The book for search engines (schema.org/Book), as the text of a JSON-LD block.
 *
 * @param origin of this site; where it is not known addresses start at its root
 */
export function structuredData(origin: string): string {
  const whole = (address: string) => {
    if (address.startsWith('#')) return `${origin}/${address}`;
    return address.startsWith('/') ? origin + address : address;
  };
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Book',
    name: book.title,
    alternativeHeadline: book.subtitle,
    author: { '@type': 'Person', name: book.author },
    inLanguage: 'it',
    genre: book.genre,
    description: book.description,
    image: whole(book.cover.src),
    url: whole('/'),
    potentialAction: { '@type': 'BuyAction', target: whole(landing.purchase.address) },
    workExample: {
      '@type': 'Audiobook',
      name: landing.audiobook.title,
      inLanguage: 'it',
      duration: `PT${Math.floor(landing.audiobook.seconds / 60)}M${landing.audiobook.seconds % 60}S`,
      contentUrl: whole(landing.audiobook.audio),
    },
  };
  // A `</script>` in a text would end the block: `<` is written so that no parser sees it.
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
