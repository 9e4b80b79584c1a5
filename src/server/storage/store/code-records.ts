import { isDeepStrictEqual } from 'node:util';
import { codeKey, generateCode, type ImportedCodes } from '#shared/contracts/codes.ts';
import { AppError } from '#shared/errors.ts';
import type { Collections, Operation, Store } from './types.ts';

/** The two collections whose records are opened by a code. */
type CodeCollection = 'unlockCodes' | 'musicCodes';
type CodeFields<N extends CodeCollection> = Omit<Collections[N], 'id' | 'createdAt' | 'updatedAt'>;
type CodeStore<N extends CodeCollection> = Pick<Store, N | 'mutate'>;

/** `count` random codes that no record of the collection has, and no two of which are equal. */
export function generateCodes<N extends CodeCollection>(
  store: CodeStore<N>,
  collection: N,
  count: number,
): string[] {
  const codes = new Set<string>();
  while (codes.size < count) {
    const code = generateCode();
    if (!store[collection].byCode(code)) codes.add(code);
  }
  return [...codes];
}

/** The id of one code of a batch whose id was chosen; none is chosen for a code of another. */
export const batchedId = (batch: string | undefined, index: number): string | undefined =>
  batch === undefined ? undefined : `${batch}-${index + 1}`;

/** Those of a batch's codes that are there, when it was made already with the id that was chosen for it. */
export function repeatedBatch<N extends CodeCollection>(
  store: CodeStore<N>,
  collection: N,
  batch: string | undefined,
  count: number,
): Collections[N][] | undefined {
  if (batch === undefined) return undefined;
  const codes = Array.from({ length: count }, (_, index) =>
    store[collection].get(`${batch}-${index + 1}`),
  ).filter((code) => code !== undefined) as Collections[N][];
  return codes.length > 0 ? codes : undefined;
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
