import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useId, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from './button.tsx';
import { DataTable, type Column } from './data-table.tsx';
import { EntityDialog, type EntityForm } from './entity-dialog.tsx';
import { SelectionBar } from './codes/selection-bar.tsx';
import type { Selection } from './codes/use-selection.ts';
import type { Entity } from './entity.ts';
import { formatNumber } from './format.ts';
import { newEntry, tabOf, type AdminTab } from './panel-address.ts';
import { foldedText, fold, type Sorting } from './search.ts';
import type { StoredEntry } from './saving/save-entry.ts';
import { TableFailure, TableLoading } from './table-states.tsx';

declare module '@tanstack/history' {
  interface HistoryState {
    /** The previous history entry is this list without the dialog. */
    openedFromList?: boolean;
  }
}

export interface EntityTexts {
  caption: string;
  add: string;
  createTitle: string;
  editTitle: string;
  empty: string;
  loading: string;
  loadFailed: string;
  searchHint: string;
  confirmDelete: string;
  one: string;
  many: string;
}

interface EntityTabProps<Row extends StoredEntry, Fields extends FieldValues> {
  tab: AdminTab;
  texts: EntityTexts;
  entity: Entity<Row, Fields>;
  columns: readonly Column<Row>[];
  initialSorting: Sorting;
  form: EntityForm<Row, Fields>;
  nameOf(row: Row): string;
  /** Searchable text; must be a stable function, like `matches`. */
  searchText(row: Row): string;
  matches?(row: Row, query: string): boolean;
  summary?(rows: readonly Row[]): string;
  tools?: ReactNode;
  above?: ReactNode;
  selection?: { of: Selection<Row>; actions: ReactNode };
  /** What deleting a row entails; awaited before the question. */
  deleteNote?(row: Row): Promise<string | undefined>;
  rowTools?(row: Row, view: { sorting: Sorting; filtered: boolean }): ReactNode;
}

/** Common part of the four tabs: search, sorting, dialog, deletion and loading states. */
export function EntityTab<Row extends StoredEntry, Fields extends FieldValues>(
  props: EntityTabProps<Row, Fields>,
) {
  const { list } = props.entity;
  if (list.data) return <EntityList {...props} rows={list.data} />;
  if (list.error) return <TableFailure text={props.texts.loadFailed} error={list.error} list={list} />;
  return <TableLoading text={props.texts.loading} />;
}

function EntityList<Row extends StoredEntry, Fields extends FieldValues>(
  props: EntityTabProps<Row, Fields> & { rows: readonly Row[] },
) {
  const { rows, texts, entity, nameOf } = props;
  const search = useRowSearch(rows, props.searchText, props.matches);
  const [sorting, setSorting] = useState(props.initialSorting);
  const addButton = useRef<HTMLButtonElement>(null);
  const { entry, open, close } = useOpenEntry(props.tab);
  const item = useOpenItem(rows, entry);

  async function remove(row: Row): Promise<void> {
    const below = [nameOf(row), await props.deleteNote?.(row)].filter(Boolean).join('\n\n');
    if (!window.confirm(`${texts.confirmDelete}\n\n${below}`)) return;
    try {
      await entity.remove.mutateAsync({ id: row.id });
      // The pressed button is removed with its row.
      addButton.current?.focus();
    } catch {
      // The mutation shows the error.
    }
  }

  return (
    <>
      <Toolbar {...props} search={search} addButton={addButton} onAdd={() => open()} />
      {props.above}
      {rows.length === 0 && <p className="admin-empty">{texts.empty}</p>}
      {rows.length > 0 && search.matching.length === 0 && (
        <p className="admin-empty">
          Nessuna corrispondenza per «{search.applied}».{' '}
          <button type="button" className="admin-link" onClick={() => search.setQuery('')}>
            Mostra tutto
          </button>
        </p>
      )}
      {props.selection && search.matching.length > 0 && (
        <SelectionBar selection={props.selection.of} matching={search.matching}>
          {props.selection.actions}
        </SelectionBar>
      )}
      {search.matching.length > 0 && (
        <DataTable
          caption={texts.caption}
          columns={props.columns}
          selection={props.selection && { ...props.selection.of, nameOf }}
          rows={search.matching}
          sorting={sorting}
          onSort={setSorting}
          actions={(row) => (
            <>
              {props.rowTools?.(row, { sorting, filtered: search.applied !== '' })}
              <Button
                small
                data-action="edit"
                aria-label={`Modifica ${nameOf(row)}`}
                onClick={() => open(row.id)}
              >
                Modifica
              </Button>
              <Button
                small
                danger
                data-action="delete"
                aria-label={`Elimina ${nameOf(row)}`}
                onClick={() => void remove(row)}
              >
                Elimina
              </Button>
            </>
          )}
        />
      )}
      {(item || entry === newEntry) && (
        <EntityDialog
          key={entry}
          title={item ? texts.editTitle : texts.createTitle}
          form={props.form}
          item={item}
          draftKey={`${props.tab}:${entry ?? newEntry}`}
          entity={entity}
          onClose={close}
        />
      )}
    </>
  );
}

/** Open entry, from the address: Back closes it, a reload reopens it. */
function useOpenEntry(tab: AdminTab) {
  const router = useRouter();
  const navigate = useNavigate();
  const voce = useSearch({
    from: '/admin',
    select: ({ scheda, voce }) => tabOf(scheda) === tab && voce,
  });
  const isClosing = useRef(false);

  async function close(): Promise<void> {
    if (isClosing.current) return;
    isClosing.current = true;
    if (router.state.location.state.openedFromList) {
      const arrival = new Promise<void>((resolve) => {
        const unsubscribe = router.subscribe('onResolved', () => {
          unsubscribe();
          resolve();
        });
      });
      router.history.back({ ignoreBlocker: true });
      await arrival;
    } else {
      const search = { scheda: tab };
      await navigate({ to: '/admin', search, replace: true, ignoreBlocker: true, resetScroll: false });
    }
    isClosing.current = false;
  }

  return {
    entry: voce || undefined,
    open: (id: string = newEntry) =>
      void navigate({
        to: '/admin',
        search: { scheda: tab, voce: id },
        state: { openedFromList: true },
        resetScroll: false,
      }),
    close,
  };
}

/** Current version of the open item; if deleted elsewhere, its last version. */
function useOpenItem<Row extends { id: string }>(
  rows: readonly Row[],
  entry: string | undefined,
): Row | undefined {
  const current = entry && rows.find(({ id }) => id === entry);
  const [lastShown, setLastShown] = useState<Row>();
  const item = current || (lastShown?.id === entry ? lastShown : undefined);
  if (item !== lastShown) setLastShown(item);
  return item;
}

/** Filtered rows, deferred to keep typing responsive with ten thousand rows. */
function useRowSearch<Row extends { id: string }>(
  rows: readonly Row[],
  searchText: (row: Row) => string,
  matches: ((row: Row, query: string) => boolean) | undefined,
) {
  const [query, setQuery] = useState('');
  const applied = useDeferredValue(query).trim();
  const matching = useMemo(() => {
    if (applied === '') return rows;
    const words = fold(applied).split(/\s+/);
    const hasWords = (row: Row) => words.every((word) => foldedText(row, searchText).includes(word));
    return rows.filter((row) => hasWords(row) || matches?.(row, applied));
  }, [rows, applied, searchText, matches]);
  return { query, setQuery, applied, matching };
}

interface ToolbarProps<Row> {
  rows: readonly Row[];
  texts: EntityTexts;
  search: { query: string; setQuery(query: string): void; applied: string; matching: readonly Row[] };
  addButton: RefObject<HTMLButtonElement | null>;
  summary?(rows: readonly Row[]): string;
  tools?: ReactNode;
  onAdd(): void;
}

function Toolbar<Row>({ rows, texts, search, addButton, summary, tools, onAdd }: ToolbarProps<Row>) {
  const searchId = useId();
  const count = `${formatNumber(rows.length)} ${rows.length === 1 ? texts.one : texts.many}`;
  const isFiltered = search.applied !== '';
  return (
    <div className="flex flex-wrap items-end gap-x-5 gap-y-3 pb-4 max-md:gap-2 max-md:pb-2">
      {rows.length > 0 && (
        <div className="admin-search">
          <label htmlFor={searchId}>Cerca</label>
          <input
            id={searchId}
            type="search"
            value={search.query}
            placeholder={texts.searchHint}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => search.setQuery(target.value)}
          />
        </div>
      )}
      <p className="admin-count" role="status">
        {isFiltered ? `${formatNumber(search.matching.length)} su ${count}` : count}
        {!isFiltered && rows.length > 0 && summary && ` · ${summary(rows)}`}
      </p>
      <div className="flex flex-wrap gap-2 max-md:flex-[1_1_100%] max-md:*:flex-1">
        {tools}
        <Button ref={addButton} main onClick={onAdd}>
          {texts.add}
        </Button>
      </div>
    </div>
  );
}
