import { comfortAttribute, comfortKey } from '#shared/boot.ts';

/**
 * Screen preferences, as words of a root attribute read by CSS and by the sounds. Default: glass, green, normal size,
 * silence.
 */
const comfortWords = ['no-glass', 'amber', 'text-small', 'text-large', 'text-huge', 'sound'] as const;
export type ComfortWord = (typeof comfortWords)[number];

/** Small to large; `undefined` is the default. */
export const textSizes = ['text-small', undefined, 'text-large', 'text-huge'] as const;

export function readComfort(): ComfortWord[] {
  const words = document.documentElement.getAttribute(comfortAttribute)?.split(' ') ?? [];
  return comfortWords.filter((word) => words.includes(word));
}

/** Applies the preferences and stores them, if storage is available. */
export function writeComfort(words: readonly ComfortWord[]): void {
  const text = words.join(' ');
  document.documentElement.setAttribute(comfortAttribute, text);
  try {
    if (text) localStorage.setItem(comfortKey, text);
    else localStorage.removeItem(comfortKey);
  } catch {
    // Storage may be blocked.
  }
}

export function toggleWord(words: readonly ComfortWord[], word: ComfortWord): ComfortWord[] {
  return words.includes(word) ? words.filter((item) => item !== word) : [...words, word];
}

/** One step larger (1) or smaller (-1), clamped. */
export function resizeText(words: readonly ComfortWord[], step: 1 | -1): ComfortWord[] {
  const now = textSizes.findIndex((size) => size !== undefined && words.includes(size));
  const at = now === -1 ? textSizes.indexOf(undefined) : now;
  const next = textSizes[Math.min(textSizes.length - 1, Math.max(0, at + step))];
  const others = words.filter((word) => !(textSizes as readonly (string | undefined)[]).includes(word));
  return next ? [...others, next] : others;
}
