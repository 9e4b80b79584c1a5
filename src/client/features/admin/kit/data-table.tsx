import type { KeyboardEvent, ReactNode } from 'react';
import { Fragment, useId, useMemo } from 'react';
import { sortRows, type Sorting } from './search.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

export interface Column<Row> {
  key: string;
  header: string;
  cell(row: Row, index: number): ReactNode;
  sortBy?(row: Row): string | number;
  /** Row header, announced with every other cell. */
  names?: boolean;
  /** Of the column, as a class; without it the columns share what is left. */
  width?: string;
}

interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  sorting: Sorting;
  onSort(sorting: Sorting): void;
  actions(row: Row, index: number): ReactNode;
  /** Whether the actions have those of moving a row. */
  isOrdered?: boolean;
  selection?: { has(id: string): boolean; toggle(id: string): void; nameOf(row: Row): string } | undefined;
}

/** Arrow keys move to the same button of another row. */
const rowMoves: Record<string, (index: number) => number> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + 10,
  PageUp: (index) => index - 10,
  Home: () => 0,
  End: () => Number.MAX_SAFE_INTEGER,
};

/**
 * Sortable, virtualised table with a sticky header. Narrow screens show cards (admin.css); explicit roles, because
 * `display` removes the implicit ones.
 */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { caption, columns, sorting, onSort, actions, selection } = props;
  const sorted = useMemo(() => {
    const column = columns.find(({ key }) => key === sorting.key);
    return column?.sortBy ? sortRows(props.rows, column.sortBy, sorting.descending) : [...props.rows];
  }, [props.rows, columns, sorting]);
  const keys = useMemo(() => sorted.map(({ id }) => id), [sorted]);
  const { body, rows, gapAfter, measure, onRowFocus, focusRow } = useVirtualRows(keys);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const move = rowMoves[event.key];
    const control = (event.target as Element).closest<HTMLElement>('[data-action]');
    const index = Number(control?.closest<HTMLElement>('[data-index]')?.dataset.index);
    if (!move || !control?.dataset.action || Number.isNaN(index)) return;
    event.preventDefault();
    focusRow(move(index), control.dataset.action);
  }

  const gap = (height: number) =>
    height > 0 && (
      <tr role="presentation" aria-hidden className="admin-gap">
        <td role="presentation" colSpan={columns.length + 1} style={{ height }} />
      </tr>
    );

  return (
    <>
      <SortSelect columns={columns} sorting={sorting} onSort={onSort} />
      <table role="table" className="admin-table" aria-rowcount={sorted.length + 1}>
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            {columns.map((column) => (
              <SortHeader key={column.key} column={column} sorting={sorting} onSort={onSort} />
            ))}
            <th
              role="columnheader"
              scope="col"
              data-column="actions"
              className={props.isOrdered ? 'w-43 lg:w-76' : 'w-43 lg:w-48'}
            >
              <span className="sr-only">Azioni</span>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body} onKeyDown={onKeyDown}>
          {rows.map(({ index, gapBefore }) => {
            const row = sorted[index];
            if (!row) return null;
            return (
              <Fragment key={row.id}>
                {gap(gapBefore)}
                <tr
                  role="row"
                  aria-rowindex={index + 2}
                  data-index={index}
                  ref={measure}
                  onFocus={() => onRowFocus(index)}
                >
                  {columns.map((column, position) => (
                    <td
                      key={column.key}
                      role={column.names ? 'rowheader' : 'cell'}
                      data-column={column.key}
                      data-label={column.header}
                    >
                      {position === 0 && selection ? (
                        <div className="flex items-start gap-3">
                          <input
                            type="checkbox"
                            className="size-4.5 shrink-0 mt-0.5"
                            data-action="choose"
                            aria-label={`Scegli ${selection.nameOf(row)}`}
                            checked={selection.has(row.id)}
                            onChange={() => selection.toggle(row.id)}
                          />
                          <div>{column.cell(row, index)}</div>
                        </div>
                      ) : (
                        column.cell(row, index)
                      )}
                    </td>
                  ))}
                  <td role="cell" data-column="actions">
                    <div className="admin-actions">{actions(row, index)}</div>
                  </td>
                </tr>
              </Fragment>
            );
          })}
          {gap(gapAfter)}
        </tbody>
      </table>
    </>
  );
}

interface SortProps<Row> {
  sorting: Sorting;
  onSort(sorting: Sorting): void;
  column: Column<Row>;
}

function SortHeader<Row>({ column, sorting, onSort }: SortProps<Row>) {
  const current = sorting.key === column.key;
  const direction = sorting.descending ? 'descending' : 'ascending';
  return (
    <th
      role="columnheader"
      scope="col"
      data-column={column.key}
      className={column.width}
      {...(column.sortBy && { 'aria-sort': current ? direction : 'none' })}
    >
      {column.sortBy ? (
        <button
          type="button"
          className="admin-sort"
          onClick={() => onSort({ key: column.key, descending: current && !sorting.descending })}
        >
          {column.header}
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

function SortSelect<Row>({
  columns,
  sorting,
  onSort,
}: Omit<SortProps<Row>, 'column'> & Pick<DataTableProps<Row>, 'columns'>) {
  const id = useId();
  return (
    <div className="hidden max-md:flex max-md:items-center max-md:gap-2 max-md:pb-3 max-md:text-(--faded) max-md:text-[0.9375rem] max-md:whitespace-nowrap">
      <label htmlFor={id}>Ordina per</label>
      <select
        id={id}
        value={`${sorting.key}:${sorting.descending ? 'down' : 'up'}`}
        onChange={({ target }) => {
          const [key = '', way] = target.value.split(':');
          onSort({ key, descending: way === 'down' });
        }}
      >
        {columns
          .filter(({ sortBy }) => sortBy)
          .flatMap(({ key, header }) => [
            <option key={`${key}:up`} value={`${key}:up`}>{`${header}, crescente`}</option>,
            <option key={`${key}:down`} value={`${key}:down`}>{`${header}, decrescente`}</option>,
          ])}
      </select>
    </div>
  );
}
