import Papa from 'papaparse';
import { fold } from '../search.ts';

/** One column of a list of codes: its title, other titles it is known by, and the field it stands for. */
export interface CsvColumn<Row> {
  title: string;
  aliases?: readonly string[];
  /** The field of the record that is read back; without one the column is for reading only. */
  field?: string;
  value(row: Row): string | number | undefined;
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
  const fieldOf = new Map<string, string>();
  for (const { title, aliases = [], field } of columns)
    if (field) for (const name of [title, field, ...aliases]) fieldOf.set(headerKey(name), field);
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' });
  const [headers = [], ...rows] = data;
  const fields = headers.map((header) => fieldOf.get(headerKey(header)));
  if (!fields.includes('code')) return undefined;
  return rows.map((row) => {
    const read: Record<string, string> = {};
    for (const [index, field] of fields.entries())
      if (field) read[field] = (row[index] ?? '').replace(/^'(?=[=+\-@])/, '').trim();
    return read;
  });
}

const headerKey = (header: string) => fold(header).replace(/[^a-z]/g, '');
