import type { Readable } from 'node:stream';
import { ageOf } from '#shared/age-of.ts';
import type { UnusedFile } from '#shared/contracts/files.ts';
import type { StoredUpload } from '#shared/contracts/uploads.ts';
import { ownName } from '#server/storage/files/public-files.ts';
import type { ImageLibrary } from '#server/storage/files/images/library.ts';
import { originalOf } from '#server/storage/files/images/variants.ts';
import type { FileStore, StoredFile } from '#server/storage/files/types.ts';
import { usedUploads } from '#server/storage/files/uses.ts';
import { forgetUnsaved, noteUnsaved } from '#server/storage/files/unsaved.ts';
import type { Store } from '#server/storage/store/types.ts';

export interface UploadsServices {
  store: Store;
  files: Pick<FileStore, 'list'>;
  images: Pick<ImageLibrary, 'add' | 'remove'>;
}

const hour = 60 * 60 * 1000;

/** Keeps a picture, which is the author's alone until something saved speaks of it. @throws AppError as `ImageLibrary.add` */
export async function addUpload({ store, images }: UploadsServices, file: Readable): Promise<StoredUpload> {
  const image = await images.add(file);
  await noteUnsaved(store, image.url.slice('/uploads/'.length));
  return image;
}

/** All uploads, and of them those that nothing on the site speaks of. Smaller files count with their picture. */
export async function overviewOf({ store, files }: Pick<UploadsServices, 'store' | 'files'>): Promise<{
  count: number;
  bytes: number;
  unused: UnusedFile[];
}> {
  const groups = groupByOriginal(await files.list());
  const neededNames = usedUploads(store);
  const unused = [...groups.values()]
    .filter(({ name }) => !neededNames.has(name))
    .map(({ name, bytes, modifiedAt }) => ({
      name,
      url: `/uploads/${name}`,
      bytes,
      modifiedAt: modifiedAt.toISOString(),
      recent: ageOf(modifiedAt) < hour,
      byHand: !ownName.test(name),
    }));
  const bytes = [...groups.values()].reduce((sum, group) => sum + group.bytes, 0);
  return { count: groups.size, bytes, unused };
}

/** Each upload with what was made of it: the bytes together, the time of the upload. */
function groupByOriginal(all: readonly StoredFile[]): Map<string, StoredFile> {
  const stems = new Map<string, string>();
  for (const { name } of all) {
    if (originalOf(name) === name) stems.set(name.replace(/\.[^.]+$/, ''), name);
  }
  const groups = new Map<string, StoredFile>();
  for (const file of all) {
    // What was made of a picture that is gone stands for itself.
    const name =
      originalOf(file.name) === file.name ? file.name : (stems.get(originalOf(file.name)) ?? file.name);
    const group = groups.get(name);
    const isOriginal = name === file.name;
    groups.set(name, {
      name,
      bytes: (group?.bytes ?? 0) + file.bytes,
      modifiedAt: isOriginal ? file.modifiedAt : (group?.modifiedAt ?? file.modifiedAt),
    });
  }
  return groups;
}

/**
 * Deletes uploads that nothing speaks of, each with what was made of it; what is used, or was uploaded within the last
 * hour, stays.
 *
 * @param released whether the author has just let go of them: then the hour need not pass
 */
export async function deleteUnused(
  uploads: UploadsServices,
  names: readonly string[],
  released = false,
): Promise<{ deleted: string[]; kept: string[] }> {
  const { unused } = await overviewOf(uploads);
  const deletable = new Set(unused.filter(({ recent }) => released || !recent).map(({ name }) => name));
  const [deleted, kept]: [string[], string[]] = [[], []];
  for (const name of names) {
    // Asked again at each: an image may come to use it between two deletions.
    const inUse = usedUploads(uploads.store).has(name);
    if (!deletable.has(name) || inUse) {
      kept.push(name);
      continue;
    }
    await forgetUnsaved(uploads.store, name);
    await uploads.images.remove(name);
    deleted.push(name);
  }
  return { deleted, kept };
}
