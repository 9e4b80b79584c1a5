import known from '../../../../content/demo/gallery.json';

const byAddress = new Map(known.map((image) => [`/public-objects/gallery/${image.file}`, image]));

/**
 * What the book's own files say of an image beyond its record: a small version for the grid and what is to be seen
 * in it. An image that the author added has neither: it is shown as it is, under its title.
 */
export function imageDetails(imageUrl: string): { thumbnail: string; alt: string | undefined } {
  const image = byAddress.get(imageUrl);
  return {
    thumbnail: image ? `/public-objects/gallery/${image.thumbnail}` : imageUrl,
    alt: image?.alt,
  };
}
