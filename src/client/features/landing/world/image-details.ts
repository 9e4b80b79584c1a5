import bookImages from '#content/demo/gallery.json';
import type { RouterOutputs } from '#client/trpc.ts';

export type GalleryImage = RouterOutputs['gallery']['list'][number];

const bookImageByAddress = new Map(
  bookImages.map((image) => [`/public-objects/gallery/${image.file}`, image]),
);

/**
 * Alt text, sizes and variants of an image: from the book for built-in files, from the server for uploads; none for
 * external images.
 */
export function imageDetails({
  imageUrl,
  width,
  height,
  variants = [],
}: Pick<GalleryImage, 'imageUrl' | 'width' | 'height' | 'variants'>): {
  thumbnail: string;
  alt: string | undefined;
  /** In pixels, if known; reserves the image's space. */
  size: { width?: number; height?: number };
  sources: { type: string; srcSet: string }[];
} {
  const image = bookImageByAddress.get(imageUrl);
  const own = imageUrl.replace(/\.webp$/, '');
  const smaller: typeof variants = image
    ? [
        { type: 'image/webp', width: 640, url: `${own}-640.webp` },
        { type: 'image/webp', width: 1056, url: `${own}-1056.webp` },
        { type: 'image/webp', width: image.width, url: imageUrl },
      ]
    : [];
  const files = variants.length > 0 ? variants : smaller;
  const sources = ['image/avif', 'image/webp'].flatMap((type) => {
    const ofType = files.filter((file) => file.type === type);
    const srcSet = ofType.map(({ url, width }) => `${url} ${width}w`).join(', ');
    return srcSet ? [{ type, srcSet }] : [];
  });
  return {
    thumbnail: image ? `/public-objects/gallery/${image.thumbnail}` : imageUrl,
    alt: image?.alt,
    size: width !== undefined && height !== undefined ? { width, height } : {},
    sources,
  };
}
