import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { book } from '../book.ts';
import type { Article, ArticleCard, ArticleMeta } from './article.ts';
import { withAssets } from './assets.ts';
import { compileArticle } from './compile-article.ts';
import { readCatalogue } from './figures.ts';
import { readFrontMatter } from './front-matter.ts';

const request = /^(.*\/article\.md)\?article$/;

/**
 * `import article from '…/article.md?article'` gives the compiled article. Text and formulas become HTML when the
 * site is built, so no parser travels to the browser. In the browser's build the plates stay files of their own,
 * which the page loads by address and sets inline; in the server's build they stand in the HTML already.
 */
export function articles(): Plugin {
  return {
    name: 'articles',
    load: {
      filter: { id: /\/article\.md\?article$/ },
      handler(id, options) {
        const path = request.exec(id)?.[1];
        if (!path) return undefined;
        const folder = dirname(path);
        const library = readLibrary(dirname(folder));
        for (const file of [path, join(folder, 'figures.json')]) this.addWatchFile(file);
        return articleModule(folder, library, options?.ssr === true);
      },
    },
  };
}

function articleModule(folder: string, library: readonly ArticleMeta[], forServer: boolean): string {
  const slug = basename(folder);
  const place = library.findIndex((meta) => meta.slug === slug);
  const cards = library.map(({ slug, title, subtitle }): ArticleCard => ({ slug, title, subtitle }));
  const { meta, text } = readArticle(folder);
  try {
    const compiled = compileArticle({
      meta,
      text,
      figures: readCatalogue(readFileSync(join(folder, 'figures.json'), 'utf8')),
      pages: cards.map((card) => card.slug),
      readPlate: forServer ? (id) => readFileSync(join(folder, 'figures', `${id}.svg`), 'utf8') : undefined,
    });
    const article: Article = {
      ...compiled,
      pageTitle: `${meta.title} · ${book.title}`,
      previous: cards[place - 1] ?? null,
      next: cards[place + 1] ?? null,
      pages: cards,
    };
    return withAssets(JSON.stringify(article), folder);
  } catch (error) {
    throw new Error(`${slug}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** The front matter of every page, in the order of the encyclopedia: a new page costs a folder. */
function readLibrary(root: string): ArticleMeta[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => readArticle(join(root, entry.name)).meta)
    .sort((a, b) => a.order - b.order);
}

function readArticle(folder: string): { meta: ArticleMeta; text: string } {
  return readFrontMatter(readFileSync(join(folder, 'article.md'), 'utf8'), basename(folder));
}
