import type { Article, ArticleCard } from '#shared/article.ts';
import type { CreateArticle, OwnArticle, UpdateArticle } from '#shared/contracts/articles.ts';
import type { PublicBook } from '#shared/contracts/book.ts';
import { isVisible } from '#shared/contracts/visibility.ts';
import { AppError } from '#shared/errors.ts';
import { keepLast } from '#shared/keep-last.ts';
import { articleSlugs, ownPagesPrefix } from '#shared/pages.ts';
import { ArticleFault } from '#server/articles/article-fault.ts';
import { articleFault, loadCompiler } from '#server/articles/judge-article.ts';
import type { OwnText } from '#server/articles/own-article.ts';
import type { ImageLibrary } from '#server/storage/files/images/library.ts';
import { uploadAt } from '#server/storage/files/images/variants.ts';
import type { FileStore } from '#server/storage/files/types.ts';
import {
  inOrder,
  insert,
  lastPlace,
  orderRecords,
  repeatedRecord,
  update,
} from '#server/storage/records/records.ts';
import type { Store } from '#server/storage/store/types.ts';

/** Draws the page of an article, as it is sent or, without scripts, for a preview. */
export type DrawArticle = (book: PublicBook, article: Article, isPreview: boolean) => Promise<string>;

interface OwnPage {
  article: Article;
  book: PublicBook;
}

interface ArticlesOptions {
  store: Pick<Store, 'articles' | 'mutate'>;
  images: Pick<ImageLibrary, 'variants'>;
  files: Pick<FileStore, 'stat'>;
  book: { readonly publicBook: PublicBook };
  /** Without it there is no preview. */
  draw?: DrawArticle | undefined;
}

export type ArticlesService = ReturnType<typeof createArticles>;

const mostPages = 1_000;

/** The author's own articles, and the pages that readers get of them. */
export function createArticles({ store, images, files, book, draw }: ArticlesOptions) {
  const lastPages = keepLast<Promise<OwnPage | undefined>>(mostPages);

  const list = (): OwnArticle[] => inOrder(store.articles);

  function hasPage(path: string, ownName: string): boolean {
    const slug = path.slice(1);
    if (path.startsWith(ownPagesPrefix)) {
      const name = path.slice(ownPagesPrefix.length);
      return name === ownName || store.articles.byName(name) !== undefined;
    }
    const isOfSix = articleSlugs.some((each) => each === slug);
    return isOfSix ? book.publicBook.encyclopedia : ['/', '/chat'].includes(path);
  }

  /** @throws AppError INVALID at the text, with what in it cannot be shown */
  async function judge(own: OwnText): Promise<void> {
    const missing = await findMissingPicture(own);
    const fault = missing ?? (await articleFault(own, (path) => hasPage(path, own.name)));
    if (fault !== undefined)
      throw new AppError('INVALID', fault, {
        issues: [{ path: missing === undefined ? 'text' : 'figures', message: fault }],
      });
  }

  async function findMissingPicture({ figures }: OwnText): Promise<string | undefined> {
    for (const { name, picture } of figures) {
      const upload = picture && uploadAt(picture.src);
      if (upload !== undefined && !(await files.stat(upload)))
        return `Il file della figura «${name}» non c’è più: caricalo di nuovo.`;
    }
    return undefined;
  }

  const compile = async (own: OwnText): Promise<Article> =>
    (await loadCompiler()).compileOwnArticle(own, {
      // What it led to when it was saved may have gone: the link is not found then, the page stays.
      hasPage: () => true,
      variantsOf: (url) => images.variants.ofUrl(url),
    });

  async function compileForReaders(
    own: OwnArticle,
    visible: readonly OwnArticle[],
  ): Promise<OwnPage | undefined> {
    const shownBook = book.publicBook;
    const pages = visible.map(cardOf);
    const place = visible.indexOf(own);
    try {
      const neighbours = { pages, previous: pages[place - 1] ?? null, next: pages[place + 1] ?? null };
      return { book: shownBook, article: { ...(await compile(own)), ...neighbours } };
    } catch (error) {
      // One that was written elsewhere, and could not be saved here.
      if (error instanceof ArticleFault) return undefined;
      throw error;
    }
  }

  return {
    list,

    /**
     * The article that readers find at a path; nothing for a draft and an unknown name. The same object until an article,
     * the book or a picture changes.
     */
    at(path: string, now = Date.now()): Promise<OwnPage | undefined> {
      const own = path.startsWith(ownPagesPrefix)
        ? store.articles.byName(path.slice(ownPagesPrefix.length))
        : undefined;
      if (!own || !isVisible(own, now)) return Promise.resolve(undefined);
      const visible = list().filter((article) => isVisible(article, now));
      return lastPages(own.id, [book.publicBook, images.variants.changes, ...visible], () =>
        compileForReaders(own, visible),
      );
    },

    /** Without a `displayOrder` the article goes after the last one. @throws AppError INVALID, DUPLICATE */
    async create(input: CreateArticle): Promise<OwnArticle> {
      await judge(input);
      const earlierArticle = repeatedRecord(store, 'articles', input.id);
      if (earlierArticle) return earlierArticle;
      const displayOrder = input.displayOrder ?? lastPlace(store.articles);
      return insert(store, 'articles', { ...input, displayOrder });
    },

    /** Changes the fields that were sent. @throws AppError INVALID, NOT_FOUND, CHANGED, DUPLICATE */
    async update({ id, ...changes }: UpdateArticle): Promise<OwnArticle> {
      const current = store.articles.get(id);
      if (current) await judge({ ...current, ...changes });
      return update(store, 'articles', id, changes);
    },

    /** @throws AppError CHANGED, IMPOSSIBLE */
    async order(order: {
      ids: readonly string[];
      from?: readonly string[] | undefined;
    }): Promise<OwnArticle[]> {
      await orderRecords(
        store,
        'articles',
        order,
        'Intanto gli articoli sono cambiati da un’altra finestra: l’ordine è quello che vedi ora.',
      );
      return list();
    },

    /** The page that these words would make. @throws AppError INVALID; UNAVAILABLE where nothing draws */
    async preview(input: CreateArticle): Promise<string> {
      await judge(input);
      if (!draw) throw new AppError('UNAVAILABLE', 'Qui l’anteprima non si può disegnare.');
      return draw(book.publicBook, await compile(input), true);
    },
  };
}

const cardOf = ({ name, title, subtitle = '' }: OwnArticle): ArticleCard => ({
  slug: ownPagesPrefix.slice(1) + name,
  title,
  subtitle,
});
