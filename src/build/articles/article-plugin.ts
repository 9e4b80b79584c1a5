import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import type { Article, ArticleCard, ArticleMeta } from '#shared/article.ts';
import { withAssets } from './assets.ts';
import { compileArticle } from './compile-article.ts';
import { readCatalogue } from './figures.ts';
import { readFrontMatter } from './front-matter.ts';

const request = /^(.*\/article\.md)\?article$/;

/**
 * `import article from '…/article.md?article'` gives the compiled article. Text and formulas become HTML when the
 * site is built, so no parser travels to the browser. In the browser's build the text and the plates are files of
 * their own: the text stands in the page or comes with its module, the plates are set inline as the reader nears them.
 * Where pages are rendered, and while developing, the text is in the module; on a server of its own the plates too.
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
        // Plain text to the server: opened by itself it is no page, and runs nothing.
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
