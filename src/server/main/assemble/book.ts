import { builtInBook } from '#content/built-in-book.ts';
import { neutralBook } from '#content/neutral-book.ts';
import { createBookService, type BookService } from '../../features/book/book.service.ts';
import type { Closing } from '../closing.ts';
import type { Env } from '../env.ts';
import type { Data } from './data.ts';
import type { HttpOptions } from './http.ts';

/** The author's book; where it is not the one that the pages were built with, they are drawn before the site answers. */
export async function openBook(
  env: Env,
  { store, images, files }: Data,
  { drawing }: Pick<HttpOptions, 'drawing'>,
  closing: Closing,
): Promise<BookService> {
  const book = createBookService({
    store,
    images,
    files,
    initial: env.DEMO ? builtInBook : neutralBook,
    hasEncyclopedia: env.DEMO,
    draw: drawing?.draw,
    show: drawing?.show,
  });
  closing.add(() => drawing?.close());
  if (book.published !== builtInBook) await book.refresh();
  return book;
}
