export type Row = (string | number)[];

/** A Markdown table, numbers to the right. */
export function table(head: readonly string[], rows: readonly Row[]): void {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, index) => (index === 0 || typeof rows[0]?.[index] === 'string' ? '---' : '--:'));
  console.log(`\n${[line(head), line(rule), ...rows.map(line)].join('\n')}`);
}

export const whole = (value: number) => Math.round(value).toLocaleString('en');

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** What is wanted, what was measured, whether that is enough. */
export interface Aim {
  what: string;
  measured: string;
  wanted: string;
  met: boolean;
}

export function printAims(aims: readonly Aim[]): void {
  table(
    ['aim', 'measured', 'wanted', 'met'],
    aims.map(({ what, measured, wanted, met }) => [what, measured, wanted, met ? 'yes' : '**no**']),
  );
}
