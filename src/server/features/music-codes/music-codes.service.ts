import { isExpired, type ImportedCodes } from '#shared/contracts/codes.ts';
import type {
  CreateMusicCode,
  CreateMusicCodes,
  MusicCode,
  UnlockedTrack,
  UpdateMusicCode,
} from '#shared/contracts/music-codes.ts';
import { isVisible } from '#shared/contracts/visibility.ts';
import { AppError } from '#shared/errors.ts';
import type { Unchanging } from '#shared/unchanging.ts';
import { batchedId, generateCodes, importCodes, repeatedBatch } from '#server/storage/store/code-records.ts';
import {
  insert,
  insertMany,
  remove,
  removeMany,
  repeatedRecord,
  update,
} from '#server/storage/store/records.ts';
import type { Store } from '#server/storage/store/types.ts';
import { unchanged } from '#server/storage/store/unchanged.ts';

/** What the words that open a track need. */
export interface MusicCodesServices {
  store: Pick<Store, 'musicCodes' | 'mutate'>;
}

/** All music codes by track title. For the author only. */
export function listMusicCodes({ store }: MusicCodesServices): Unchanging<MusicCode[]> {
  const codes = [...store.musicCodes.values()];
  return unchanged(store.musicCodes, codes, () =>
    codes.toSorted((a, b) => a.trackTitle.localeCompare(b.trackTitle, 'it')),
  );
}

/** @throws AppError DUPLICATE when another music code has the same letters and digits */
export async function createMusicCode(
  { store }: MusicCodesServices,
  input: CreateMusicCode,
): Promise<MusicCode> {
  const repeated = repeatedRecord(store, 'musicCodes', input.id);
  if (repeated) return repeated;
  refuseTakenCode(store, input.code);
  return insert(store, 'musicCodes', input);
}

/** Makes up to ten thousand codes for one track, each with a random text of its own. */
export async function createMusicCodes(
  { store }: MusicCodesServices,
  { id, count, ...fields }: CreateMusicCodes,
): Promise<{ codes: MusicCode[] }> {
  const repeated = repeatedBatch(store, 'musicCodes', id, count);
  if (repeated) return { codes: repeated };
  const list = generateCodes(store, 'musicCodes', count).map((code, index) => ({
    id: batchedId(id, index),
    code,
    ...fields,
  }));
  return { codes: await insertMany(store, 'musicCodes', list) };
}

/** Adds the codes of a list and changes those that exist, all or none. @throws AppError DUPLICATE */
export function importMusicCodes(
  { store }: MusicCodesServices,
  codes: readonly CreateMusicCode[],
): Promise<ImportedCodes> {
  return importCodes(store, 'musicCodes', codes);
}

/** Changes the fields that were sent. @throws AppError NOT_FOUND, DUPLICATE */
export async function updateMusicCode(
  { store }: MusicCodesServices,
  { id, ...changes }: UpdateMusicCode,
): Promise<MusicCode> {
  refuseTakenCode(store, changes.code, id);
  return update(store, 'musicCodes', id, changes);
}

/** @throws AppError NOT_FOUND */
export function deleteMusicCode({ store }: MusicCodesServices, id: string): Promise<void> {
  return remove(store, 'musicCodes', id);
}

/** Deletes many at once; those that are gone already count for nothing. */
export function deleteMusicCodes(
  { store }: MusicCodesServices,
  ids: readonly string[],
  binId?: string,
): Promise<{ deleted: number }> {
  return removeMany(store, 'musicCodes', ids, binId);
}

/** The track a reader's word opens. @throws AppError INVALID_CODE for a malformed, unknown, expired or hidden word alike */
export function findTrack({ store }: MusicCodesServices, code: string): UnlockedTrack {
  const musicCode = store.musicCodes.byCode(code);
  const now = new Date();
  if (!musicCode || !isVisible(musicCode, now.getTime()) || isExpired(musicCode, now.toISOString()))
    throw new AppError('INVALID_CODE');
  const { trackTitle, artist, description, spotifyUrl } = musicCode;
  return { trackTitle, artist, description, spotifyUrl };
}

function refuseTakenCode(
  store: MusicCodesServices['store'],
  code: string | undefined,
  exceptId?: string,
): void {
  const other = code === undefined ? undefined : store.musicCodes.byCode(code);
  if (other && other.id !== exceptId) {
    throw new AppError('DUPLICATE', `Esiste già un codice musicale uguale: «${other.code}».`);
  }
}
