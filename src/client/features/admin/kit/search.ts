const foldedByRow = new WeakMap<object, string>();

/** Normalises for search: no accents, lower case, one kind of apostrophe. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘`´]/g, "'")
    .toLowerCase();
}

export function foldedText<Row extends object>(row: Row, text: (row: Row) => string): string {
  const cached = foldedByRow.get(row);
  if (cached !== undefined) return cached;
  const folded = fold(text(row));
  foldedByRow.set(row, folded);
  return folded;
}

export interface Sorting {
  key: string;
  descending: boolean;
}

const collator = new Intl.Collator('it', { numeric: true, sensitivity: 'base' });

export function sortRows<Row>(
  rows: readonly Row[],
  value: (row: Row) => string | number,
  descending: boolean,
): Row[] {
  const keyed = rows.map((row) => ({ row, key: value(row) }));
  const sign = descending ? -1 : 1;
  keyed.sort((a, b) => {
    if (typeof a.key === 'number' && typeof b.key === 'number') return sign * (a.key - b.key);
    return sign * collator.compare(String(a.key), String(b.key));
  });
  return keyed.map(({ row }) => row);
}
