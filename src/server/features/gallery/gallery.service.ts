import type {
  CreateGalleryImage,
  GalleryImage,
  UpdateGalleryImage,
} from '../../../shared/contracts/gallery.ts';
import { insert, remove, update } from '../../store/records.ts';
import type { Store } from '../../store/types.ts';

/** All images in ascending `displayOrder`, for everyone. */
export function listGalleryImages(store: Store): GalleryImage[] {
  return [...store.galleryImages.values()].sort((a, b) => a.displayOrder - b.displayOrder);
}

/** Without a `displayOrder` the image goes after the last one; the first is 0. */
export function createGalleryImage(store: Store, input: CreateGalleryImage): Promise<GalleryImage> {
  const last = listGalleryImages(store).at(-1);
  const displayOrder = input.displayOrder ?? (last ? last.displayOrder + 1 : 0);
  return insert(store, 'galleryImages', { ...input, displayOrder });
}

/** Changes the fields that were sent. @throws AppError NOT_FOUND */
export function updateGalleryImage(
  store: Store,
  { id, ...changes }: UpdateGalleryImage,
): Promise<GalleryImage> {
  return update(store, 'galleryImages', id, changes);
}

/** @throws AppError NOT_FOUND */
export function deleteGalleryImage(store: Store, id: string): Promise<void> {
  return remove(store, 'galleryImages', id);
}
