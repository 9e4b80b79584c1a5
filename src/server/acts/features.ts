import { foldChatSpelling } from '#server/text/chat-spelling.ts';
import { hashText } from '#server/text/lines.ts';
import { wordClasses } from './word-classes.ts';

/** Features of a message: the bucket of each, no bucket twice, and its value. */
export interface Features {
  buckets: number[];
  values: number[];
}

/** Buckets the features are hashed into; a power of two. */
export const bucketCount = 1 << 16;

/** How much each kind of feature counts beside the others; chosen by the five-fold accuracy of `npm run bench -- acts`. */
const groupWeights = { words: 1, letters: 1, classes: 2, shape: 0.5 };

const classesByWord = new Map<string, string[]>();
const classesByPrefix = new Map<string, string[]>();
for (const line of wordClasses.trim().split('\n')) {
  const [name = '', words = ''] = line.split(': ');
  for (const word of words.trim().split(/\s+/)) {
    const [classes, key] = word.endsWith('*') ? [classesByPrefix, word.slice(0, -1)] : [classesByWord, word];
    const names = classes.get(key);
    if (names === undefined) classes.set(key, [name]);
    else if (!names.includes(name)) names.push(name);
  }
}

/** Nothing but marks and pictures: what the act of silence is, by its definition. */
export const isSilent = (text: string) => !/[\p{L}\p{N}]/u.test(text);

const isLetters = (word: string) => /^\p{L}/u.test(word);

/** Marks in schools go up to ten, and a low one is another thing than a high one. */
function numberClasses(digits: string): string[] {
  const value = Number(digits);
  if (value <= 5) return ['numero', 'numero≤5'];
  if (value <= 10) return ['numero', value === 6 ? 'numero6' : 'numero≤10'];
  return ['numero', value <= 30 ? 'numero≤30' : value < 100 ? 'numero<100' : 'numero≥100'];
}

/** Letters no Italian hand types on purpose: «asdf», «jdjdjdj». */
function isGibberish(word: string): boolean {
  if (word.length < 3) return false;
  const vowels = word.replace(/[^aeiouy]/g, '').length / word.length;
  return vowels < 0.2 || vowels > 0.85 || /[^aeiouy]{4}/.test(word);
}

function classesOf(word: string): string[] {
  const names = new Set(classesByWord.get(word));
  for (let end = 2; end <= word.length; end += 1) {
    for (const name of classesByPrefix.get(word.slice(0, end)) ?? []) names.add(name);
  }
  if (/^\d+$/.test(word)) for (const name of numberClasses(word)) names.add(name);
  else if (isLetters(word) && isGibberish(word)) names.add('tasti');
  return [...names];
}

/** The features of one kind, weighed so that their number does not matter. */
function addGroup(into: Map<number, number>, names: readonly string[], weight: number): void {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  let squares = 0;
  for (const [name, count] of counts) {
    const value = 1 + Math.log(count);
    counts.set(name, value);
    squares += value * value;
  }
  const scale = weight / Math.sqrt(squares);
  for (const [name, value] of counts) {
    const bucket = hashText(name) & (bucketCount - 1);
    into.set(bucket, (into.get(bucket) ?? 0) + value * scale);
  }
}

function letterRuns(words: readonly string[]): string[] {
  const runs: string[] = [];
  for (const word of words) {
    const edged = `<${word}>`;
    for (let length = 2; length <= 4; length += 1) {
      for (let at = 0; at + length <= edged.length; at += 1) runs.push(`c ${edged.slice(at, at + length)}`);
    }
  }
  return runs;
}

function classNames(classes: readonly string[][], words: readonly string[]): string[] {
  // A short word without a class is as good as one: «e», «con», «?».
  const places = words.map((word, at) =>
    (classes[at] as string[]).length === 0 && word.length <= 3 ? [word] : (classes[at] as string[]),
  );
  const names: string[] = [];
  let before = ['^'];
  for (const place of [...places, ['$']]) {
    for (const name of place) {
      if (name !== '$') names.push(`k ${name}`);
      for (const left of before) names.push(`l ${left} ${name}`);
    }
    before = place;
  }
  // «Mi hanno assunto», «assunto ieri»: which classes meet, wherever they stand.
  const met = [...new Set(places.flat())].sort();
  for (const [at, name] of met.entries())
    for (const other of met.slice(at + 1)) names.push(`m ${name} ${other}`);
  return names;
}

function shapeNames(classes: readonly string[][], words: readonly string[]): string[] {
  const length = words.length < 4 ? words.length : words.length < 8 ? (words.length >> 1) * 2 : 8;
  const names = [`long ${length}`];
  if (words.includes('?')) names.push('asks');
  if (!words.some(isLetters)) names.push('no letters');
  else if (words.every((word, at) => !isLetters(word) || classes[at]?.length === 0)) names.push('no class');
  return names;
}

/** The features of a folded message: its words and pairs, their letters, the classes of its words, its shape. */
export function foldedFeatures(folded: string): Features {
  const words = folded.split(' ').filter(Boolean);
  const found = new Map<number, number>();
  if (words.length === 0) return { buckets: [], values: [] };
  const edged = ['^', ...words, '$'];
  const pairs = edged.slice(1).map((word, at) => `p ${edged[at] ?? ''} ${word}`);
  addGroup(found, [...words.map((word) => `w ${word}`), ...pairs], groupWeights.words);
  addGroup(found, letterRuns(words), groupWeights.letters);
  const classes = words.map(classesOf);
  addGroup(found, classNames(classes, words), groupWeights.classes);
  addGroup(found, shapeNames(classes, words), groupWeights.shape);
  return { buckets: [...found.keys()], values: [...found.values()] };
}

/** The features of a message as a reader wrote it. */
export function messageFeatures(message: string): Features {
  return foldedFeatures(foldChatSpelling(message));
}
