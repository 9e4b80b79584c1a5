import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { codeKey, type ImportedCodes } from '#shared/contracts/codes.ts';
import { errorMessage, toApiError } from '#client/api-error.ts';
import { PanelDialog } from '../panel-dialog.tsx';
import { Button } from '../button.tsx';
import { countOf, formatNumber } from '../format.ts';
import { badBytesNote, decodeText } from '../import/decode-text.ts';
import { Refusal } from '../refusal.tsx';
import { DropArea } from '../uploads/drop-area.tsx';
import type { ReadCodes } from './codes-csv.ts';
import { spoiltCode } from './spreadsheets.ts';

interface CsvImportDialogProps {
  columnTitles: readonly string[];
  readCodes(text: string): Promise<ReadCodes>;
  present: readonly string[];
  onImport(codes: Record<string, string>[]): Promise<ImportedCodes>;
  onClose(): void;
}

interface ReadList {
  name: string;
  codes: Record<string, string>[];
  /** The file's line of each. */
  lines: number[];
  warnings: string[];
}

/** Spreadsheets as such: Excel's and LibreOffice's are zips, old Excel's an OLE container. */
function isSpreadsheet([first, second]: Uint8Array): boolean {
  return (first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf);
}

/** Imports a list of codes from a spreadsheet after a preview, in one transaction. */
export function CsvImportDialog(props: CsvImportDialogProps) {
  const { columnTitles, readCodes, present, onImport, onClose } = props;
  const [list, setList] = useState<ReadList>();
  const [problem, setProblem] = useState<string>();
  const {
    mutate: save,
    data: imported,
    isPending,
  } = useMutation({
    mutationFn: onImport,
    networkMode: 'always',
    onMutate: () => setProblem(undefined),
    onError: (error) => setProblem(problemText(error, list?.lines ?? [])),
  });

  async function read([file]: File[]): Promise<void> {
    if (!file || isPending) return;
    setList(undefined);
    setProblem(undefined);
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (isSpreadsheet(bytes))
      return setProblem(
        `«${file.name}» è un foglio di calcolo, non un CSV: aprilo e salvalo con «Salva con nome», tipo «CSV UTF-8».`,
      );
    const text = decodeText(bytes);
    const { rows: codes, lines, headers, missing } = await readCodes(text);
    if (missing.length > 0)
      setProblem(
        `In «${file.name}» manca la colonna ${missing.map((title) => `«${title}»`).join(' e la colonna ')}: la prima riga deve dire i nomi delle colonne${headers.length > 0 ? `, e dice ${headers.map((header) => `«${header.slice(0, 40)}»`).join(', ')}` : ''}.`,
      );
    else if (codes.length === 0) setProblem(`In «${file.name}» non c’è nessun codice.`);
    else
      setList({
        name: file.name,
        codes,
        lines,
        warnings: [
          ...codes.flatMap(({ code = '' }, i) => {
            const reason = spoiltCode(code, present);
            return reason === undefined ? [] : [`Riga ${lines[i]}: «${code}» ${reason}.`];
          }),
          ...[badBytesNote(text)].filter((note) => note !== undefined),
        ],
      });
  }

  const keys = new Set(present.map(codeKey));
  const duplicates = list?.codes.filter(({ code = '' }) => keys.has(codeKey(code))).length ?? 0;

  return (
    <PanelDialog closesOnBack onClose={() => !isPending && onClose()} title="Importa codici da un CSV">
      <div className="admin-form">
        {imported ? (
          <p role="status">{importedText(imported)}</p>
        ) : (
          <>
            <DropArea
              button={list ? 'Scegli un altro file' : 'Scegli il file'}
              label="Elenco di codici"
              accept=".csv,.tsv,.txt,text/csv"
              dropping="Lascia andare: lo leggo, e non cambio nulla finché non lo importi."
              onFiles={(files) => void read(files)}
            >
              <p className="admin-hint flex-[1_1_18rem]">
                Una riga per codice, la prima con i nomi delle colonne: {columnTitles.join(', ')}. Va bene
                quello che esce da «Esporta CSV», e ogni foglio di calcolo salvato come CSV. Un codice che c’è
                già prende quello che dice l’elenco.
              </p>
            </DropArea>
            {list && (
              <p role="status">
                «{list.name}»: {countOf(list.codes.length, 'codice', 'codici')},{' '}
                {countOf(list.codes.length - duplicates, 'nuovo', 'nuovi')}, {formatNumber(duplicates)} già
                nella tabella.
              </p>
            )}
            {list && <ListStart list={list} />}
          </>
        )}
        <div className="admin-form-end">
          <Refusal text={problem} />
          <Button disabled={isPending} onClick={onClose}>
            {imported ? 'Chiudi' : 'Annulla'}
          </Button>
          {!imported && (
            <Button main disabled={!list || isPending} onClick={() => list && save(list.codes)}>
              {isPending ? 'Importo…' : list && list.warnings.length > 0 ? 'Importa comunque' : 'Importa'}
            </Button>
          )}
        </div>
      </div>
    </PanelDialog>
  );
}

/** The first rows, as they are read, and what looks wrong in all of them. */
function ListStart({ list: { codes, warnings } }: { list: ReadList }) {
  const rest = codes.length - maxShownRows;
  return (
    <>
      <ul className="admin-mono" aria-label="Prime righe">
        {codes.slice(0, maxShownRows).map((row, i) => (
          <li key={i}>{Object.values(row).filter(Boolean).join(' · ')}</li>
        ))}
        {rest > 0 && <li>… e altre {formatNumber(rest)}</li>}
      </ul>
      {warnings.length > 0 && (
        <div className="admin-note" role="alert">
          <p>
            Il foglio di calcolo sembra aver cambiato dei codici: quelli stampati non funzionerebbero.
            Correggi il file (le celle come «Testo») e sceglilo di nuovo.
          </p>
          {warnings.slice(0, maxShownRows * 2).map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
          {warnings.length > maxShownRows * 2 && (
            <p>… e altri {formatNumber(warnings.length - maxShownRows * 2)}.</p>
          )}
        </div>
      )}
    </>
  );
}

function importedText({ created, updated, unchanged }: ImportedCodes): string {
  const parts = [
    countOf(created, 'codice nuovo', 'codici nuovi'),
    countOf(updated, 'cambiato', 'cambiati'),
    `${formatNumber(unchanged)} già com’${unchanged === 1 ? 'era' : 'erano'}`,
  ];
  return `${parts.join(', ')}.`;
}

const maxShownRows = 5;

function problemText(error: unknown, lines: readonly number[]): string {
  const issues = toApiError(error)?.issues ?? [];
  const ofRows = issues.flatMap(({ path, message }) => {
    const row = /^codes\.(\d+)/.exec(path)?.[1];
    return row === undefined ? [] : [`Riga ${lines[Number(row)]}: ${message}`];
  });
  if (ofRows.length === 0)
    // The server counts the codes, the author the lines of her file.
    return errorMessage(error, 'Il server non ha risposto: non è stato cambiato nulla. Riprova.').replace(
      /alle righe (\d+) e (\d+)/,
      (_, one: string, other: string) => `alle righe ${lines[Number(one) - 1]} e ${lines[Number(other) - 1]}`,
    );
  const rest = ofRows.length - maxShownRows;
  const sentences = [
    ...ofRows.slice(0, maxShownRows),
    ...(rest > 0 ? [`… e altri ${formatNumber(rest)} errori.`] : []),
  ];
  return `Non è stato importato nulla.\n${sentences.join('\n')}`;
}
