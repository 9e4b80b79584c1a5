import type { BookContent, BookPicture, PublicBook } from './contracts/book.ts';
import type { ImageVariant } from './contracts/uploads.ts';
import type { Article } from './article.ts';
import { articleElementId, bookElementId } from './pages.ts';

interface PublicBookOptions {
  /** Smaller files of the picture at an address of this site. */
  variantsOf?: (url: string) => readonly ImageVariant[];
  hasEncyclopedia?: boolean;
}

/** The public part of a book: pictures with their smaller files, excerpts with the address of their text. */
export function publicBookOf(
  { book, landing, character, encyclopedia }: BookContent,
  { variantsOf = () => [], hasEncyclopedia = true }: PublicBookOptions = {},
): PublicBook {
  const complete = (picture: BookPicture | undefined) => picture && withVariants(picture, variantsOf);
  const { hero, world, excerpts } = landing;
  const { name, line, greeting, chatDescription } = character;
  return {
    book: { ...book, cover: complete(book.cover), shareImage: complete(book.shareImage) },
    landing: {
      ...landing,
      hero: { ...hero, still: complete(hero.still) },
      world: { ...world, image: complete(world.image) },
      excerpts: excerpts.map(({ text, ...excerpt }, place) =>
        text ? { ...excerpt, transcript: `${excerptsPath}/${place}` } : excerpt,
      ),
    },
    character: { name, line, greeting, chatDescription },
    encyclopedia: encyclopedia && hasEncyclopedia,
  };
}

/** Address of excerpt texts that are stored in the book's record. */
export const excerptsPath = '/api/book/excerpts';

function withVariants(
  picture: BookPicture,
  variantsOf: (url: string) => readonly ImageVariant[],
): BookPicture {
  if (picture.variants) return picture;
  const files = variantsOf(picture.src);
  const variants = ['image/avif', 'image/webp'].flatMap((type) => {
    const ofType = files.filter((file) => file.type === type);
    const srcSet = ofType.map(({ url, width }) => `${url} ${width}w`).join(', ');
    return srcSet ? [{ type, srcSet }] : [];
  });
  return variants.length > 0 ? { ...picture, variants } : picture;
}

/** The book as a data block of a page; `</script>` in a text is escaped. */
export function bookBlock(book: PublicBook): string {
  return dataBlock(bookElementId, book);
}

/** An article of the author's as a data block; without `html` where that stands in the page. */
export function articleBlock(article: Omit<Article, 'html'> & { html?: string }): string {
  return dataBlock(articleElementId, article);
}

function dataBlock(id: string, value: object): string {
  const data = JSON.stringify(value).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${data}</script>`;
}
