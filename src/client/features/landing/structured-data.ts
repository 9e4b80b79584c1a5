import { book, landing } from '../../../content/book.ts';

/**
 * The book for search engines (schema.org/Book), as the text of a JSON-LD block.
 *
 * @param origin of this site, for addresses that must be whole
 */
export function structuredData(origin: string): string {
  const whole = (path: string) => new URL(path, origin).href;
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
