import { useDeferredValue, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { AdminTab } from './admin-tabs.ts';
import { DataTable, type Column } from './data-table.tsx';
import { EntityDialog, type EntityForm } from './entity-dialog.tsx';
import type { Entity } from './entity.ts';
import { forgetWanted, useWantedId } from './open-entity.ts';
import { foldedText, fold, type Sorting } from './search.ts';
import { TableFailure, TableLoading } from './table-states.tsx';
import { formatNumber } from './words.ts';

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

interface EntityTabProps<Row extends { id: string }, Fields extends FieldValues> {
  /** Its place in the panel, for whoever asks for the dialog of one of its items. */
  tab: AdminTab;
  texts: EntityTexts;
  entity: Entity<Row, Fields>;
  columns: readonly Column<Row>[];
  initialSorting: Sorting;
  form: EntityForm<Row, Fields>;
  /** How a row is called, for the names of its buttons. */
  nameOf(row: Row): string;
  /** What the search looks through. */
  searchText(row: Row): string;
  /** A second way to match, for what is not compared as plain text. */
  matches?(row: Row, query: string): boolean;
  /** Beside the count: totals and the like. */
  summary?(rows: readonly Row[]): string;
  /** More buttons of the tab, and of each row. */
  tools?: ReactNode;
  /** Between the toolbar and the table. */
  above?: ReactNode;
  rowTools?(row: Row, view: { sorting: Sorting; filtered: boolean }): ReactNode;
}

/** What the four tables share: search, sorting, the dialog, deletion with confirmation, and every state between. */
export function EntityTab<Row extends { id: string }, Fields extends FieldValues>(
  props: EntityTabProps<Row, Fields>,
) {
  const { texts, entity, columns, nameOf, searchText, matches } = props;
  const { data: rows, error } = entity.list;
  const [query, setQuery] = useState('');
  const [sorting, setSorting] = useState(props.initialSorting);
  const [editor, setEditor] = useState<{ item: Row | undefined }>();
  const addButton = useRef<HTMLButtonElement>(null);
  const searchId = useId();
  const wanted = useWantedId(props.tab);

  // Typing stays immediate while ten thousand rows are searched a moment later.
  const searched = useDeferredValue(query).trim();
  const found = useMemo(() => {
    if (!rows || searched === '') return rows ?? [];
    const wanted = fold(searched);
    return rows.filter((row) => foldedText(row, searchText).includes(wanted) || matches?.(row, searched));
  }, [rows, searched, searchText, matches]);

  async function remove(row: Row): Promise<void> {
    if (!window.confirm(texts.confirmDelete)) return;
    try {
      await entity.remove(row.id);
      // The button that was pressed goes away with its row.
      addButton.current?.focus();
    } catch {
      // The entity has told what went wrong.
    }
  }

  if (!rows && error) return <TableFailure text={texts.loadFailed} error={error} list={entity.list} />;
  if (!rows) return <TableLoading text={texts.loading} />;

  const opened = wanted ? rows.find(({ id }) => id === wanted) : undefined;
  const editing = opened ? { item: opened } : editor;
  // As it is now: what changes in the background shows in an open dialog too.
  const item = rows.find(({ id }) => id === editing?.item?.id) ?? editing?.item;
  const filtered = searched !== '';
  const count = `${formatNumber(rows.length)} ${rows.length === 1 ? texts.one : texts.many}`;
  return (
    <>
      <div className="admin-toolbar">
        {rows.length > 0 && (
          <div className="admin-search">
            <label htmlFor={searchId}>Cerca</label>
            <input
              id={searchId}
              type="search"
              value={query}
              placeholder={texts.searchHint}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setQuery(target.value)}
            />
          </div>
        )}
        <p className="admin-count" role="status">
          {filtered ? `${formatNumber(found.length)} su ${count}` : count}
          {!filtered && rows.length > 0 && props.summary && ` · ${props.summary(rows)}`}
        </p>
        <div className="admin-tools">
          {props.tools}
          <button
            type="button"
            ref={addButton}
            className="admin-button admin-button-main"
            onClick={() => setEditor({ item: undefined })}
          >
            {texts.add}
          </button>
        </div>
      </div>

      {props.above}
      {rows.length === 0 && <p className="admin-empty">{texts.empty}</p>}
      {rows.length > 0 && found.length === 0 && (
        <p className="admin-empty">
          Nessuna corrispondenza per «{searched}».{' '}
          <button type="button" className="admin-link" onClick={() => setQuery('')}>
            Mostra tutto
          </button>
        </p>
      )}
      {found.length > 0 && (
        <DataTable
          caption={texts.caption}
          columns={columns}
          rows={found}
          sorting={sorting}
          onSort={setSorting}
          actions={(row) => (
            <>
              {props.rowTools?.(row, { sorting, filtered })}
              <button
                type="button"
                className="admin-button admin-button-small"
                data-action="edit"
                aria-label={`Modifica ${nameOf(row)}`}
                onClick={() => setEditor({ item: row })}
              >
                Modifica
              </button>
              <button
                type="button"
                className="admin-button admin-button-small admin-button-danger"
                data-action="delete"
                aria-label={`Elimina ${nameOf(row)}`}
                onClick={() => void remove(row)}
              >
                Elimina
              </button>
            </>
          )}
        />
      )}

      {editing && (
        <EntityDialog
          key={item?.id ?? 'new'}
          title={item ? texts.editTitle : texts.createTitle}
          form={props.form}
          item={item}
          entity={entity}
          onClose={() => {
            forgetWanted();
            setEditor(undefined);
          }}
        />
      )}
    </>
  );
}
