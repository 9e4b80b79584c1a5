import { endsClause, isPassedOver, opensClause, type Match } from './forms.ts';
import type { Reading, ReadWord } from './reading.ts';

/** Of a phrase, the words that must be met: what may stand between them is left out. */
export interface Phrase {
  words: readonly string[];
}

/** A phrase this short must be a clause of its own: «mi taglio» is not «mi taglio i capelli». */
const longestBare = 3;

export function phraseOf(reading: Reading): Phrase {
  const essential = reading.words.filter((word) => !isSkipped(word));
  return { words: (essential.length > 1 ? essential : reading.words).map((word) => word.forms[0] ?? '') };
}

function isSkipped(word: ReadWord): boolean {
  return isPassedOver(word) && !word.forms.some((form) => form === 'mi' || form === 'bene' || form === 'a');
}

/** The same word, whatever vowel ends it: «picchiata» for «picchiato». */
function isSameWord(word: ReadWord, wanted: string): boolean {
  return word.forms.some(
    (form) =>
      form === wanted ||
      (/[ts][oaie]$/.test(wanted) && /[oaie]$/.test(form) && form.slice(0, -1) === wanted.slice(0, -1)),
  );
}

function matchAt(phrase: Phrase, words: readonly ReadWord[], start: number): number[] | undefined {
  const at: number[] = [];
  const sentence = words[start]?.sentence;
  // A long phrase may hold one word that it was not written with.
  let strangers = phrase.words.length > longestBare ? 1 : 0;
  let next = start;
  for (const wanted of phrase.words) {
    for (;;) {
      const word = words[next];
      if (!word || (word.sentence !== sentence && at.length > 0 && phrase.words.length <= longestBare))
        return undefined;
      next += 1;
      if (isSameWord(word, wanted)) {
        at.push(next - 1);
        break;
      }
      if (at.length === 0) return undefined;
      if (isSkipped(word)) continue;
      strangers -= 1;
      if (strangers < 0) return undefined;
    }
  }
  if (phrase.words.length > longestBare) return at;
  const last = at.at(-1) ?? start;
  if (!endsClause(words, last)) return undefined;
  return phrase.words.length === 1 && !opensClause(words, start) ? undefined : at;
}

/** Every place where one of the phrases is found. */
export function createPhraseFinder(phrases: readonly Phrase[]) {
  const byFirst = new Map<string, number[]>();
  phrases.forEach((phrase, index) => {
    const first = phrase.words[0] ?? '';
    for (const key of new Set([first, first.length >= 5 ? first.slice(0, -1) : first])) {
      const list = byFirst.get(key);
      if (list) list.push(index);
      else byFirst.set(key, [index]);
    }
  });
  return (words: readonly ReadWord[]): { index: number; match: Match }[] => {
    const found: { index: number; match: Match }[] = [];
    words.forEach((word, start) => {
      const candidates = new Set<number>();
      for (const form of word.forms) {
        for (const key of [form, form.slice(0, -1)])
          for (const index of byFirst.get(key) ?? []) candidates.add(index);
      }
      for (const index of candidates) {
        const phrase = phrases[index];
        const at = phrase && matchAt(phrase, words, start);
        if (at) found.push({ index, match: { at, sure: false } });
      }
    });
    return found;
  };
}
