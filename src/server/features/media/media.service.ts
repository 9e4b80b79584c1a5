import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { BookContent } from '#shared/contracts/book.ts';
import type { MediaSlot } from '#shared/contracts/media.ts';
import { timestamp } from '#shared/contracts/values.ts';
import { AppError } from '#shared/errors.ts';
import { secondsOf, storeRecording } from '#server/storage/files/recordings.ts';
import type { FileStore } from '#server/storage/files/types.ts';
import { deleteSetting, putSetting } from '#server/storage/records/settings.ts';
import type { Store } from '#server/storage/store/types.ts';
import { replaceableSlots, slotAt, type Slot } from './slots.ts';

/**
 * Which upload stands in for a recording of the book. It belongs to the book and not to this machine: a restore brings
 * it back with the rest (see `belongsToBook`).
 */
const replacement = z.object({
  name: z.string(),
  type: z.string(),
  bytes: z.number().int(),
  seconds: z.number().optional(),
  fileName: z.string().optional(),
  since: timestamp,
});

const settingPrefix = 'media:';

export interface MediaServices {
  store: Pick<Store, 'settings' | 'mutate'>;
  files: FileStore;
  /** The copy in the bucket: begins to bring a file back, and says whether it is there. */
  mirror: { bringBack(name: string): Promise<boolean> } | undefined;
  /** The folder of the demonstration book's media; absent on a site without it, which has no recording to replace. */
  mediaDir: string | undefined;
  book: { readonly published: BookContent };
}

function replacementOf(store: Pick<Store, 'settings'>, { id }: Slot) {
  return replacement
    .optional()
    .catch(undefined)
    .parse(store.settings.get(settingPrefix + id)?.value);
}

/** The upload that is served at an address of the book's media: its name among the uploads and its type. */
export function replacementAt(
  store: Pick<Store, 'settings'>,
  address: string,
): { name: string; type: string } | undefined {
  const slot = slotAt(address);
  return slot && replacementOf(store, slot);
}

/** Whether what is served at an address can change while the address stays. */
export const isReplaceable = (address: string) => slotAt(address) !== undefined;

async function originalOf(
  mediaDir: string | undefined,
  { addresses: [address = ''] }: Slot,
): Promise<MediaSlot['original']> {
  if (mediaDir === undefined) return { bytes: 0 };
  const path = join(mediaDir, address.replace('/public-objects/', ''));
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  return { bytes: size, seconds: await secondsOf(path) };
}

/** Where the file of a replacement is missing; a copy in the bucket begins to come back. */
async function missingOf({ files, mirror }: MediaServices, name: string) {
  if (await files.stat(name)) return undefined;
  try {
    return (await mirror?.bringBack(name)) ? 'here' : 'everywhere';
  } catch {
    return 'unknown';
  }
}

async function describe(media: MediaServices, slot: Slot): Promise<MediaSlot> {
  const { store, mediaDir } = media;
  const { id, kind, label, addresses } = slot;
  const replaced = replacementOf(store, slot);
  const slotState = { id, kind, label, url: addresses[0] ?? '', original: await originalOf(mediaDir, slot) };
  if (!replaced) return slotState;
  const { name, ...rest } = replaced;
  const missing = await missingOf(media, name);
  return { ...slotState, replacement: { ...rest, url: `/uploads/${name}`, ...(missing && { missing }) } };
}

/** Every recording of the published landing page that can be replaced, in the page's order. */
export async function listMedia(media: MediaServices): Promise<MediaSlot[]> {
  return Promise.all(slotsOf(media).map((slot) => describe(media, slot)));
}

const slotsOf = ({ mediaDir, book }: MediaServices) =>
  mediaDir === undefined ? [] : replaceableSlots(book.published);

function slotOf(media: MediaServices, id: string): Slot {
  const slot = slotsOf(media).find((candidate) => candidate.id === id);
  if (!slot) throw new AppError('NOT_FOUND', 'Questa registrazione non esiste.');
  return slot;
}

/**
 * Puts a file of the author's in the place of a recording. The file that stood there before stays among the uploads,
 * unused, until the author deletes it.
 *
 * @throws AppError NOT_FOUND, TOO_LARGE, WRONG_TYPE, IMPOSSIBLE
 */
export async function replaceMedia(
  media: MediaServices,
  { id, file, fileName }: { id: string; file: Readable; fileName?: string | undefined },
): Promise<MediaSlot> {
  const slot = slotOf(media, id);
  const recording = await storeRecording(media.files, file, slot.kind);
  const value = { ...recording, ...(fileName && { fileName }), since: new Date().toISOString() };
  await media.store.mutate([putSetting(settingPrefix + slot.id, JSON.parse(JSON.stringify(value)))]);
  return describe(media, slot);
}

/** Gives a place back to the book's own recording. @throws AppError NOT_FOUND */
export async function resetMedia(media: MediaServices, id: string): Promise<void> {
  const slot = slotOf(media, id);
  await media.store.mutate([deleteSetting(settingPrefix + slot.id)]);
}
