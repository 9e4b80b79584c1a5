import Papa from 'papaparse';
import { fold } from '../kit/search.ts';

export interface CsvColumn<Row> {
  title: string;
  aliases?: readonly string[];
  /** Field to import; without one the column is export only. */
  field?: string;
  value(row: Row): string | number | undefined;
  read?(text: string): string;
  /** Whether a list without the column says too little. */
  required?: boolean;
}

/** CSV for Italian spreadsheets: semicolons and a UTF-8 byte order mark. */
export function codesToCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const fields = columns.map(({ title }) => title);
  const data = rows.map((row) => columns.map(({ value }) => value(row) ?? ''));
  // Prevents formula injection by labels.
  return `\uFEFF${Papa.unparse({ fields, data }, { delimiter: ';', escapeFormulae: true })}`;
}

/** A list of codes as a file has it; `missing`: columns that it needs. */
export interface ReadCodes {
  rows: Record<string, string>[];
  /** The file's line of each row, from 1. */
  lines: number[];
  headers: string[];
  missing: string[];
}

/** Rows by field, for any separator and column order. */
export function csvToCodes<Row>(columns: readonly CsvColumn<Row>[], text: string): ReadCodes {
  const columnOf = new Map<string, CsvColumn<Row>>();
  for (const column of columns)
    if (column.field)
      for (const name of [column.title, column.field, ...(column.aliases ?? [])])
        columnOf.set(headerKey(name), column);
  // Excel's users write the separator in a line of its own.
  const [, separator] = /^\uFEFF?"?sep=([^\r\n"])"?\r?\n/i.exec(text) ?? [];
  const list = text.replace(/^\uFEFF/, '').replace(/^"?sep=[^\r\n]*\r?\n/i, '');
  const delimiter = separator ?? Papa.parse(list, { skipEmptyLines: 'greedy', preview: 10 }).meta.delimiter;
  let next = separator ? 2 : 1;
  const numbered = Papa.parse<string[]>(list, { delimiter }).data.map((cells) => {
    const line = next;
    next += cells.join('').split(/\r\n|\r|\n/).length;
    return { line, cells };
  });
  const [header, ...others] = numbered.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const headers = header?.cells ?? [];
  const headerColumns = headers.map((name) => columnOf.get(headerKey(name)));
  const rows = others.map(({ cells }) => {
    const fields: Record<string, string> = {};
    for (const [index, column] of headerColumns.entries()) {
      if (!column?.field) continue;
      const value = (cells[index] ?? '').replace(/^'(?=[=+\-@])/, '').trim();
      fields[column.field] = column.read?.(value) ?? value;
    }
    return fields;
  });
  const missing = columns
    .filter((column) => column.required && !headerColumns.includes(column))
    .map(({ title }) => title);
  return { rows, lines: others.map(({ line }) => line), headers, missing };
}

const headerKey = (header: string) => fold(header).replace(/[^a-z]/g, '');
