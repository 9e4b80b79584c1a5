import { comfortAttribute, comfortKey } from '#shared/boot.ts';

/**
 * How a reader may want the screen: each word that stands in the root's attribute is heard by the style sheet, or by what makes
 * the sounds. Nothing of it: glass, green, the usual size, silence.
 */
const comfortWords = ['no-glass', 'amber', 'text-small', 'text-large', 'text-huge', 'sound'] as const;
export type ComfortWord = (typeof comfortWords)[number];

/** From small to large; `undefined` is the usual one. */
export const textSizes = ['text-small', undefined, 'text-large', 'text-huge'] as const;

export function readComfort(): ComfortWord[] {
  const words = document.documentElement.getAttribute(comfortAttribute)?.split(' ') ?? [];
  return comfortWords.filter((word) => words.includes(word));
}

/** Shows the screen like that from now on, and after loading anew; where storage is forbidden, until then. */
export function writeComfort(words: readonly ComfortWord[]): void {
  const text = words.join(' ');
  document.documentElement.setAttribute(comfortAttribute, text);
  try {
    if (text) localStorage.setItem(comfortKey, text);
    else localStorage.removeItem(comfortKey);
  } catch {
    // It holds for this page.
  }
}

/** The words with one more or one less. */
export function toggleWord(words: readonly ComfortWord[], word: ComfortWord): ComfortWord[] {
  return words.includes(word) ? words.filter((each) => each !== word) : [...words, word];
}

/** The words at a size one step larger (1) or smaller (-1); the same at the end of the scale. */
export function resizeText(words: readonly ComfortWord[], step: 1 | -1): ComfortWord[] {
  const now = textSizes.findIndex((size) => size !== undefined && words.includes(size));
  const at = now === -1 ? textSizes.indexOf(undefined) : now;
  const next = textSizes[Math.min(textSizes.length - 1, Math.max(0, at + step))];
  const others = words.filter((word) => !(textSizes as readonly (string | undefined)[]).includes(word));
  return next ? [...others, next] : others;
}
