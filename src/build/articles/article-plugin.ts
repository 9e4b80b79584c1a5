import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import type { Article, ArticleCard, ArticleMeta } from '#shared/article.ts';
import { withAssets } from './assets.ts';
import { compileArticle } from './compile-article.ts';
import { readCatalogue } from './figures.ts';
import { readFrontMatter } from './front-matter.ts';
import { pageRange } from './leaves.ts';

const request = /^(.*\/article\.md)\?article$/;

/**
 * `import article from '…/article.md?article'` gives the compiled article: Markdown and formulas become HTML at build
 * time. The browser build emits text and plates as separate files; plates load near the viewport. Server rendering and
 * development have the text in the module, a server of its own the plates too.
 */
export function articles(): Plugin {
  let building = false;
  let prerendering = false;
  return {
    name: 'articles',
    configResolved({ command, mode }) {
      building = command === 'build';
      prerendering = mode === 'prerender';
    },
    load: {
      filter: { id: /\/article\.md\?article$/ },
      handler(id, options) {
        const path = request.exec(id)?.[1];
        if (!path) return undefined;
        const folder = dirname(path);
        for (const file of [path, join(folder, 'figures.json')]) this.addWatchFile(file);
        const article = compiled(folder, options?.ssr === true && !prerendering);
        if (!building || options?.ssr) return withAssets(article, folder);
        // Served as plain text, so that opening it directly runs no script.
        const text = this.emitFile({ type: 'asset', name: `${article.slug}.txt`, source: article.html });
        return withAssets(article, folder, `import.meta.ROLLUP_FILE_URL_${text}`);
      },
    },
  };
}

function compiled(folder: string, forServer: boolean): Article {
  const slug = basename(folder);
  const library = readLibrary(dirname(folder));
  const place = library.findIndex((meta) => meta.slug === slug);
  const cards = library.map(({ slug, title, subtitle }): ArticleCard => ({ slug, title, subtitle }));
  const { meta, text } = readArticle(folder);
  try {
    const article = compileArticle({
      meta,
      text,
      figures: readCatalogue(readFileSync(join(folder, 'figures.json'), 'utf8')),
      pages: cards.map((card) => card.slug),
      pagesOf: (slug) => pageRange(compiled(join(dirname(folder), slug), false)),
      readPlate: forServer ? (id) => readFileSync(join(folder, 'figures', `${id}.svg`), 'utf8') : undefined,
    });
    return {
      ...article,
      previous: cards[place - 1] ?? null,
      next: cards[place + 1] ?? null,
      pages: cards,
    };
  } catch (error) {
    throw new Error(`${slug}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function readLibrary(root: string): ArticleMeta[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => readArticle(join(root, entry.name)).meta)
    .sort((a, b) => a.order - b.order);
}

function readArticle(folder: string): { meta: ArticleMeta; text: string } {
  return readFrontMatter(readFileSync(join(folder, 'article.md'), 'utf8'), basename(folder));
}
