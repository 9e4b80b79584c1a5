import type { BinKind } from '#shared/contracts/bin.ts';
import { AppError } from '#shared/errors.ts';
import { moveToBin, type BinRecord } from './bin.ts';
import type { CollectionName, Collections, Operation, Store } from '../store/types.ts';

/** The collections the author edits: records with an id and the times of their making and last change. */
type Authored = {
  [N in CollectionName]: Collections[N] extends { id: string; createdAt: string; updatedAt: string }
    ? N
    : never;
}[CollectionName];

type Fields<N extends Authored> = Omit<Collections[N], 'id' | 'createdAt' | 'updatedAt'>;
/** With the id that whoever makes it has chosen, if any. */
type NewFields<N extends Authored> = Fields<N> & { id?: string | undefined };

const missing: Record<Authored, string> = {
  sections: 'La sezione non esiste più.',
  unlockCodes: 'Il codice non esiste più.',
  musicCodes: 'Il codice musicale non esiste più.',
  galleryImages: "L'immagine non esiste più.",
  users: 'Il lettore non esiste più.',
  memoryCards: 'Il ricordo non esiste più.',
  articles: 'L’articolo non esiste più.',
};

const notSaved = 'da un’altra finestra: qui non è stato salvato nulla.';
const changedElsewhere: Record<Authored, string> = {
  sections: `Intanto la sezione è stata cambiata ${notSaved}`,
  unlockCodes: `Intanto il codice è stato cambiato ${notSaved}`,
  musicCodes: `Intanto il codice musicale è stato cambiato ${notSaved}`,
  galleryImages: `Intanto l’immagine è stata cambiata ${notSaved}`,
  users: `Intanto il lettore è stato cambiato ${notSaved}`,
  memoryCards: `Intanto il ricordo è stato cambiato ${notSaved}`,
  articles: `Intanto l’articolo è stato cambiato ${notSaved}`,
};

/** What was made already with the id that the author chose, when what made it is sent again; see docs/decisions/022. */
export function repeatedRecord<N extends Authored>(
  store: Pick<Store, N>,
  collection: N,
  chosenId: string | undefined,
): Collections[N] | undefined {
  return chosenId === undefined ? undefined : (store[collection].get(chosenId) as Collections[N] | undefined);
}

/** Writes a new record; resolves with it when it is durable. @throws AppError DUPLICATE on a unique index */
export async function insert<N extends Authored>(
  store: Pick<Store, 'mutate'>,
  collection: N,
  fields: NewFields<N>,
): Promise<Collections[N]> {
  const [record] = await insertMany(store, collection, [fields]);
  return record as Collections[N];
}

/** Writes many new records at once, all or none. @throws AppError DUPLICATE on a unique index */
export async function insertMany<N extends Authored>(
  store: Pick<Store, 'mutate'>,
  collection: N,
  list: readonly NewFields<N>[],
): Promise<Collections[N][]> {
  const now = new Date().toISOString();
  const records = list.map(
    ({ id = crypto.randomUUID(), ...fields }) =>
      ({ id, ...fields, createdAt: now, updatedAt: now }) as unknown as Collections[N],
  );
  await store.mutate(records.map((record) => ({ type: 'put', collection, record }) as Operation));
  return records;
}

/** Now, but always later than the last change: two saves of one millisecond are two versions. */
export const momentAfter = (before: string) =>
  new Date(Math.max(Date.now(), Date.parse(before) + 1)).toISOString();

/**
 * Replaces a record by itself with `changes`, all or nothing with what `also` follows from that. An `updatedAt` among them is
 * that of the record they were made from.
 *
 * @throws AppError NOT_FOUND; CHANGED, with the record, when it is not the one they were made from; DUPLICATE on a unique index
 */
export async function update<N extends Authored>(
  store: Pick<Store, N | 'mutate'>,
  collection: N,
  id: string,
  { updatedAt, ...changes }: Partial<Fields<N>> & { updatedAt?: string | undefined },
  also: readonly Operation[] = [],
): Promise<Collections[N]> {
  const current = store[collection].get(id) as Collections[N] | undefined;
  if (!current) throw new AppError('NOT_FOUND', missing[collection]);
  if (updatedAt !== undefined && updatedAt !== current.updatedAt)
    throw new AppError('CHANGED', changedElsewhere[collection], { current });
  const record = { ...current, ...changes, updatedAt: momentAfter(current.updatedAt) };
  await store.mutate([{ type: 'put', collection, record } as Operation, ...also]);
  return record;
}

/**
 * Refuses to order records that are not those, or not in the order, that the author saw.
 *
 * @param present in their order of now
 * @param from the order that was seen; absent, any will do
 * @throws AppError CHANGED with the ids of now; IMPOSSIBLE unless `ids` are exactly the records
 */
export function refuseOtherOrder(
  present: readonly { id: string }[],
  ids: readonly string[],
  from: readonly string[] | undefined,
  sentence: string,
): void {
  const now = present.map(({ id }) => id);
  if (from && from.join() !== now.join()) throw new AppError('CHANGED', sentence, { current: { ids: now } });
  if (ids.toSorted().join() !== now.toSorted().join()) throw new AppError('IMPOSSIBLE', sentence);
}

/** The records of a collection in the author's order. */
export const inOrder = <Record extends { displayOrder: number }>(collection: {
  values(): Iterable<Record>;
}): Record[] => [...collection.values()].sort((a, b) => a.displayOrder - b.displayOrder);

/** The place behind all others; the first is 0. */
export const lastPlace = (collection: { values(): Iterable<{ displayOrder: number }> }): number =>
  Math.max(-1, ...[...collection.values()].map(({ displayOrder }) => displayOrder)) + 1;

type Ordered = 'galleryImages' | 'articles';

/**
 * Puts records in that order, in one write. They share the numbers they had, or are numbered from 0 where two have the same.
 *
 * @param sentence what the author reads when their order is another than `from`, in Italian
 * @throws AppError CHANGED when their order is not `from` any more; IMPOSSIBLE unless `ids` are exactly the records
 */
export async function orderRecords<N extends Ordered>(
  store: Pick<Store, N | 'mutate'>,
  collection: N,
  { ids, from }: { ids: readonly string[]; from?: readonly string[] | undefined },
  sentence: string,
): Promise<void> {
  const present = inOrder(store[collection] as { values(): Iterable<Collections[N]> });
  refuseOtherOrder(present, ids, from, sentence);
  const numbers = present.map(({ displayOrder }) => displayOrder);
  const isDistinct = new Set(numbers).size === numbers.length;
  await store.mutate(
    present.flatMap((before): Operation[] => {
      const place = ids.indexOf(before.id);
      const displayOrder = isDistinct ? (numbers[place] ?? place) : place;
      if (displayOrder === before.displayOrder) return [];
      const record = { ...before, displayOrder, updatedAt: momentAfter(before.updatedAt) };
      return [{ type: 'put', collection, record } as Operation];
    }),
  );
}

type Deletable = Authored & BinKind;

/** Deletes a record: it lies in the bin, under its own id, with what goes with it. @throws AppError NOT_FOUND */
export async function remove<N extends Deletable>(
  store: Pick<Store, N | 'mutate'>,
  collection: N,
  id: string,
  along: readonly BinRecord[] = [],
): Promise<void> {
  const record = store[collection].get(id);
  if (!record) throw new AppError('NOT_FOUND', missing[collection]);
  await store.mutate(moveToBin(id, [{ collection, record } as BinRecord, ...along]));
}

/** Deletes those of the records that are there, all at once into one entry of the bin, and tells how many they were. */
export async function removeMany<N extends Deletable>(
  store: Pick<Store, N | 'mutate'>,
  collection: N,
  ids: readonly string[],
  binId: string = crypto.randomUUID(),
): Promise<{ deleted: number }> {
  const present = [...new Set(ids)].flatMap((id) => {
    const record = store[collection].get(id);
    return record ? [{ collection, record } as BinRecord] : [];
  });
  if (present.length > 0) await store.mutate(moveToBin(binId, present));
  return { deleted: present.length };
}
