import { expect, it, vi } from 'vitest';
import { setCurrentBook } from '#client/current-book.ts';
import { builtInBook } from '#content/built-in-book.ts';
import { publicBookOf } from '#shared/public-book.ts';
import { structuredData } from './structured-data.ts';

const current = publicBookOf(builtInBook);
const { book } = current;
setCurrentBook(current);

it('describes the book with whole addresses', () => {
  expect(JSON.parse(structuredData('https://ferro.example'))).toMatchObject({
    '@type': 'Book',
    name: book.title,
    author: { name: book.author },
    url: 'https://ferro.example/',
    image: `https://ferro.example${book.cover?.src}`,
  });
});

it('cannot be closed by what an author writes', () => {
  const description = 'Un libro </script><script>alert(1)</script>';
  vi.spyOn(book, 'description', 'get').mockReturnValue(description);
  const text = structuredData('https://ferro.example');
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toMatchObject({ description });
});
