/** Capital widths of the condensed font in ems; default 0.58. */
const letterWidths: [RegExp, number][] = [
  [/[\s\p{P}]/u, 0.28],
  [/[IÌJL]/, 0.43],
  [/[AÀDGHKNOÒQRUÙ]/, 0.64],
  [/[MW]/, 0.8],
];

/** Estimated width of a line in capitals, in ems. */
export const widthOf = (line: string) =>
  [...line.toLocaleUpperCase('it-IT')].reduce(
    (sum, letter) => sum + (letterWidths.find(([letters]) => letters.test(letter))?.[1] ?? 0.58),
    0,
  );

/** How much wider the capitals of the serif face are. */
export const serifWidth = 1.25;

/** As wide as a line may be for its letters to be large on a phone. */
const readableEms = 10.5;
/** Where a title is broken of itself: after a colon, a dash or the end of a sentence, but not after «Dr.». */
const ownBreak = /(?<=[:;!?–—]|\p{L}{4}\.)\s+/u;

/**
 * A title in lines of its own, so that it does not move when its font loads: broken where it breaks of itself, then as evenly as
 * its words allow, in as few lines as can be read on a phone; at least two.
 *
 * @param wide how much wider than the condensed face its letters are
 */
export function titleLinesOf(title: string, wide = 1): string[] {
  const parts = title.split(ownBreak).map((part) => part.split(/\s+/).filter(Boolean));
  const least = parts.length > 1 ? 1 : 2;
  return parts.flatMap((words) => evenLines(words, least, readableEms / wide));
}

function evenLines(words: readonly string[], least: number, readable: number): string[] {
  const widest = Math.max(readable, ...words.map(widthOf));
  const count = Math.max(least, filledLines(words, widest).length);
  for (let width = Math.max(...words.map(widthOf)); ; width += 0.1) {
    const lines = filledLines(words, width);
    if (lines.length <= count) return lines;
  }
}

/** Words in lines of at most a width. */
function filledLines(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
