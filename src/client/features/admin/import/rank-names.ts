import { formatNumber } from '../format.ts';
import type { HeadingRank } from './headings.ts';
import type { Split } from './import-sections.ts';
import type { Look } from './read/look.ts';

const rankNames: Partial<Record<HeadingRank, string>> = {
  part: 'righe «Parte…»',
  chapter: 'righe «Capitolo…»',
  numeral: 'numeri romani',
  number: 'numeri da soli',
  page: 'pagine nuove',
  capitals: 'righe in maiuscolo',
  scene: 'stacchi come «* * *»',
  gap: 'gruppi di righe vuote',
};

/** `righe in grassetto, centrate e più grandi` */
export function lookName({ bold, centred, underlined, capitals, larger, named }: Look): string {
  const words = [
    bold && 'in grassetto',
    capitals && 'in maiuscolo',
    underlined && 'sottolineate',
    centred && 'centrate',
    larger > 0 && 'più grandi',
  ].filter((word) => word !== false);
  if (words.length === 0) return named ? 'righe con uno stile da titolo' : 'righe';
  const last = words.pop() ?? '';
  return `righe ${words.length > 0 ? `${words.join(', ')} e ${last}` : last}`;
}

/** `righe in maiuscolo (12)` */
export function choiceName({ rank, count, look }: Split['choices'][number]): string {
  if (rank === 'whole') return 'non dividere';
  const name = look ? lookName(look) : (rankNames[rank] ?? `titoli di livello ${rank}`);
  return `${name} (${formatNumber(count)})`;
}
