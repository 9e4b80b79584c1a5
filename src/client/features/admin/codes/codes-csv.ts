import Papa from 'papaparse';
import { fold } from '../kit/search.ts';

export interface CsvColumn<Row> {
  title: string;
  aliases?: readonly string[];
  /** Field to import; without one the column is export only. */
  field?: string;
  value(row: Row): string | number | undefined;
  read?(text: string): string;
}

/** CSV for Italian spreadsheets: semicolons and a UTF-8 byte order mark. */
export function codesToCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const fields = columns.map(({ title }) => title);
  const data = rows.map((row) => columns.map(({ value }) => value(row) ?? ''));
  // Prevents formula injection by labels.
  return `\uFEFF${Papa.unparse({ fields, data }, { delimiter: ';', escapeFormulae: true })}`;
}

/** Rows by field, for any separator and column order. @returns `undefined` when the header has no code column */
export function csvToCodes<Row>(
  columns: readonly CsvColumn<Row>[],
  text: string,
): Record<string, string>[] | undefined {
  const columnOf = new Map<string, { field: string; read?(text: string): string }>();
  for (const { title, aliases = [], field, read } of columns)
    if (field)
      for (const name of [title, field, ...aliases])
        columnOf.set(headerKey(name), { field, ...(read && { read }) });
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' });
  const [headers = [], ...rows] = data;
  const headerColumns = headers.map((header) => columnOf.get(headerKey(header)));
  if (!headerColumns.some((column) => column?.field === 'code')) return undefined;
  return rows.map((row) => {
    const fields: Record<string, string> = {};
    for (const [index, column] of headerColumns.entries()) {
      if (!column) continue;
      const text = (row[index] ?? '').replace(/^'(?=[=+\-@])/, '').trim();
      fields[column.field] = column.read?.(text) ?? text;
    }
    return fields;
  });
}

const headerKey = (header: string) => fold(header).replace(/[^a-z]/g, '');
