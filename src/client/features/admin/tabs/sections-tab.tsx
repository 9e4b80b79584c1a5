import { zodResolver } from '@hookform/resolvers/zod';
import { useDeferredValue, useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { createSection } from '../../../../shared/contracts/sections.ts';
import type { RouterInputs } from '../../../trpc.ts';
import type { Column } from '../data-table.tsx';
import { useSections, type SectionRow } from '../entities.ts';
import type { EntityForm } from '../entity-dialog.tsx';
import { EntityTab, type EntityTexts } from '../entity-tab.tsx';
import { AreaField, TextField } from '../fields.tsx';
import { ImportDialog } from '../import/import-dialog.tsx';
import { countWords } from '../../../../shared/words.ts';
import { formatNumber, percentOf, preview, wordCounts } from '../words.ts';

type SectionFields = RouterInputs['sections']['create'];

const texts: EntityTexts = {
  caption: 'Le sezioni del libro',
  add: 'Aggiungi sezione',
  createTitle: 'Nuova sezione',
  editTitle: 'Modifica sezione',
  empty: 'Nessuna sezione creata. Inizia aggiungendone una.',
  loading: 'Lettura delle sezioni…',
  loadFailed: 'Impossibile leggere le sezioni',
  searchHint: 'numero, titolo o parole del testo',
  confirmDelete: 'Sei sicuro di voler eliminare questa sezione?',
  one: 'sezione',
  many: 'sezioni',
};

const columns: Column<SectionRow>[] = [
  {
    key: 'number',
    header: 'N.',
    sortBy: (row) => row.sectionNumber,
    cell: (row) => <span className="admin-number">{row.sectionNumber}</span>,
  },
  { key: 'title', header: 'Titolo', names: true, sortBy: (row) => row.title, cell: (row) => row.title },
  { key: 'preview', header: 'Anteprima', cell: (row) => preview(row.content) },
  {
    key: 'words',
    header: 'Parole',
    sortBy: (row) => wordCounts(row).full,
    cell: (row) => <WordCounts section={row} />,
  },
];

function WordCounts({ section }: { section: SectionRow }) {
  const { full, summaries } = wordCounts(section);
  return (
    <span className="admin-words">
      <span>{formatNumber(full)} (100%)</span>
      {summaries.map(({ name, words, percent }) => (
        <span key={name}>
          <abbr title={`Riassunto al ${name}`}>{name}:</abbr> {formatNumber(words)} ({percent}%)
        </span>
      ))}
      {summaries.length === 0 && <em>Riassunti non generati</em>}
    </span>
  );
}

const form: EntityForm<SectionRow, SectionFields> = {
  resolver: zodResolver(createSection, undefined, { raw: true }),
  values: (item, rows) => ({
    sectionNumber: String(item?.sectionNumber ?? Math.max(0, ...rows.map((row) => row.sectionNumber)) + 1),
    title: item?.title ?? '',
    content: item?.content ?? '',
    contentReduced70: item?.contentReduced70 ?? '',
    contentReduced30: item?.contentReduced30 ?? '',
    contentLine: item?.contentLine ?? '',
  }),
  required: ['sectionNumber', 'title', 'content'],
  unique: 'sectionNumber',
  size: 'wide',
  fields: (state) => <SectionFieldset form={state} />,
};

function SectionFieldset({ form: state }: { form: UseFormReturn<SectionFields> }) {
  const entered = useWatch({
    control: state.control,
    name: ['content', 'contentReduced70', 'contentReduced30'],
  });
  const [full = 0, reduced70 = 0, reduced30 = 0] = useDeferredValue(entered).map((text) =>
    countWords(text ?? ''),
  );
  const share = (words: number) =>
    words === 0
      ? 'Non ancora scritto'
      : `${formatNumber(words)} parole, ${percentOf(words, full)}% del testo`;
  return (
    <div className="admin-section-fields">
      <TextField form={state} name="sectionNumber" label="Numero" numeric area="number" />
      <TextField form={state} name="title" label="Titolo" area="title" />
      <AreaField
        form={state}
        name="content"
        label="Contenuto"
        rows={16}
        prose
        area="content"
        hint={`${formatNumber(full)} parole`}
      />
      <AreaField
        form={state}
        name="contentReduced70"
        label="Riassunto al 70%"
        optional
        rows={7}
        prose
        area="reduced70"
        hint={share(reduced70)}
      />
      <AreaField
        form={state}
        name="contentReduced30"
        label="Riassunto al 30%"
        optional
        rows={5}
        prose
        area="reduced30"
        hint={share(reduced30)}
      />
      <AreaField
        form={state}
        name="contentLine"
        label="In una frase"
        optional
        rows={2}
        prose
        area="line"
        hint="La sezione ridotta al minimo: così entra nella memoria del protagonista quando lo spazio manca."
      />
    </div>
  );
}

/** The book: its sections by number, with their summaries, one at a time or all from one file. */
export function SectionsTab() {
  const entity = useSections();
  const [importing, setImporting] = useState(false);
  return (
    <>
      <EntityTab
        texts={texts}
        entity={entity}
        columns={columns}
        initialSorting={{ key: 'number', descending: false }}
        form={form}
        nameOf={(row) => `sezione ${row.sectionNumber}, ${row.title}`}
        searchText={searchText}
        summary={(rows) => `${formatNumber(rows.reduce((sum, row) => sum + wordCounts(row).full, 0))} parole`}
        tools={
          <button type="button" className="admin-button" onClick={() => setImporting(true)}>
            Importa da testo
          </button>
        }
      />
      {importing && <ImportDialog sections={entity.list.data ?? []} onClose={() => setImporting(false)} />}
    </>
  );
}

function searchText(row: SectionRow): string {
  return `${row.sectionNumber}\n${row.title}\n${row.content}`;
}
