import { type Heading, type HeadingRank, titleBelow } from './headings.ts';
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

/** Page breaks; the text before the first is no piece of its own. */
export const findPages = (lines: readonly string[]): Heading[] =>
  cutsBelow(lines, 'page', (line) => line === pageBreak);

type IsDivider = (line: string, i: number) => boolean;

/** A cut at each divider with text below it. */
function cutsBelow(lines: readonly string[], rank: HeadingRank, isDivider: IsDivider): Heading[] {
  const dividers = lines.flatMap((line, i) => (isDivider(line, i) ? [i] : []));
  return dividers.flatMap((line, i): Heading[] => {
    const first = lines.findIndex((other, j) => j > line && other.trim() !== '');
    const hasText = first !== -1 && first < (dividers[i + 1] ?? Infinity);
    return hasText ? [{ ...titleBelow(lines, line), rank }] : [];
  });
}

function cutsAt(lines: readonly string[], rank: HeadingRank, isDivider: IsDivider): Heading[] {
  const start = lines.findIndex((line) => line.trim() !== '');
  const cuts = cutsBelow(lines, rank, (line, i) => i >= start && isDivider(line, i));
  if (cuts.length === 0 || isDivider(lines[start] ?? '', start)) return cuts;
  return [{ ...titleBelow(lines, start - 1), line: start, rank }, ...cuts];
}
