import type { Article } from '#shared/article.ts';
import type { OwnArticle } from '#shared/contracts/articles.ts';
import type { ImageVariant } from '#shared/contracts/uploads.ts';
import { ownPagesPrefix } from '#shared/pages.ts';
import { ArticleFault } from './article-fault.ts';
import { compileArticle } from './compile-article.ts';
import type { FigureEntry } from './figures.ts';

/** What the author writes of an article. */
export type OwnText = Omit<OwnArticle, 'id' | 'displayOrder' | 'visibleFrom' | 'createdAt' | 'updatedAt'>;

interface SiteOfArticle {
  /** Whether a link may lead to a path of this site. */
  hasPage: (path: string) => boolean;
  /** Smaller files of the picture at an address. */
  variantsOf: (url: string) => readonly ImageVariant[];
}

/** The pages of each look, as those of the article whose look it is. */
const sheets = {
  enciclopedia: { lines: 44, opening: 8, chars: 112, figure: 26 },
  rivista: { lines: 46, opening: 14, chars: 84, figure: 20 },
};

/**
 * An article of the author's as its page has it, without its neighbours; compiled as the six are.
 *
 * @throws {ArticleFault} saying in Italian what in it cannot be shown
 */
export function compileOwnArticle(own: OwnText, { hasPage, variantsOf }: SiteOfArticle): Article {
  const { title, subtitle = '', imprint = '', look } = own;
  const runningHead = look === 'enciclopedia' ? title.toUpperCase() : title;
  const entries = own.figures.flatMap(({ name, picture }): [string, FigureEntry][] => {
    if (!picture) return [];
    const { src, width, height, alt } = picture;
    const smaller = variantsOf(src).filter(({ type }) => type === 'image/webp');
    const srcSet = smaller.map((file) => `${file.url} ${file.width}w`).join(', ');
    return [[name, { id: name, kind: 'photo', alt, width, height, files: { src, srcSet } }]];
  });
  try {
    return {
      ...compileArticle({
        meta: {
          slug: ownPagesPrefix.slice(1) + own.name,
          look,
          order: 0,
          title,
          subtitle,
          description: own.description ?? (subtitle || title),
          imprint: imprint.split('\n').filter(Boolean),
          byline: (own.byline ?? '').split('\n').filter(Boolean),
          keywords: [],
          header: [],
          stamps: [],
          footer: own.footer ?? '',
          backLabel: 'Torna alla Home',
          figures: { numbering: 'Fig.', place: 'text' },
          references: look === 'rivista' ? 'margin' : 'end',
          leaves: { first: 1, folio: '{n}', verso: runningHead, recto: runningHead, ...sheets[look] },
        },
        text: own.text,
        figures: new Map(entries),
        isPage: (address) => /^(?:https?:\/\/|mailto:)/i.test(address) || hasPage(pathOf(address)),
        makesAnchors: true,
        pagesOf: (slug) => {
          throw new ArticleFault(`Le pagine di «${slug}» qui non si possono citare.`);
        },
      }),
      previous: null,
      next: null,
      pages: [],
    };
  } catch (error) {
    if (error instanceof RangeError)
      throw new ArticleFault('Nel testo ci sono troppe cose una dentro l’altra.', { cause: error });
    throw error;
  }
}

const pathOf = (address: string) => address.replace(/[?#].*$/s, '');
