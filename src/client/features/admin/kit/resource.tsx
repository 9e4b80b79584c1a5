import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useId, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { AdminSearch } from '#client/admin-search.ts';
import { Button } from '../button.tsx';
import { countOf, formatNumber } from '../format.ts';
import { newEntry, tabOf, type AdminTab } from '../panel-address.ts';
import type { StoredEntry } from '../saving/save-entry.ts';
import { DataTable, type Column } from './data-table.tsx';
import type { Entity, EntityToasts } from './entity.ts';
import { Loaded } from './loaded.tsx';
import { MoveButtons } from './move-buttons.tsx';
import { fold, foldedText, type Sorting } from './search.ts';
import { SelectionBar } from './selection-bar.tsx';
import { SheetDialog, type SheetKind } from './sheet.tsx';
import { Sortable } from './sortable.tsx';
import type { Order } from './use-order.ts';
import { useSelection, type Selection } from './use-selection.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** The previous history entry is this list without the dialog. */
    openedFromList?: boolean;
  }
}

interface ResourceTexts extends EntityToasts {
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

/** What a tab of the panel is made of: its list, its sheet and its words. */
export interface Resource<Row extends StoredEntry, Fields extends FieldValues> {
  tab: AdminTab;
  /** The sheet and part in which it is, where it is in no tab. */
  foglio?: string;
  texts: ResourceTexts;
  columns: readonly Column<Row>[];
  initialSorting: Sorting;
  sheet: SheetKind<Row, Fields>;
  nameOf(row: Row): string;
  /** Searchable text; must be a stable function, like `matches`. */
  searchText(row: Row): string;
  matches?(row: Row, query: string): boolean;
  summary?(rows: readonly Row[]): string;
}

interface ResourceTabProps<Row extends StoredEntry, Fields extends FieldValues> {
  resource: Resource<Row, Fields>;
  entity: Entity<Row, Fields>;
  tools?: ReactNode;
  above?: ReactNode;
  /** Rows can be chosen; what is done with them at once, and how they are counted. */
  bulk?: {
    actions(selection: Selection<Row>): ReactNode;
    title: string;
    chosen: [one: string, many: string];
  };
  /** What deleting a row entails; awaited before the question. */
  deleteNote?(row: Row): Promise<string | undefined>;
  /** Rows can be moved while they are sorted as at first and all shown. */
  order?: Order;
}

/** A tab: search, sorting, choice, order, sheet, deletion and loading states. */
export function ResourceTab<Row extends StoredEntry, Fields extends FieldValues>(
  props: ResourceTabProps<Row, Fields>,
) {
  const { texts } = props.resource;
  return (
    <Loaded query={props.entity.list} failed={texts.loadFailed} loading={texts.loading}>
      {(rows) => <ResourceList {...props} rows={rows} />}
    </Loaded>
  );
}

function ResourceList<Row extends StoredEntry, Fields extends FieldValues>(
  props: ResourceTabProps<Row, Fields> & { rows: readonly Row[] },
) {
  const { rows, resource, entity, bulk, order } = props;
  const { texts, nameOf, initialSorting } = resource;
  const search = useRowSearch(rows, resource.searchText, resource.matches);
  const selection = useSelection(rows);
  const [sorting, setSorting] = useState(initialSorting);
  const isWhole = sorting.key === initialSorting.key && !sorting.descending && search.applied === '';
  const addButton = useRef<HTMLButtonElement>(null);
  const { entry, open, close } = useOpenEntry(resource);
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

  const actions = (row: Row) => (
    <>
      {order && isWhole && (
        <MoveButtons
          id={row.id}
          name={nameOf(row)}
          isFirst={row === rows[0]}
          isLast={row === rows.at(-1)}
          onStep={(by) => order.step(row.id, by)}
        />
      )}
      <Button small data-action="edit" aria-label={`Modifica ${nameOf(row)}`} onClick={() => open(row.id)}>
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
  );

  const table = (
    <DataTable
      caption={texts.caption}
      columns={resource.columns}
      selection={bulk && { ...selection, nameOf }}
      rows={search.matching}
      sorting={sorting}
      onSort={setSorting}
      actions={actions}
      isOrdered={order !== undefined}
    />
  );

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
      {bulk && search.matching.length > 0 && (
        <SelectionBar selection={selection} matching={search.matching} {...bulk}>
          {bulk.actions(selection)}
        </SelectionBar>
      )}
      {search.matching.length > 0 &&
        (order ? (
          <Sortable
            ids={rows.map(({ id }) => id)}
            nameOf={(id) => rows.flatMap((row) => (row.id === id ? [nameOf(row)] : [])).join()}
            onMove={order.drop}
          >
            {table}
          </Sortable>
        ) : (
          table
        ))}
      {(item || entry === newEntry) && (
        <SheetDialog
          key={entry}
          title={item ? texts.editTitle : texts.createTitle}
          kind={resource.sheet}
          item={item}
          draftKey={`${resource.foglio ?? resource.tab}:${entry ?? newEntry}`}
          entity={entity}
          onClose={close}
        />
      )}
    </>
  );
}

/** Open entry, from the address: Back closes it, a reload reopens it. */
function useOpenEntry({ tab, foglio: ownSheet }: { tab: AdminTab; foglio?: string }) {
  const router = useRouter();
  const navigate = useNavigate();
  const voce = useSearch({
    from: '/admin',
    select: ({ scheda, foglio, voce }) => foglio === ownSheet && (ownSheet || tabOf(scheda) === tab) && voce,
  });
  const isClosing = useRef(false);
  const searchAt = ({ scheda, foglio }: AdminSearch): AdminSearch =>
    ownSheet ? { scheda, foglio } : { scheda: tab };

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
      await navigate({
        to: '/admin',
        search: searchAt,
        replace: true,
        ignoreBlocker: true,
        resetScroll: false,
      });
    }
    isClosing.current = false;
  }

  return {
    entry: voce || undefined,
    open: (id: string = newEntry) =>
      void navigate({
        to: '/admin',
        search: (before) => ({ ...searchAt(before), voce: id }),
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
  resource: { texts: ResourceTexts; summary?(rows: readonly Row[]): string };
  search: { query: string; setQuery(query: string): void; applied: string; matching: readonly Row[] };
  addButton: RefObject<HTMLButtonElement | null>;
  tools?: ReactNode;
  onAdd(): void;
}

function Toolbar<Row>({ rows, resource, search, addButton, tools, onAdd }: ToolbarProps<Row>) {
  const { texts } = resource;
  const searchId = useId();
  const count = countOf(rows.length, texts.one, texts.many);
  const isFiltered = search.applied !== '';
  return (
    <div className="flex flex-wrap items-end gap-x-5 gap-y-3 pb-4 max-md:gap-2 max-md:pb-2">
      {rows.length > 0 && (
        <div className="admin-search flex-[1_1_16rem] max-w-104">
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
        {!isFiltered && rows.length > 0 && resource.summary && ` · ${resource.summary(rows)}`}
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
