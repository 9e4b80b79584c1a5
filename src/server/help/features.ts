import { addGroup, foldedFeatures, hashPair, type Features } from './word-features.ts';
import { foldChatSpelling } from '#server/text/chat-spelling.ts';
import { stem } from '#server/text/italian.ts';
import { hashText } from '#server/text/lines.ts';
import { createReader } from './reading.ts';
import type { HelpForms } from './texts.ts';

/** Four times the acts': with fewer, words nobody writes in danger share a bucket with words of danger. */
export const helpBuckets = 1 << 18;

/** Raise it with every change to features or training, those of the acts too; then `npm run train`. */
export const helpFeaturesVersion = 2;

/** How much the grammar's classes count beside words and letters; chosen on the fixtures that are for mending. */
const classWeight = 2;
/** Classes that say nothing of what a message is about. */
const passedOver = new Set(['SALTA', 'ARTICOLI', 'FINE']);
/** A word this short stands for itself among the classes: «non», «mi», «?». */
const longestShort = 4;
/** Of how many classes of a message the pairs are taken. */
const mostClasses = 24;
const edge = hashText('h ^$');
const always = hashText('h always') & (helpBuckets - 1);

/**
 * What the classifier of danger and pain sees of a message: its words and letters, as the acts' does, and the classes of the
 * grammar, in which dialects and slips of the pen are read.
 */
export function createHelpFeatures(forms: HelpForms): (message: string) => Features {
  const read = createReader(forms.classes, [], forms.dialect);
  return (message) => {
    const { words } = read(message);
    const places = words.map(({ classes, forms: [word = '', ...meant] }) => {
      const names = [...classes].filter((name) => !passedOver.has(name));
      if (names.length > 0) return names.map((name) => hashText(`h ${name}`));
      const said = word.length <= longestShort ? [word] : [word, ...meant].map(stem);
      return [...new Set(said)].map((each) => hashText(`hw ${each}`));
    });
    const hashes = [
      ...places.flat(),
      ...words.flatMap(({ forms: [, ...meant] }) => meant.map((each) => hashText(`w ${each}`))),
    ];
    let before = [edge];
    for (const place of [...places, [edge]]) {
      if (place.length === 0) continue;
      for (const hash of place) for (const left of before) hashes.push(hashPair(3, left, hash));
      before = place;
    }
    const met = [...new Set(places.flat())].sort((a, b) => a - b).slice(0, mostClasses);
    met.forEach((one, at) => {
      for (const other of met.slice(at + 1)) hashes.push(hashPair(4, one, other));
    });
    const { buckets, values } = foldedFeatures(foldChatSpelling(message), helpBuckets);
    const found = new Map(buckets.map((bucket, at) => [bucket, values[at] ?? 0]));
    addGroup(found, hashes, classWeight, helpBuckets);
    found.set(always, (found.get(always) ?? 0) + 1);
    return { buckets: [...found.keys()], values: [...found.values()] };
  };
}
