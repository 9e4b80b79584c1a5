import { AppError } from '#shared/errors.ts';
import type { CollectionName, Collections, Operation, Store } from './types.ts';

/** The collections the author edits: records with an id and the times of their making and last change. */
type Authored = {
  [N in CollectionName]: Collections[N] extends { id: string; createdAt: string; updatedAt: string }
    ? N
    : never;
}[CollectionName];

type Fields<N extends Authored> = Omit<Collections[N], 'id' | 'createdAt' | 'updatedAt'>;

const missing: Record<Authored, string> = {
  sections: 'La sezione non esiste più.',
  unlockCodes: 'Il codice non esiste più.',
  musicCodes: 'Il codice musicale non esiste più.',
  galleryImages: "L'immagine non esiste più.",
  users: 'Il lettore non esiste più.',
  memoryCards: 'Il ricordo non esiste più.',
};

/** Writes a new record; resolves with it when it is durable. @throws AppError DUPLICATE on a unique index */
export async function insert<N extends Authored>(
  store: Pick<Store, 'mutate'>,
  collection: N,
  fields: Fields<N>,
): Promise<Collections[N]> {
  const [record] = await insertMany(store, collection, [fields]);
  return record as Collections[N];
}

/** Writes many new records at once, all or none. @throws AppError DUPLICATE on a unique index */
export async function insertMany<N extends Authored>(
  store: Pick<Store, 'mutate'>,
  collection: N,
  list: readonly Fields<N>[],
): Promise<Collections[N][]> {
  const now = new Date().toISOString();
  const records = list.map(
    (fields) =>
      ({ id: crypto.randomUUID(), ...fields, createdAt: now, updatedAt: now }) as unknown as Collections[N],
  );
  await store.mutate(records.map((record) => ({ type: 'put', collection, record }) as Operation));
  return records;
}

/** Replaces a record by itself with `changes`, all or nothing with what `also` follows from that. @throws AppError NOT_FOUND; DUPLICATE on a unique index */
export async function update<N extends Authored>(
  store: Pick<Store, N | 'mutate'>,
  collection: N,
  id: string,
  changes: Partial<Fields<N>>,
  also: readonly Operation[] = [],
): Promise<Collections[N]> {
  const current = store[collection].get(id) as Collections[N] | undefined;
  if (!current) throw new AppError('NOT_FOUND', missing[collection]);
  const record: Collections[N] = { ...current, ...changes, updatedAt: new Date().toISOString() };
  await store.mutate([{ type: 'put', collection, record } as Operation, ...also]);
  return record;
}

/** Deletes a record. @throws AppError NOT_FOUND */
export async function remove<N extends Authored>(
  store: Pick<Store, N | 'mutate'>,
  collection: N,
  id: string,
): Promise<void> {
  if (!store[collection].get(id)) throw new AppError('NOT_FOUND', missing[collection]);
  await store.mutate([{ type: 'delete', collection, id }]);
}

/** Deletes those of the records that are there, all at once, and tells how many they were. */
export async function removeMany<N extends Authored>(
  store: Pick<Store, N | 'mutate'>,
  collection: N,
  ids: readonly string[],
): Promise<{ deleted: number }> {
  const present = [...new Set(ids)].filter((id) => store[collection].get(id));
  if (present.length > 0) await store.mutate(present.map((id) => ({ type: 'delete', collection, id })));
  return { deleted: present.length };
}
