import { foldChatSpelling } from '../text/chat-spelling.ts';

/** Character n-grams of a text within its words, as hashes, each with its weight; of unit length. */
export interface Grams {
  hashes: Uint32Array;
  weights: Float32Array;
}

/** How much an n-gram says, by its hash; from shipped texts alone. */
export type Rarity = (hash: number) => number;

const shortest = 2;
const longest = 5;

function hashesOf(text: string): Map<number, number> {
  const counts = new Map<number, number>();
  for (const [word] of foldChatSpelling(text).matchAll(/[\p{L}\p{N}]+/gu)) {
    const padded = ` ${word} `;
    for (let from = 0; from < padded.length; from += 1) {
      let hash = 0x811c9dc5;
      for (let length = 1; length <= longest && from + length <= padded.length; length += 1) {
        hash = Math.imul(hash ^ padded.charCodeAt(from + length - 1), 0x01000193) >>> 0;
        if (length >= shortest) counts.set(hash, (counts.get(hash) ?? 0) + 1);
      }
    }
  }
  return counts;
}

/** How rare each n-gram is among texts: those that none of them has are the rarest. */
export function rarityIn(texts: Iterable<string>): Rarity {
  const documents = new Map<number, number>();
  let all = 0;
  for (const text of texts) {
    all += 1;
    for (const hash of hashesOf(text).keys()) documents.set(hash, (documents.get(hash) ?? 0) + 1);
  }
  return (hash) => 1 + Math.log((1 + all) / (1 + (documents.get(hash) ?? 0)));
}

export function gramsOf(text: string, rarity: Rarity): Grams {
  const counts = hashesOf(text);
  const hashes = Uint32Array.from(counts.keys());
  const weights = new Float32Array(hashes.length);
  let sum = 0;
  for (const [at, hash] of hashes.entries()) {
    const weight = (1 + Math.log(counts.get(hash) ?? 1)) * rarity(hash);
    weights[at] = weight;
    sum += weight * weight;
  }
  const norm = Math.sqrt(sum) || 1;
  for (const at of weights.keys()) weights[at] = (weights[at] ?? 0) / norm;
  return { hashes, weights };
}

/** n-grams of a query, to be looked up. */
export interface QueryGrams {
  weights: ReadonlyMap<number, number>;
  /** Whether any of its hashes ends in these bits: most of those of other texts do not, and are passed over without a lookup. */
  endings: Uint8Array;
}

const endingMask = 0xffff;

export function readQuery({ hashes, weights }: Grams): QueryGrams {
  const endings = new Uint8Array(endingMask + 1);
  for (const hash of hashes) endings[hash & endingMask] = 1;
  return { endings, weights: new Map([...hashes].map((hash, at) => [hash, weights[at] ?? 0])) };
}

/** The cosine of a text and a query, 0 to 1. */
export function likeness({ weights: asked, endings }: QueryGrams, { hashes, weights }: Grams): number {
  let sum = 0;
  for (let at = 0; at < hashes.length; at += 1) {
    const hash = hashes[at] ?? 0;
    if (endings[hash & endingMask] === 0) continue;
    sum += (asked.get(hash) ?? 0) * (weights[at] ?? 0);
  }
  return sum;
}

/** How much of a query stands in a set of n-grams, 0 to 1. */
export function coverage({ hashes, weights }: Grams, within: ReadonlySet<number>): number {
  let sum = 0;
  for (const [at, hash] of hashes.entries()) if (within.has(hash)) sum += (weights[at] ?? 0) ** 2;
  return sum;
}

/** How rare each stem is among texts: one that none of them has is the rarest. */
export function wordRarityIn(texts: Iterable<readonly string[]>): (stem: string) => number {
  const documents = new Map<string, number>();
  let all = 0;
  for (const stems of texts) {
    all += 1;
    for (const word of new Set(stems)) documents.set(word, (documents.get(word) ?? 0) + 1);
  }
  return (word) => Math.log((1 + all) / (1 + (documents.get(word) ?? 0)));
}
