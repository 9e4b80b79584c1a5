import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { currentBook } from '#client/current-book.ts';
import type { ImportedCodes } from '#shared/contracts/codes.ts';
import { utcDay } from '#shared/utc-day.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { Button } from '../button.tsx';
import { showError } from '../error-toast.ts';
import { formatNumber } from '../format.ts';
import type { CsvColumn } from './codes-csv.ts';
import { useUndoDelete } from '../saving/use-undo-delete.ts';
import type { PrintedCode } from './print-sheet.tsx';
import { saveFile } from './save-file.ts';
import { useSelection, type Selection } from './use-selection.ts';

const CsvImportDialog = lazy(() =>
  import('./csv-import-dialog.tsx').then((module) => ({ default: module.CsvImportDialog })),
);
const PrintSheet = lazy(() => import('./print-sheet.tsx').then((module) => ({ default: module.PrintSheet })));

export interface BatchProps<Row> {
  onPrint(codes: readonly Row[]): void;
  onExport(codes: readonly Row[]): void;
  onClose(): void;
}

export interface CodeLists<Row> {
  Batch: ComponentType<BatchProps<Row>>;
  fileName: string;
  what: readonly [one: string, many: string];
  csvColumns: readonly CsvColumn<Row>[];
  printed(row: Row): PrintedCode;
  howTo: string;
  deleteMany(input: { ids: string[]; binId: string }): Promise<{ deleted: number }>;
  importMany(codes: Record<string, string>[]): Promise<ImportedCodes>;
}

export function useCodeLists<Row extends { id: string; code: string }>(
  rows: readonly Row[] | undefined,
  lists: CodeLists<Row>,
) {
  const undo = useUndoDelete();
  const of = useSelection(rows);
  const [printing, print] = useState<readonly Row[]>();
  const [isImporting, setImporting] = useState(false);
  const [isBatchOpen, setBatchOpen] = useState(false);
  const exportCsv = (codes: readonly Row[]) => void exportCodes(lists.fileName, lists.csvColumns, codes);

  const actions: ReactNode = (
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
        <lists.Batch
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

  const tools: ReactNode = (
    <>
      <Button onClick={() => setBatchOpen(true)}>Molti codici</Button>
      <Button onClick={() => setImporting(true)}>Importa CSV</Button>
    </>
  );
  return { selection: { of, actions }, tools, dialogs };
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
    const binId = crypto.randomUUID();
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
