import type {
  CreateGalleryImage,
  GalleryImage,
  ShownGalleryImage,
  UpdateGalleryImage,
} from '#shared/contracts/gallery.ts';
import { perRecord } from '#shared/per-record.ts';
import type { Unchanging } from '#shared/unchanging.ts';
import type { ImageLibrary } from '#server/storage/files/images/library.ts';
import { insert, remove, repeatedRecord, update } from '#server/storage/store/records.ts';
import type { Store } from '#server/storage/store/types.ts';
import { unchanged } from '#server/storage/store/unchanged.ts';

/** What the gallery needs: its records, and the sizes of the pictures they show. */
export interface GalleryServices {
  store: Pick<Store, 'galleryImages' | 'mutate'>;
  images: Pick<ImageLibrary, 'changes' | 'variantsOf' | 'measure'>;
}

/** All images in ascending `displayOrder`, for everyone. */
export function listGalleryImages({ store, images }: GalleryServices): Unchanging<ShownGalleryImage[]> {
  const all = [...store.galleryImages.values()];
  return unchanged(store.galleryImages, [images.changes, ...all], () =>
    all
      .toSorted((a, b) => a.displayOrder - b.displayOrder)
      .map((image) => {
        const variants = images.variantsOf(image.imageUrl);
        return variants.length > 0 ? { ...image, variants } : image;
      }),
  );
}

const originOf = perRecord(({ imageUrl }: Readonly<GalleryImage>) => new URL(imageUrl).origin);

/** The sites that images of the gallery come from, this one left out. */
export function originsOfImages(images: Iterable<Readonly<GalleryImage>>): Set<string> {
  const elsewhere = [...images].filter(({ imageUrl }) => !imageUrl.startsWith('/'));
  return new Set(elsewhere.map(originOf));
}

/** Without a `displayOrder` the image goes after the last one; the first is 0. */
export async function createGalleryImage(
  { store, images }: GalleryServices,
  input: CreateGalleryImage,
): Promise<GalleryImage> {
  const size = await images.measure(input.imageUrl);
  const repeated = repeatedRecord(store, 'galleryImages', input.id);
  if (repeated) return repeated;
  const last = Math.max(-1, ...[...store.galleryImages.values()].map((image) => image.displayOrder));
  return insert(store, 'galleryImages', { ...input, displayOrder: input.displayOrder ?? last + 1, ...size });
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

/** @throws AppError NOT_FOUND */
export function deleteGalleryImage({ store }: GalleryServices, id: string): Promise<void> {
  return remove(store, 'galleryImages', id);
}
