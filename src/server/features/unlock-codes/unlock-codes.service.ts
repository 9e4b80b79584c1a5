import type { ImportedCodes } from '#shared/contracts/codes.ts';
import type {
  CreateUnlockCode,
  CreateUnlockCodes,
  UnlockCode,
  UpdateUnlockCode,
} from '#shared/contracts/unlock-codes.ts';
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

/** What the codes that open sections need. */
export interface UnlockCodesServices {
  store: Pick<Store, 'unlockCodes' | 'mutate'>;
}

/** All unlock codes, in the order in which they open the story. For the author only. */
export function listUnlockCodes({ store }: UnlockCodesServices): Unchanging<UnlockCode[]> {
  const codes = [...store.unlockCodes.values()];
  return unchanged(store.unlockCodes, codes, () => codes.toSorted((a, b) => a.maxSection - b.maxSection));
}

/** @throws AppError DUPLICATE when another code has the same letters and digits */
export async function createUnlockCode(
  { store }: UnlockCodesServices,
  input: CreateUnlockCode,
): Promise<UnlockCode> {
  const repeated = repeatedRecord(store, 'unlockCodes', input.id);
  if (repeated) return repeated;
  refuseTakenCode(store, input.code);
  return insert(store, 'unlockCodes', input);
}

/** Makes up to ten thousand codes alike, each with a random text of its own; `{n}` in the label becomes its number. */
export async function createUnlockCodes(
  { store }: UnlockCodesServices,
  { id, count, label, ...fields }: CreateUnlockCodes,
): Promise<{ codes: UnlockCode[] }> {
  const repeated = repeatedBatch(store, 'unlockCodes', id, count);
  if (repeated) return { codes: repeated };
  const width = String(count).length;
  const list = generateCodes(store, 'unlockCodes', count).map((code, index) => ({
    id: batchedId(id, index),
    code,
    label: label?.replaceAll('{n}', String(index + 1).padStart(width, '0')),
    ...fields,
  }));
  return { codes: await insertMany(store, 'unlockCodes', list) };
}

/** Adds the codes of a list and changes those that exist, all or none. @throws AppError DUPLICATE */
export function importUnlockCodes(
  { store }: UnlockCodesServices,
  codes: readonly CreateUnlockCode[],
): Promise<ImportedCodes> {
  return importCodes(store, 'unlockCodes', codes);
}

/** Changes the fields that were sent. @throws AppError NOT_FOUND, DUPLICATE */
export async function updateUnlockCode(
  { store }: UnlockCodesServices,
  { id, ...changes }: UpdateUnlockCode,
): Promise<UnlockCode> {
  refuseTakenCode(store, changes.code, id);
  return update(store, 'unlockCodes', id, changes);
}

/** The levels that readers reached with it stay theirs. @throws AppError NOT_FOUND */
export function deleteUnlockCode({ store }: UnlockCodesServices, id: string): Promise<void> {
  return remove(store, 'unlockCodes', id);
}

/** Deletes many at once; those that are gone already count for nothing. */
export function deleteUnlockCodes(
  { store }: UnlockCodesServices,
  ids: readonly string[],
  binId?: string,
): Promise<{ deleted: number }> {
  return removeMany(store, 'unlockCodes', ids, binId);
}

function refuseTakenCode(
  store: UnlockCodesServices['store'],
  code: string | undefined,
  exceptId?: string,
): void {
  const other = code === undefined ? undefined : store.unlockCodes.byCode(code);
  if (other && other.id !== exceptId) {
    throw new AppError('DUPLICATE', `Esiste già un codice di sblocco uguale: «${other.code}».`);
  }
}
