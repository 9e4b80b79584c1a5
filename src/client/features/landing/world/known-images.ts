import known from '#content/demo/gallery.json';

const byAddress = new Map(known.map((image) => [`/public-objects/gallery/${image.file}`, image]));

interface Shown {
  imageUrl: string;
  width?: number | undefined;
  height?: number | undefined;
  variants?: { url: string; type: string; width: number }[] | undefined;
}

/**
 * What there is of an image beyond its address. The book's own files say themselves what is to be seen in them and have a
 * small version for the grid; of one that the author uploaded the server knows the size and has smaller files; one from
 * elsewhere is shown as it is.
 */
export function imageDetails({ imageUrl, width, height, variants = [] }: Shown): {
  thumbnail: string;
  alt: string | undefined;
  /** Pixels that keep the image's place while it loads, when they are known. */
  size: { width?: number; height?: number };
  sources: { type: string; srcSet: string }[];
} {
  const image = byAddress.get(imageUrl);
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
