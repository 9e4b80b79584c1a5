import bookImages from '#content/demo/gallery.json';
import type { RouterOutputs } from '#client/trpc.ts';

export type GalleryImage = RouterOutputs['gallery']['list'][number];

const bookImageByAddress = new Map(
  bookImages.map((image) => [`/public-objects/gallery/${image.file}`, image]),
);

/**
 * What there is of an image beyond its address. The book's own files say themselves what is to be seen in them and have a
 * small version for the grid; of one that the author uploaded the server knows the size and has smaller files; one from
 * elsewhere is shown as it is.
 */
export function imageDetails({
  imageUrl,
  width,
  height,
  variants = [],
}: Pick<GalleryImage, 'imageUrl' | 'width' | 'height' | 'variants'>): {
  thumbnail: string;
  alt: string | undefined;
  /** Pixels that keep the image's place while it loads, when they are known. */
  size: { width?: number; height?: number };
  sources: { type: string; srcSet: string }[];
} {
  const image = bookImageByAddress.get(imageUrl);
  const sources = ['image/avif', 'image/webp'].flatMap((type) => {
    const files = variants.filter((variant) => variant.type === type);
    const srcSet = files.map((variant) => `${variant.url} ${variant.width}w`).join(', ');
    return srcSet ? [{ type, srcSet }] : [];
  });
  return {
    thumbnail: image ? `/public-objects/gallery/${image.thumbnail}` : imageUrl,
    alt: image?.alt,
    size: width !== undefined && height !== undefined ? { width, height } : {},
    sources,
  };
}
