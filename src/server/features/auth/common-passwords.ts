import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { book, protagonist } from '#content/book.ts';

/** What this site's visitors know anyway, and would try. */
const siteWords = [
  book.title,
  ...book.title.split(' '),
  protagonist.name,
  'admin',
  'libro',
  'password',
  'romanzo',
  'autore',
];

let checker: Promise<ZxcvbnFactory> | undefined;

/** The 49,000 commonest passwords and what is made of them take 25 MB: only who changes a password waits for them. */
async function loadChecker(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

/**
 * How soon a password is found by who tries common ones, words, names of this book, dates, keys side by side and what people do
 * to them: 0 (among the first thousand) to 4 (not in ten thousand million), as zxcvbn says it. Tells nobody.
 *
 * @param bookWords of the book that is published here; those of the built-in one count anyway
 */
export async function passwordStrength(password: string, bookWords: readonly string[] = []): Promise<number> {
  const result = await (checker ??= loadChecker());
  return result.check(password, [...siteWords, ...bookWords]).score;
}
