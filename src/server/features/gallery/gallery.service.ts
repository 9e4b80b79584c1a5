import type {
  CreateGalleryImage,
  GalleryImage,
  ShownGalleryImage,
  UpdateGalleryImage,
} from '#shared/contracts/gallery.ts';
import { isVisible } from '#shared/contracts/visibility.ts';
import { keepLast } from '#shared/keep-last.ts';
import type { ImageLibrary } from '#server/storage/files/images/library.ts';
import { insert, lastPlace, orderRecords, repeatedRecord, update } from '#server/storage/records/records.ts';
import type { Store } from '#server/storage/store/types.ts';

export interface GalleryServices {
  store: Pick<Store, 'galleryImages' | 'mutate'>;
  images: Pick<ImageLibrary, 'variants' | 'measure'>;
}

/**
 * Lists the images that everybody may see at a moment (milliseconds since the epoch), in ascending `displayOrder`; the same
 * object until one of them changes.
 */
export function createGalleryList({ store, images }: GalleryServices): (now?: number) => ShownGalleryImage[] {
  const lastList = keepLast<ShownGalleryImage[]>(1);
  return (now = Date.now()) => {
    const visible = visibleImages(store, now);
    return lastList('', [images.variants.changes, ...visible], () =>
      // Since when it has been there is the author's business.
      withVariants(visible, images).map(({ visibleFrom: _, ...image }) => image),
    );
  };
}

/** All of them, drafts and those not yet due as well. For the author only. */
export function listAllGalleryImages({ store, images }: GalleryServices): ShownGalleryImage[] {
  return withVariants([...store.galleryImages.values()], images);
}

function visibleImages(
  { galleryImages }: Pick<Store, 'galleryImages'>,
  now = Date.now(),
): Readonly<GalleryImage>[] {
  return [...galleryImages.values()].filter((image) => isVisible(image, now));
}

function withVariants(
  shown: readonly Readonly<GalleryImage>[],
  images: GalleryServices['images'],
): ShownGalleryImage[] {
  return shown
    .toSorted((a, b) => a.displayOrder - b.displayOrder)
    .map((image) => {
      const variants = images.variants.ofUrl(image.imageUrl);
      return variants.length > 0 ? { ...image, variants } : image;
    });
}

/** The sites that images which everybody may see now come from, this one left out. */
export function originsOfImages(store: Pick<Store, 'galleryImages'>): Set<string> {
  const elsewhere = visibleImages(store).filter(({ imageUrl }) => !imageUrl.startsWith('/'));
  return new Set(elsewhere.map(({ imageUrl }) => new URL(imageUrl).origin));
}

/** Without a `displayOrder` the image goes after the last one; the first is 0. */
export async function createGalleryImage(
  { store, images }: GalleryServices,
  input: CreateGalleryImage,
): Promise<GalleryImage> {
  const size = await images.measure(input.imageUrl);
  const earlierImage = repeatedRecord(store, 'galleryImages', input.id);
  if (earlierImage) return earlierImage;
  const displayOrder = input.displayOrder ?? lastPlace(store.galleryImages);
  return insert(store, 'galleryImages', { ...input, displayOrder, ...size });
}

/** Changes the fields that were sent. @throws AppError NOT_FOUND */
export async function updateGalleryImage(
  { store, images }: GalleryServices,
  { id, ...changes }: UpdateGalleryImage,
): Promise<GalleryImage> {
  if (changes.imageUrl === undefined) return update(store, 'galleryImages', id, changes);
  const { width, height } = (await images.measure(changes.imageUrl)) ?? {};
  return update(store, 'galleryImages', id, { ...changes, width, height });
}

/**
 * Puts the images in that order, in one write.
 *
 * @throws AppError CHANGED when their order is not `from` any more; IMPOSSIBLE unless `ids` are exactly the images
 */
export async function orderGalleryImages(
  services: GalleryServices,
  order: { ids: readonly string[]; from?: readonly string[] | undefined },
): Promise<ShownGalleryImage[]> {
  await orderRecords(
    services.store,
    'galleryImages',
    order,
    'Intanto la galleria è cambiata da un’altra finestra: l’ordine è quello che vedi ora.',
  );
  return listAllGalleryImages(services);
}
