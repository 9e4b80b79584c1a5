import type { PublicBook } from '#shared/contracts/book.ts';
import { bookElementId } from '#shared/pages.ts';

let current: PublicBook | undefined;

/** The book of this site, which came with the page. Call it while rendering, never at module load. */
export function currentBook(): PublicBook {
  current ??= JSON.parse(document.getElementById(bookElementId)?.textContent ?? '') as PublicBook;
  return current;
}

/** Label of the machines in the book's world: the line's name, or the title. */
export const plateOf = ({ book, landing }: PublicBook) => landing.line.name || book.title;

export function setCurrentBook(book: PublicBook): void {
  current = book;
}
