import { isDeepStrictEqual } from 'node:util';
import { codeKey, generateCode, type ImportedCodes } from '#shared/contracts/codes.ts';
import { AppError } from '#shared/errors.ts';
import { insert, insertMany, repeatedRecord, update } from './records.ts';
import type { Collections, Operation, Store } from '../store/types.ts';

/** The two collections whose records are opened by a code. */
type CodeCollection = 'unlockCodes' | 'musicCodes';
type CodeFields<N extends CodeCollection> = Omit<Collections[N], 'id' | 'createdAt' | 'updatedAt'>;
type CodeStore<N extends CodeCollection> = Pick<Store, N | 'mutate'>;

const alike: Record<CodeCollection, string> = {
  unlockCodes: 'un codice di sblocco uguale',
  musicCodes: 'un codice musicale uguale',
};

/** @throws AppError DUPLICATE when another code of the collection has the same letters and digits */
export async function createCode<N extends CodeCollection>(
  store: CodeStore<N>,
  collection: N,
  input: CodeFields<N> & { id?: string | undefined },
): Promise<Collections[N]> {
  const repeated = repeatedRecord<N>(store, collection, input.id);
  if (repeated) return repeated;
  refuseTakenCode(store, collection, input.code);
  return insert(store, collection, input);
}

/** Changes the fields that were sent. @throws AppError NOT_FOUND, CHANGED, DUPLICATE */
export async function updateCode<N extends CodeCollection>(
  store: CodeStore<N>,
  collection: N,
  { id, ...changes }: { id: string; updatedAt?: string | undefined } & Partial<CodeFields<N>>,
): Promise<Collections[N]> {
  refuseTakenCode(store, collection, changes.code, id);
  return update(store, collection, id, changes as Parameters<typeof update<N>>[3]);
}

/**
 * Makes up to ten thousand codes alike, each with a random text of its own, or gives those that were made with this id already.
 *
 * @param fieldsOf the other fields of the code at a place of the batch
 */
export async function createCodes<N extends CodeCollection>(
  store: CodeStore<N>,
  collection: N,
  { id, count }: { id?: string | undefined; count: number },
  fieldsOf: (index: number) => Omit<CodeFields<N>, 'code'>,
): Promise<{ codes: Collections[N][] }> {
  const idAt = (index: number) => (id === undefined ? undefined : `${id}-${index + 1}`);
  const repeated = Array.from({ length: count }, (_, index) =>
    repeatedRecord<N>(store, collection, idAt(index)),
  ).filter((code) => code !== undefined);
  if (repeated.length > 0) return { codes: repeated };
  const texts = new Set<string>();
  while (texts.size < count) {
    const text = generateCode();
    if (!store[collection].byCode(text)) texts.add(text);
  }
  const list = [...texts].map((code, index) => ({ id: idAt(index), code, ...fieldsOf(index) }));
  return { codes: await insertMany(store, collection, list as unknown as CodeFields<N>[]) };
}

function refuseTakenCode<N extends CodeCollection>(
  store: CodeStore<N>,
  collection: N,
  code: string | undefined,
  exceptId?: string,
): void {
  const other = code === undefined ? undefined : store[collection].byCode(code);
  if (other && other.id !== exceptId)
    throw new AppError('DUPLICATE', `Esiste già ${alike[collection]}: «${other.code}».`);
}

/**
 * Reads a list of codes in, all or none: a code that exists (in its letters and digits) takes what the list says of it, others
 * are added. What a code was used is kept.
 *
 * @throws AppError DUPLICATE when the list has a code twice
 */
export async function importCodes<N extends CodeCollection>(
  store: CodeStore<N>,
  collection: N,
  list: readonly CodeFields<N>[],
): Promise<ImportedCodes> {
  refuseRepeatedCodes(list);
  const now = new Date().toISOString();
  const counts: ImportedCodes = { created: 0, updated: 0, unchanged: 0 };
  const operations: Operation[] = [];
  for (const fields of list) {
    const current = store[collection].byCode(fields.code) as Collections[N] | undefined;
    const stamps = current ?? { id: crypto.randomUUID(), createdAt: now };
    const record = withoutAbsent({ ...stamps, ...fields, updatedAt: now });
    if (current && isDeepStrictEqual(record, withoutAbsent({ ...current, updatedAt: now }))) {
      counts.unchanged += 1;
      continue;
    }
    counts[current ? 'updated' : 'created'] += 1;
    operations.push({ type: 'put', collection, record } as unknown as Operation);
  }
  if (operations.length > 0) await store.mutate(operations);
  return counts;
}

function refuseRepeatedCodes(list: readonly { code: string }[]): void {
  const rowByKey = new Map<string, number>();
  for (const [index, { code }] of list.entries()) {
    const key = codeKey(code);
    const earlier = rowByKey.get(key);
    if (earlier !== undefined) {
      const rows = `${earlier + 1} e ${index + 1}`;
      throw new AppError('DUPLICATE', `Il codice «${code}» c’è due volte, alle righe ${rows}.`);
    }
    rowByKey.set(key, index);
  }
}

function withoutAbsent(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
