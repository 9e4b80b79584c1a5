import { useMemo, useState } from 'react';

export interface Selection<Row extends { id: string }> {
  chosen: readonly Row[];
  has(id: string): boolean;
  toggle(id: string): void;
  choose(rows: readonly Row[]): void;
  clear(): void;
}

export function useSelection<Row extends { id: string }>(rows: readonly Row[] | undefined): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selectedRows = useMemo(() => (rows ?? []).filter(({ id }) => ids.has(id)), [rows, ids]);
  return {
    chosen: selectedRows,
    has: (id) => ids.has(id),
    toggle: (id) =>
      setIds((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    choose: (list) => setIds(new Set(list.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}
