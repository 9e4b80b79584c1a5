import { cardinals, ordinals, toRoman } from '../headings.ts';

/** A level of a numbered list. */
export interface ListLevel {
  /** `decimal`, `upperRoman`, `lowerRoman`, `upperLetter`, `lowerLetter`, `cardinalText`, `ordinalText`, `bullet` or `none`. */
  format: string;
  /** The label, `%1` standing for the number of the first level: `Capitolo %1`. */
  text: string;
  start: number;
}

/** Levels of a list, outermost first. */
export type ListLevels = readonly (ListLevel | undefined)[];

function written(number: number, format: string): string {
  const letter = String.fromCharCode(65 + ((number - 1) % 26));
  if (format === 'upperRoman') return toRoman(number);
  if (format === 'lowerRoman') return toRoman(number).toLowerCase();
  if (format === 'upperLetter') return letter;
  if (format === 'lowerLetter') return letter.toLowerCase();
  if (format === 'cardinalText') return cardinals[number - 1] ?? String(number);
  if (format === 'ordinalText') return ordinals[number - 1] ?? String(number);
  return String(number);
}

/** The numbers that a word processor draws before titles and list items; they are no text of the file. */
export class ListNumbers {
  readonly #counts = new Map<string, number[]>();

  /** Begins a list again, from this level on. */
  restart(list: string, level = 0): void {
    this.#counts.set(list, (this.#counts.get(list) ?? []).slice(0, level));
  }

  /** Counts one item and writes its label; empty for a bullet, unless it is the dash of a dialogue. */
  next(list: string, levels: ListLevels, level: number): string {
    const own = levels[level];
    if (!own) return '';
    if (own.format === 'bullet') return /^[-–—]$/.test(own.text) ? own.text : '';
    const before = this.#counts.get(list) ?? [];
    const counts = Array.from(
      { length: level + 1 },
      (_, i) => before[i] ?? (levels[i]?.start ?? 1) - Number(i === level),
    );
    counts[level] = (counts[level] ?? 0) + 1;
    this.#counts.set(list, counts);
    if (own.format === 'none') return own.text.replace(/%\d/g, '').trim();
    return own.text
      .replace(/%(\d)/g, (_, place: string) => {
        const at = Number(place) - 1;
        return written(counts[at] ?? 1, levels[at]?.format ?? 'decimal');
      })
      .trim();
  }
}
