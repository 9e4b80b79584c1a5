import { foldChatSpelling } from '#server/text/chat-spelling.ts';
import { fold } from '#server/text/italian.ts';
import { isEveryday } from '#server/text/everyday-words.ts';

/** A word of a folded message with what it may be a slip of the pen for. */
export interface ReadWord {
  /** The word first, then the words of the vocabulary one slip away from it. */
  forms: readonly string[];
  classes: ReadonlySet<string>;
  /** Which sentence it stands in. */
  sentence: number;
  /** A mark of any kind follows. */
  pause: boolean;
  quoted: boolean;
}

export interface Reading {
  words: readonly ReadWord[];
  /** By sentence: whether it ends with a question mark or begins like a question. */
  questions: readonly boolean[];
}

/** What a slip of the pen is looked for in. Words shorter than this are taken as they are written. */
const shortestSlip = 5;
/** Words: what goes on longer without a mark is read in parts, so that time does not grow with the square of it. */
const longestSentence = 60;
const questionWords = new Set(
  'chi come quando perche dove cosa quanto quanti quante quanta quale quali che'.split(' '),
);

/** Every string that lacks one letter of the word, and the word: two words one slip apart share one of them. */
function withoutOne(word: string): string[] {
  const keys = [word];
  for (let at = 0; at < word.length; at += 1) keys.push(word.slice(0, at) + word.slice(at + 1));
  return keys;
}

/** Whether one letter changed, missing, added, or two neighbours exchanged make one word the other. */
function isOneSlip(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a.charAt(at) === b.charAt(at)) at += 1;
  if (a.length > b.length) return a.slice(at + 1) === b.slice(at);
  if (b.length > a.length) return a.slice(at) === b.slice(at + 1);
  if (a.slice(at + 1) === b.slice(at + 1)) return true;
  return (
    a.charAt(at) === b.charAt(at + 1) &&
    a.charAt(at + 1) === b.charAt(at) &&
    a.slice(at + 2) === b.slice(at + 2)
  );
}

/** Whether two neighbouring letters exchanged make one word the other. */
function isExchange(a: string, b: string): boolean {
  return a.length === b.length && isOneSlip(a, b) && [...a].sort().join('') === [...b].sort().join('');
}

/**
 * Reads messages against sets of words.
 *
 * @param vocabulary other words worth recognising through a slip of the pen
 * @param dialect words of dialects, with spaces between them, by the Italian word they are read as
 */
export function createReader(
  classes: Readonly<Record<string, string>>,
  vocabulary: Iterable<string>,
  dialect: Readonly<Record<string, string>> = {},
) {
  const meanings = new Map<string, string[]>();
  for (const [italian, line] of Object.entries(dialect))
    for (const word of line.split(/\s+/).map(fold))
      meanings.set(word, [...(meanings.get(word) ?? []), italian]);
  const classesOf = new Map<string, string[]>();
  const prefixes: { prefix: string; name: string }[] = [];
  const wordList = new Set(vocabulary);
  for (const [name, line] of Object.entries(classes)) {
    for (const word of line.split(/\s+/)) {
      if (word.endsWith('*')) {
        prefixes.push({ prefix: word.slice(0, -1), name });
        continue;
      }
      wordList.add(word);
      const names = classesOf.get(word);
      if (names) names.push(name);
      else classesOf.set(word, [name]);
    }
  }
  const slips = new Map<string, string[]>();
  for (const word of wordList) {
    if (word.length < shortestSlip) continue;
    for (const key of withoutOne(word)) {
      const words = slips.get(key);
      if (words) words.push(word);
      else slips.set(key, [word]);
    }
  }

  const formsOf = (word: string) => [...slipsOf(word), ...(meanings.get(word) ?? [])];

  function slipsOf(word: string): string[] {
    if (word.length < shortestSlip) return [word];
    // A word of the lists is what it says («preso» is not «perso»); of other words two letters exchanged seldom make another.
    if (wordList.has(word)) return [word];
    const isWord = isEveryday(word);
    const meant = new Set<string>();
    for (const key of withoutOne(word)) {
      for (const candidate of slips.get(key) ?? []) {
        if (isWord ? isExchange(word, candidate) : isOneSlip(word, candidate)) meant.add(candidate);
      }
    }
    return [word, ...meant];
  }

  function classesOfForms(forms: readonly string[]): Set<string> {
    const names = new Set<string>();
    for (const form of forms) {
      for (const name of classesOf.get(form) ?? []) names.add(name);
      for (const { prefix, name } of prefixes) if (form.startsWith(prefix)) names.add(name);
    }
    return names;
  }

  return (message: string): Reading => {
    const words: (ReadWord & { pause: boolean })[] = [];
    const questions: boolean[] = [];
    let sentence = 0;
    let depth = 0;
    let opens = true;
    let first = 0;
    for (const token of foldChatSpelling(message).split(' ')) {
      const previous = words.at(-1);
      if (!/^[\p{L}\p{N}]/u.test(token)) {
        if (previous) previous.pause = true;
        if (/[«“]/.test(token)) depth = 1;
        else if (/[»”]/.test(token)) depth = 0;
        else if (token === '"') depth = 1 - depth;
        if (!/^[.?!;]$/.test(token)) continue;
        if (token === '?') questions[sentence] = true;
        sentence += 1;
        opens = true;
        continue;
      }
      if (words.length - first >= longestSentence) {
        sentence += 1;
        opens = true;
      }
      if (opens) {
        questions[sentence] = questionWords.has(token);
        first = words.length;
      }
      opens = false;
      const forms = formsOf(token);
      // A stretched or shortened word may stand for two («tvb»): the classes are those of the whole.
      words.push({ forms, classes: classesOfForms(forms), sentence, pause: false, quoted: depth > 0 });
    }
    return { words, questions };
  };
}
