import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { protagonist } from '#content/book.ts';
import { articleSlugs } from '#shared/pages.ts';
import { coverNames, inventedWords } from '../support/first-book-names.ts';
import { projectFiles } from '../support/repository.ts';

/** Sources of the program: not what its author writes, and not what checks or measures this very book. */
const sources = projectFiles().filter(
  (path) =>
    /^(src|scripts|deploy)\/|^[^/]+\.(ts|mjs)$/.test(path) &&
    /\.(ts|tsx|mjs|css|html|sh|svg|webmanifest)$|Caddyfile|\.service$/.test(path) &&
    !path.startsWith('src/content/') &&
    !/\.test\.tsx?$/.test(path) &&
    // The specified paths of the articles (specification, section 2) have a page and a sheet of styles each.
    !articleSlugs.some(
      (slug) => path === `src/client/routes/${slug}.tsx` || path.endsWith(`/articles/${slug}.css`),
    ),
);

test('no source names this book, its author or anybody in it', () => {
  const invented = inventedWords();
  expect(invented).toContain('kivgiq');
  expect(coverNames).toEqual(expect.arrayContaining(['Ferro', 'Linea Alta', 'Nilak', 'Sarti']));
  expect(sources.length).toBeGreaterThan(500);
  const paths = new RegExp(articleSlugs.join('|'), 'gi');
  const named = sources.flatMap((path) => {
    const text = readFileSync(path, 'utf8').replace(paths, '');
    const words = new Set(text.toLowerCase().match(/\p{L}+/gu));
    const found = [
      ...invented.filter((word) => words.has(word)),
      ...coverNames.filter((name) => new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, 'u').test(text)),
      ...(words.has(protagonist.name.toLowerCase()) ? [protagonist.name] : []),
    ];
    return found.length > 0 ? [`${path}: ${[...new Set(found)].join(', ')}`] : [];
  });
  expect(named).toEqual([]);
});
