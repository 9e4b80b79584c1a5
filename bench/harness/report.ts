import { cpus } from 'node:os';

export type Row = readonly (string | number)[];

/** What all figures of a run were measured on. */
export const machine = () => `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}`;

export const integer = (value: number) => Math.round(value).toLocaleString('en');
export const percent = (part: number, all: number, digits = 1) =>
  all === 0 ? '–' : `${((100 * part) / all).toFixed(digits)} %`;
export const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The value below which such a share of all lies; of an even count, the median is the higher of the two in the middle. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
export const median = (values: ArrayLike<number>) => quantile(values, 0.5);
export const p50p99 = (values: ArrayLike<number>, digits = 2) =>
  [0.5, 0.99].map((share) => quantile(values, share).toFixed(digits)).join(' / ');

/** Milliseconds of the processor's time since the last call of what is returned. */
export function processorClock(): () => number {
  let before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    return (user + system) / 1_000;
  };
}

/** A Markdown table, numbers to the right. */
export function table(head: readonly string[], rows: readonly Row[]): void {
  const line = (cells: Row) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, index) => (typeof rows[0]?.[index] === 'number' ? '--:' : '---'));
  console.log(`\n${[line(head), line(rule), ...rows.map(line)].join('\n')}`);
}

/** What is wanted, what was measured, whether that is enough. */
export interface Aim {
  what: string;
  measured: string;
  wanted: string;
  isMet: boolean;
}

/** Prints the aims; the process ends with status 1 when one is missed. */
export function printAims(aims: readonly Aim[]): void {
  const rows = aims.map(({ what, measured, wanted, isMet }) => [
    what,
    measured,
    wanted,
    isMet ? 'yes' : '**no**',
  ]);
  table(['aim', 'measured', 'wanted', 'met'], rows);
  process.exitCode = aims.every(({ isMet }) => isMet) ? 0 : 1;
}
