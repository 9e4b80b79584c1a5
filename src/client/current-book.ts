import type { PublicBook } from '#shared/contracts/book.ts';
import { bookElementId } from '#shared/pages.ts';

let current: PublicBook | undefined;

/** The book of this site, which came with the page. Asked for where it is shown, never when a module loads. */
export function currentBook(): PublicBook {
  current ??= JSON.parse(document.getElementById(bookElementId)?.textContent ?? '') as PublicBook;
  return current;
}

/** What stands on the machines of the book's world: the name of its line, or the title where there is none. */
export const plateOf = ({ book, landing }: PublicBook) => landing.line.name || book.title;

/** Before a page is drawn on the server, and in tests. */
export function setCurrentBook(book: PublicBook): void {
  current = book;
}
