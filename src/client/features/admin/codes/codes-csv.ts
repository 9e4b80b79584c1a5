import Papa from 'papaparse';
import { fold } from '../search.ts';

/** One column of a list of codes: its title, other titles it is known by, and the field it stands for. */
export interface CsvColumn<Row> {
  title: string;
  aliases?: readonly string[];
  /** The field of the record that is read back; without one the column is for reading only. */
  field?: string;
  value(row: Row): string | number | undefined;
  /** What the field is when a spreadsheet, or a hand, has written it in another way. */
  read?(text: string): string;
}

/** A list for Italian spreadsheets: semicolons, and the mark by which they know UTF-8. */
export function codesToCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const fields = columns.map(({ title }) => title);
  const data = rows.map((row) => columns.map(({ value }) => value(row) ?? ''));
  // A label that begins as a formula must not be run as one.
  return `\uFEFF${Papa.unparse({ fields, data }, { delimiter: ';', escapeFormulae: true })}`;
}

/**
 * The rows of a list, by field, whatever its separator and its columns' order.
 *
 * @returns `undefined` when the first line has no column of codes
 */
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
