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

/** Of how many classes of a message the pairs are taken: a long one has far more, and says no more by them. */
const mostClasses = 24;

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

const classesOf = (word: string): string[] => {
  const cached = rememberedClasses.get(word);
  if (cached) return cached;
  const classes = findClasses(word);
  if (rememberedClasses.size >= mostRemembered) rememberedClasses.clear();
  rememberedClasses.set(word, classes);
  return classes;
};

const mostRemembered = 5000;
const rememberedClasses = new Map<string, string[]>();

function findClasses(word: string): string[] {
  const names = new Set(classesByWord.get(word));
  for (let end = 2; end <= word.length; end += 1) {
    for (const name of classesByPrefix.get(word.slice(0, end)) ?? []) names.add(name);
  }
  if (/^\d+$/.test(word)) for (const name of numberClasses(word)) names.add(name);
  else if (isLetters(word) && isGibberish(word)) names.add('tasti');
  return [...names];
}

/** The features of one kind, by their hashes, weighed so that their number does not matter. */
export function addGroup(
  into: Map<number, number>,
  hashes: readonly number[],
  weight: number,
  count = bucketCount,
): void {
  const counts = new Map<number, number>();
  for (const hash of hashes) {
    const bucket = hash & (count - 1);
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  let squares = 0;
  for (const [bucket, count] of counts) {
    const value = 1 + Math.log(count);
    counts.set(bucket, value);
    squares += value * value;
  }
  const scale = weight / Math.sqrt(squares);
  for (const [bucket, value] of counts) into.set(bucket, (into.get(bucket) ?? 0) + value * scale);
}

/** The hash of a pair, another for each `kind`: no string is made of it. */
export function hashPair(kind: number, left: number, right: number): number {
  const mixed = Math.imul((left ^ Math.imul(right, 0x9e3779b1)) + kind, 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

function letterRuns(words: readonly string[]): number[] {
  const runs: number[] = [];
  for (const word of words) {
    const edged = `<${word}>`;
    for (let length = 2; length <= 4; length += 1) {
      for (let at = 0; at + length <= edged.length; at += 1)
        runs.push(hashText(edged.slice(at, at + length)));
    }
  }
  return runs;
}

const edgeHash = hashText('^$');

function classHashes(classes: readonly string[][], words: readonly string[]): number[] {
  // A short word without a class is as good as one: «e», «con», «?».
  const places = words.map((word, at) => {
    const names = classes[at] as string[];
    return (names.length === 0 && word.length <= 3 ? [word] : names).map((name) => hashText(`k ${name}`));
  });
  const hashes = places.flat();
  let before = [edgeHash];
  for (const place of [...places, [edgeHash]]) {
    for (const hash of place) for (const left of before) hashes.push(hashPair(1, left, hash));
    before = place;
  }
  // «Mi hanno assunto», «assunto ieri»: which classes meet, wherever they stand.
  const met = [...new Set(places.flat())].sort((a, b) => a - b).slice(0, mostClasses);
  for (let at = 0; at < met.length; at += 1) {
    for (let next = at + 1; next < met.length; next += 1) {
      hashes.push(hashPair(2, met[at] as number, met[next] as number));
    }
  }
  return hashes;
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
export function foldedFeatures(folded: string, count = bucketCount): Features {
  const words = folded.split(' ').filter(Boolean);
  const found = new Map<number, number>();
  if (words.length === 0) return { buckets: [], values: [] };
  const edged = ['^', ...words, '$'];
  const pairs = edged.slice(1).map((word, at) => hashText(`p ${edged[at] ?? ''} ${word}`));
  addGroup(found, [...words.map((word) => hashText(`w ${word}`)), ...pairs], groupWeights.words, count);
  addGroup(found, letterRuns(words), groupWeights.letters, count);
  const classes = words.map(classesOf);
  addGroup(found, classHashes(classes, words), groupWeights.classes, count);
  addGroup(found, shapeNames(classes, words).map(hashText), groupWeights.shape, count);
  return { buckets: [...found.keys()], values: [...found.values()] };
}
