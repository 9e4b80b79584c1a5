import { type Heading, titleBelow } from './headings.ts';
import { isSceneBreak, pageBreak } from './read/manuscript.ts';

/** «§», «—», «§ § §», «~~~»: separators of scenes, in some books of chapters. */
const signs = /^(?:(?:§\s*){1,5}|[—–]|(?:~\s*){1,5})$/u;
const isSign = (line: string) => isSceneBreak(line) || signs.test(line);
/** Consecutive blank lines that count as a page break. */
const fewestBlank = 4;

/**
 * Separators like `* * *`: they may divide chapters or scenes, which only the author knows. The text before the first
 * is a piece too.
 */
export function findDividers(lines: readonly string[]): Heading[] {
  const isBlank = (i: number) => (lines[i] ?? '').trim() === '' || lines[i] === pageBreak;
  return cutsAt(lines, 'scene', (line, i) => isSign(line.trim()) && isBlank(i - 1) && isBlank(i + 1));
}

export function findGaps(lines: readonly string[]): Heading[] {
  const isBlank = (i: number) => lines[i]?.trim() === '' && lines[i] !== pageBreak;
  return cutsAt(lines, 'gap', (_, i) => {
    if (isBlank(i + 1)) return false;
    return Array.from({ length: fewestBlank }, (__, back) => isBlank(i - back)).every(Boolean);
  });
}

function cutsAt(
  lines: readonly string[],
  rank: 'scene' | 'gap',
  isDivider: (line: string, i: number) => boolean,
): Heading[] {
  const start = lines.findIndex((line) => line.trim() !== '');
  const dividers = lines.flatMap((line, i) => (i >= start && isDivider(line, i) ? [i] : []));
  const below = dividers.flatMap((line, i): Heading[] => {
    const first = lines.findIndex((other, j) => j > line && other.trim() !== '');
    const hasText = first !== -1 && first < (dividers[i + 1] ?? Infinity);
    return hasText ? [{ ...titleBelow(lines, line), rank }] : [];
  });
  if (below.length === 0 || start === -1) return [];
  if (start === dividers[0]) return below;
  return [{ ...titleBelow(lines, start - 1), line: start, rank }, ...below];
}
