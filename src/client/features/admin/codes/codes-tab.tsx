import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { currentBook } from '#client/current-book.ts';
import type { ImportedCodes } from '#shared/contracts/codes.ts';
import { utcDay } from '#shared/utc-day.ts';
import { newId } from '#shared/new-id.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { Button } from '../button.tsx';
import { showError } from '../error-toast.ts';
import { formatNumber } from '../format.ts';
import type { Entity } from '../kit/entity.ts';
import { ResourceTab, type Resource } from '../kit/resource.tsx';
import type { Selection } from '../kit/use-selection.ts';
import { PublishedCodes } from '../published-codes.tsx';
import type { StoredEntry } from '../saving/save-entry.ts';
import type { Batch, BatchDialog as BatchDialogType } from './batch-dialog.tsx';
import type { CsvColumn } from './codes-csv.ts';
import { useUndoDelete } from '../saving/use-undo-delete.ts';
import type { PrintedCode } from './print-sheet.tsx';
import { saveFile } from './save-file.ts';

const CsvImportDialog = lazy(() =>
  import('./csv-import-dialog.tsx').then((module) => ({ default: module.CsvImportDialog })),
);
const BatchDialog = lazy(() =>
  import('./batch-dialog.tsx').then((module) => ({ default: module.BatchDialog })),
) as typeof BatchDialogType;
const PrintSheet = lazy(() => import('./print-sheet.tsx').then((module) => ({ default: module.PrintSheet })));

type CodeRow = StoredEntry & { code: string };

interface CodeLists<Row> {
  batch: Batch<Row>;
  fileName: string;
  what: readonly [one: string, many: string];
  csvColumns: readonly CsvColumn<Row>[];
  printed(row: Row): PrintedCode;
  howTo: string;
  deleteMany(input: { ids: string[]; binId: string }): Promise<{ deleted: number }>;
  importMany(codes: Record<string, string>[]): Promise<ImportedCodes>;
}

interface CodesTabProps<Row extends CodeRow, Fields extends FieldValues> {
  resource: Resource<Row, Fields>;
  entity: Entity<Row, Fields>;
  lists: CodeLists<Row>;
}

/** A tab of codes: many at once, from a file, printed, exported. */
export function CodesTab<Row extends CodeRow, Fields extends FieldValues>({
  resource,
  entity,
  lists,
}: CodesTabProps<Row, Fields>) {
  const rows = entity.list.data;
  const undo = useUndoDelete();
  const [printing, print] = useState<readonly Row[]>();
  const [isImporting, setImporting] = useState(false);
  const [isBatchOpen, setBatchOpen] = useState(false);
  const exportCsv = (codes: readonly Row[]) => void exportCodes(lists.fileName, lists.csvColumns, codes);

  const actions = (of: Selection<Row>) => (
    <>
      <Button small onClick={() => print(of.chosen)}>
        Stampa
      </Button>
      <Button small onClick={() => exportCsv(of.chosen)}>
        Esporta CSV
      </Button>
      <Button small danger onClick={() => void deleteChosen(of, lists, undo)}>
        Elimina scelti
      </Button>
    </>
  );

  const dialogs: ReactNode = (
    <Suspense>
      {isBatchOpen && (
        <BatchDialog
          batch={lists.batch}
          onPrint={(codes) => {
            setBatchOpen(false);
            print(codes);
          }}
          onExport={exportCsv}
          onClose={() => setBatchOpen(false)}
        />
      )}
      {isImporting && (
        <CsvImportDialog
          columnTitles={lists.csvColumns.filter(({ field }) => field).map(({ title }) => title)}
          readCodes={async (text) => (await import('./codes-csv.ts')).csvToCodes(lists.csvColumns, text)}
          present={(rows ?? []).map(({ code }) => code)}
          onImport={lists.importMany}
          onClose={() => setImporting(false)}
        />
      )}
      {printing && (
        <PrintSheet
          bookTitle={currentBook().book.title}
          howTo={lists.howTo}
          codes={printing.map(lists.printed)}
          onClose={() => print(undefined)}
        />
      )}
    </Suspense>
  );

  return (
    <>
      <ResourceTab
        resource={resource}
        entity={entity}
        above={<PublishedCodes />}
        bulk={{ actions, title: 'Codici scelti', chosen: ['codice scelto', 'codici scelti'] }}
        tools={
          <>
            <Button onClick={() => setBatchOpen(true)}>Molti codici</Button>
            <Button onClick={() => setImporting(true)}>Importa CSV</Button>
          </>
        }
      />
      {dialogs}
    </>
  );
}

async function exportCodes<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
): Promise<void> {
  const { codesToCsv } = await import('./codes-csv.ts');
  saveFile(`${name}-${utcDay()}.csv`, 'text/csv;charset=utf-8', codesToCsv(columns, rows));
}

const namedCodes = 10;

async function deleteChosen<Row extends { id: string; code: string }>(
  { chosen, clear }: Selection<Row>,
  { what, deleteMany }: Pick<CodeLists<Row>, 'what' | 'deleteMany'>,
  undo: (binId: string) => void,
): Promise<void> {
  const question =
    chosen.length === 1
      ? `Sei sicuro di voler eliminare questo ${what[0]}?`
      : `Sei sicuro di voler eliminare questi ${formatNumber(chosen.length)} ${what[1]}?`;
  const names = chosen.slice(0, namedCodes).map(({ code }) => code);
  const rest = chosen.length - names.length;
  const list = `${names.join(', ')}${rest > 0 ? ` e altri ${formatNumber(rest)}` : ''}`;
  if (!window.confirm(`${question}\n\n${list}`)) return;
  try {
    const binId = newId();
    const { deleted } = await deleteMany({ ids: chosen.map(({ id }) => id), binId });
    clear();
    showToast({
      title: 'Codici Eliminati',
      description: `${formatNumber(deleted)} in tutto.`,
      action: { label: 'Annulla', run: () => undo(binId) },
    });
  } catch (error) {
    showError(error, 'Impossibile eliminare i codici');
  }
}
