import type { ReadWord } from './reading.ts';

/** Words of a message that a form or a phrase was found in. */
export interface Match {
  at: readonly number[];
  /** Wins over everything harmless. */
  sure: boolean;
}

interface Element {
  words: ReadonlySet<string>;
  prefixes: readonly string[];
  classes: readonly string[];
  optional: boolean;
  /** Up to this many words of any kind may stand before it. */
  gap: number;
}

interface Form {
  elements: readonly Element[];
  atEnd: boolean;
  sure: boolean;
  /** The words may come in any order. */
  anyOrder: boolean;
}

const widestGap = 4;
const mostPassed = 3;

/** Reads a form as soccorso-forme.yaml writes it. */
export function parseForm(line: string): Form {
  const parts = line.trim().split(/\s+/);
  const elements: Element[] = [];
  let gap = 0;
  for (const part of parts) {
    if (part === '&' || part === '!' || part === '$') continue;
    if (part === '..') {
      gap = widestGap;
      continue;
    }
    if (part === '...') {
      gap = Number.POSITIVE_INFINITY;
      continue;
    }
    const optional = part.endsWith('?');
    const choices = (optional ? part.slice(0, -1) : part).split('|');
    elements.push({
      words: new Set(choices.filter((choice) => !choice.endsWith('*') && !/^\p{Lu}/u.test(choice))),
      prefixes: choices.filter((choice) => choice.endsWith('*')).map((choice) => choice.slice(0, -1)),
      classes: choices.filter((choice) => /^\p{Lu}/u.test(choice)),
      optional,
      gap,
    });
    gap = 0;
  }
  return {
    elements,
    atEnd: parts.includes('$'),
    sure: parts.includes('!'),
    anyOrder: parts.includes('&'),
  };
}

function fits(element: Element, word: ReadWord): boolean {
  return (
    word.forms.some((form) => element.words.has(form)) ||
    element.classes.some((name) => word.classes.has(name)) ||
    element.prefixes.some((prefix) => word.forms.some((form) => form.startsWith(prefix)))
  );
}

function isPassedOver(word: ReadWord): boolean {
  return word.classes.has('SALTA') || word.classes.has('ARTICOLI');
}

/** Whether the clause may end after the word at `at`: a mark, the message's end or a word that opens another clause. */
function endsClause(words: readonly ReadWord[], at: number): boolean {
  for (let next = at; next < words.length; next += 1) {
    if (words[next]?.pause) return true;
    const after = words[next + 1];
    if (!after || after.classes.has('FINE')) return true;
    if (!after.classes.has('SALTA')) return false;
  }
  return true;
}

/** The words a form is found in, beginning exactly at `start`. */
function matchAt(form: Form, words: readonly ReadWord[], start: number): number[] | undefined {
  const { elements } = form;
  const sentence = words[start]?.sentence;
  const seek = (element: number, from: number): number[] | undefined => {
    const wanted = elements[element];
    if (!wanted) return form.atEnd && !endsClause(words, from - 1) ? undefined : [];
    const reach = element === 0 ? 0 : wanted.gap > 0 ? wanted.gap + 1 : mostPassed;
    for (let at = from; at <= from + reach; at += 1) {
      const word = words[at];
      if (!word || word.sentence !== sentence) break;
      if (fits(wanted, word)) {
        const rest = seek(element + 1, at + 1);
        if (rest) return [at, ...rest];
      }
      if (wanted.gap === 0 && !isPassedOver(word)) break;
    }
    return wanted.optional ? seek(element + 1, from) : undefined;
  };
  return seek(0, start);
}

/** The words a form of any order is found in, its first word at `start`. */
function matchAround(form: Form, words: readonly ReadWord[], start: number): number[] | undefined {
  const sentence = words[start]?.sentence;
  let first = start;
  while (words[first - 1]?.sentence === sentence) first -= 1;
  let end = start;
  while (words[end]?.sentence === sentence) end += 1;
  const inSentence = words.slice(first, end);
  const at = [start];
  for (const wanted of form.elements.slice(1)) {
    const place = inSentence.findIndex((word, index) => !at.includes(first + index) && fits(wanted, word));
    if (place < 0) return undefined;
    at.push(first + place);
  }
  return at.toSorted((a, b) => a - b);
}

/** Every place where one of the forms is found; a form is tried only where a word may begin it. */
export function createFormFinder(forms: readonly Form[]) {
  const byWord = new Map<string, number[]>();
  const byClass = new Map<string, number[]>();
  const others: { prefix: string; index: number }[] = [];
  const put = (map: Map<string, number[]>, key: string, index: number) => {
    const list = map.get(key);
    if (list) list.push(index);
    else map.set(key, [index]);
  };
  forms.forEach((form, index) => {
    for (const element of form.elements) {
      for (const word of element.words) put(byWord, word, index);
      for (const name of element.classes) put(byClass, name, index);
      for (const prefix of element.prefixes) others.push({ prefix, index });
      if (!element.optional) break;
    }
  });

  return (words: readonly ReadWord[]): { index: number; match: Match }[] => {
    const found: { index: number; match: Match }[] = [];
    words.forEach((word, start) => {
      const candidates = new Set<number>();
      for (const form of word.forms) {
        for (const index of byWord.get(form) ?? []) candidates.add(index);
        for (const { prefix, index } of others) if (form.startsWith(prefix)) candidates.add(index);
      }
      for (const name of word.classes) for (const index of byClass.get(name) ?? []) candidates.add(index);
      for (const index of candidates) {
        const form = forms[index];
        if (!form) continue;
        const at = form.anyOrder ? matchAround(form, words, start) : matchAt(form, words, start);
        if (at && at.length > 0) found.push({ index, match: { at, sure: form.sure } });
      }
    });
    return found;
  };
}
