import type { BinKind, BinRestored } from '#shared/contracts/bin.ts';
import { AppError } from '#shared/errors.ts';
import {
  emptyBin,
  listBin,
  openBin,
  putInBin,
  removeFromBin,
  type BinRecord,
} from '#server/storage/records/bin.ts';
import { obstacleTo } from '#server/storage/records/obstacles.ts';
import type { Operation, Store } from '#server/storage/store/types.ts';

export interface BinServices {
  store: Pick<Store, BinKind | 'binEntries' | 'sectionVersions' | 'mutate'>;
  summaries: { wake(sectionId: string): void };
}

/**
 * Puts an entry's records back where they were. What cannot come back now stays in the bin.
 *
 * @throws AppError NOT_FOUND; DUPLICATE when none of it can come back, with the reason of the first
 */
export async function restoreEntry({ store, summaries }: BinServices, id: string): Promise<BinRestored> {
  const entry = openBin(store, id);
  if (!entry) throw new AppError('NOT_FOUND', 'Nel cestino questo non c’è più.');
  const returning = new Set(
    entry.records.filter(({ collection }) => collection === 'sections').map(({ record }) => record.id),
  );
  const [free, kept, reasons]: [BinRecord[], BinRecord[], string[]] = [[], [], []];
  for (const each of entry.records) {
    const isBack = store[each.collection].get(each.record.id) !== undefined;
    const reason = isBack ? 'È già tornato al suo posto.' : obstacleTo(store, each, returning);
    if (reason === undefined) free.push(each);
    else {
      kept.push(each);
      reasons.push(reason);
      // Its cards stay with it.
      returning.delete(each.record.id);
    }
  }
  const kind = entry.records[0]?.collection;
  const restoredCount = free.filter(({ collection }) => collection === kind).length;
  if (restoredCount === 0) throw new AppError('DUPLICATE', reasons[0]);
  await store.mutate([
    kept.length > 0 ? putInBin(id, kept, entry.deletedAt) : removeFromBin(id),
    ...free.map((each): Operation => ({ type: 'put', ...each })),
  ]);
  for (const { collection, record } of free) if (collection === 'sections') summaries.wake(record.id);
  return { restored: restoredCount, refused: reasons };
}

/** Takes one entry away for good. @throws AppError NOT_FOUND */
export async function removeEntry({ store }: BinServices, id: string): Promise<void> {
  if (!openBin(store, id)) throw new AppError('NOT_FOUND', 'Nel cestino questo non c’è più.');
  await store.mutate(emptyBin(store, [id]));
}

/** Takes everything away for good. */
export async function emptyAll({ store }: BinServices): Promise<void> {
  const ids = listBin(store).map(({ id }) => id);
  if (ids.length > 0) await store.mutate(emptyBin(store, ids));
}
