import { countOf, formatBytes, formatNumber } from '../format.ts';

export function tellOfFiles({
  count,
  bytes,
  unused,
}: {
  count: number;
  bytes: number;
  unused: number;
}): string {
  if (count === 0) return 'Non hai ancora caricato nessun file.';
  const inUse = count === 1 ? 'È in uso.' : 'Sono tutti in uso.';
  return `${countOf(count, 'file caricato', 'file caricati')}, ${formatBytes(bytes)}. ${
    unused === 0 ? inUse : `Non usati: ${formatNumber(unused)}.`
  }`;
}
