import { lazy, Suspense, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { createSection } from '#shared/contracts/sections.ts';
import { summaryFields } from '#shared/contracts/summaries.ts';
import { trpc, type RouterInputs, type RouterOutputs } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { AbsenceButton } from '../book-tools/absence-button.tsx';
import { CheckDialog } from '../book-tools/check-dialog.tsx';
import { SummariesBar } from '../book-tools/summaries-bar.tsx';
import { SummaryField } from '../book-tools/summary-field.tsx';
import { strayText } from '../book-tools/summary-texts.ts';
import { useSummaries, type Progress, type Summaries } from '../book-tools/use-summaries.ts';
import type { Column } from '../kit/data-table.tsx';
import { useEntity } from '../kit/entity.ts';
import { ResourceTab, type Resource } from '../kit/resource.tsx';
import type { SheetKind } from '../kit/sheet.tsx';
import { CopyNote } from '../restore/copy-note.tsx';
import { SectionVersions } from '../saving/section-versions.tsx';
import { MemoryCards } from '../memory-cards/memory-cards.tsx';
import { withoutMarks } from '#shared/witnessed.ts';
import { VisibilityNote } from '../visibility/visibility-note.tsx';
import { visibilityWords } from '../visibility/visibility-texts.ts';
import { countWords } from '#shared/words.ts';
import { countOf, formatNumber, preview } from '../format.ts';
import { wordCounts } from '../word-counts.ts';

const ImportDialog = lazy(async () => ({
  default: (await import('../import/import-dialog.tsx')).ImportDialog,
}));

type SectionRow = RouterOutputs['sections']['list'][number];
type SectionFields = RouterInputs['sections']['create'];

const texts = {
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
  created: 'Sezione Creata',
  updated: 'Sezione Aggiornata',
  deleted: 'Sezione Eliminata',
  saveFailed: 'Impossibile salvare la sezione',
  deleteFailed: 'Impossibile eliminare la sezione',
};

type Flags = Progress['flags'];

const columnsWith = (flags: Flags): Column<SectionRow>[] => [
  {
    key: 'number',
    header: 'N.',
    width: 'w-14 lg:w-19',
    sortBy: (row) => row.sectionNumber,
    cell: (row) => <span className="admin-number">{row.sectionNumber}</span>,
  },
  {
    key: 'title',
    header: 'Titolo',
    width: 'w-[21%]',
    names: true,
    sortBy: (row) => row.title,
    cell: (row) => (
      <>
        {row.title} <VisibilityNote row={row} />
      </>
    ),
  },
  { key: 'preview', header: 'Anteprima', cell: (row) => preview(row.content) },
  {
    key: 'words',
    header: 'Parole',
    width: 'w-37 lg:w-42',
    sortBy: (row) => wordCounts(row).full,
    cell: (row) => <WordCounts section={row} flags={flags.filter(({ sectionId }) => sectionId === row.id)} />,
  },
];

function WordCounts({ section, flags }: { section: SectionRow; flags: Flags }) {
  const { full, summaries } = wordCounts(section);
  const words = new Map(flags.flatMap((flag) => flag.words).map((stray) => [stray.word, stray]));
  return (
    <span className="grid font-mono text-[0.8125rem] tabular-nums">
      <span>{formatNumber(full)} (100%)</span>
      {summaries.map(({ name, words, percent }) => (
        <span key={name} className="text-(--faded)">
          <abbr className="no-underline" title={`Riassunto al ${name}`}>
            {name}:
          </abbr>{' '}
          {formatNumber(words)} ({percent}%)
        </span>
      ))}
      {summaries.length === 0 && (
        <em className="text-(--faded) font-condensed text-[0.9375rem] not-italic">Riassunti non generati</em>
      )}
      {words.size > 0 && (
        <span className="admin-flag">Da rileggere: {[...words.values()].map(strayText).join(', ')}</span>
      )}
    </span>
  );
}

const sheetWith = (
  summaries: Summaries,
  sections: readonly SectionRow[],
): SheetKind<SectionRow, SectionFields> => ({
  contract: createSection,
  values: sectionValues,
  unique: 'sectionNumber',
  size: 'wide',
  className: 'admin-section-fields',
  fields: [
    { kind: 'text', path: 'sectionNumber', label: 'Numero', numeric: true, area: 'number' },
    { kind: 'text', path: 'title', label: 'Titolo', area: 'title' },
    {
      kind: 'text',
      path: 'content',
      label: 'Contenuto',
      rows: 16,
      opensHere: true,
      area: 'content',
      tools: <AbsenceButton />,
      hint: (content) => `${formatNumber(countWords(withoutMarks(content)))} parole`,
    },
    ...summaryKinds.map(({ kind, ...field }) => ({
      path: summaryFields[kind],
      label: field.label,
      render: (form: UseFormReturn<SectionFields>, item: SectionRow | undefined) => (
        <SummaryField form={form} item={item} summaries={summaries} kind={kind} {...field} />
      ),
    })),
    {
      kind: 'visibility',
      path: 'visibleFrom',
      label: 'Per i lettori',
      shown: 'I lettori la vedono.',
      hidden: 'Per i lettori la sezione non c’è',
      area: 'visible',
    },
  ],
  beside: (item, onUnsavedChange, isFormUnsaved) => (
    <>
      <SectionVersions section={item} isUnsaved={isFormUnsaved} />
      <MemoryCards
        section={item}
        isFirst={sections.every(({ sectionNumber }) => sectionNumber >= item.sectionNumber)}
        onUnsavedChange={onUnsavedChange}
      />
    </>
  ),
});

const summaryKinds = [
  { kind: 'reduced70', label: 'Riassunto al 70%', rows: 7 },
  { kind: 'reduced30', label: 'Riassunto al 30%', rows: 5 },
  { kind: 'line', label: 'In una frase', rows: 2 },
] as const;

function sectionValues(item: SectionRow | undefined, rows: readonly SectionRow[]) {
  return {
    sectionNumber: String(item?.sectionNumber ?? Math.max(0, ...rows.map((row) => row.sectionNumber)) + 1),
    title: item?.title ?? '',
    content: item?.content ?? '',
    contentReduced70: item?.contentReduced70 ?? '',
    contentReduced30: item?.contentReduced30 ?? '',
    contentLine: item?.contentLine ?? '',
    visibleFrom: item?.visibleFrom ?? '',
  };
}

const searchText = (row: SectionRow) =>
  `${row.sectionNumber}\n${row.title}\n${row.content}\n${visibilityWords(row)}`;

const resourceWith = (
  summaries: Summaries,
  sections: readonly SectionRow[],
): Resource<SectionRow, SectionFields> => ({
  tab: 'sezioni',
  texts,
  columns: columnsWith(summaries.progress?.flags ?? []),
  initialSorting: { key: 'number', descending: false },
  sheet: sheetWith(summaries, sections),
  nameOf: (row) => `sezione ${row.sectionNumber}, ${row.title}`,
  searchText,
  summary: (rows) => `${formatNumber(rows.reduce((sum, row) => sum + wordCounts(row).full, 0))} parole`,
});

export function SectionsTab() {
  const utils = trpc.useUtils();
  const entity = useEntity(trpc.sections, texts, () =>
    Promise.all([
      utils.sections.list.invalidate(),
      utils.summaries.progress.invalidate(),
      utils.memoryCards.invalidate(),
    ]),
  );
  const summaries = useSummaries();
  const [tool, setTool] = useState<'import' | 'check'>();
  const close = () => setTool(undefined);
  const sections = entity.list.data ?? [];
  return (
    <>
      <ResourceTab
        resource={resourceWith(summaries, sections)}
        entity={entity}
        deleteNote={async ({ sectionNumber }) => {
          const codes = await utils.unlockCodes.list.fetch(undefined, { staleTime: 60_000 }).catch(() => []);
          const count = codes.filter(({ maxSection }) => maxSection === sectionNumber).length;
          if (count === 0) return undefined;
          const subject = countOf(count, 'codice apre', 'codici aprono');
          return `${subject} fino a questa sezione: da allora apriranno soltanto quelle prima.`;
        }}
        above={
          <>
            <CopyNote reason="import" />
            <SummariesBar summaries={summaries} onCheck={() => setTool('check')} />
          </>
        }
        tools={<Button onClick={() => setTool('import')}>Importa da testo</Button>}
      />
      {tool === 'import' && (
        <Suspense>
          <ImportDialog sections={sections} onClose={close} />
        </Suspense>
      )}
      {tool === 'check' && <CheckDialog onClose={close} />}
    </>
  );
}
