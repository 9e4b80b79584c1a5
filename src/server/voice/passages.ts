import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { excerptOf, sentencesOf, type Excerpt } from '../narrator/prose-search.ts';
import type { VectorOf } from './entries.ts';
import { coverage, gramsOf, likeness, weightByHash, type Grams, type Rarity } from './grams.ts';
import { dot } from './search.ts';

interface Passage {
  section: Visible<Section>;
  at: number;
  grams: Grams;
  hashes: ReadonlySet<number>;
}

/** What n-grams count beside the encoder. */
const gramShare = 0.5;
const coverShare = 0.5;
/** What the sentences beside one lend it. */
const besideShare = 0.25;
const mostWords = 45;

export interface FoundPassage {
  excerpt: Excerpt;
  score: number;
}

/** Finds the place of the open sections that answers a question best. */
export function createPassageSearch(rarity: Rarity, vectorOf: VectorOf) {
  const passagesIn = memoizeByObject((section: Visible<Section>): readonly Passage[] =>
    sentencesOf(section).map(({ text }, at) => {
      const grams = gramsOf(text, rarity);
      return { section, at, grams, hashes: new Set(grams.hashes) };
    }),
  );
  return (question: string, vector: Float32Array | undefined, sections: readonly Visible<Section>[]): FoundPassage | undefined => {
    const grams = gramsOf(question, rarity);
    const byHash = weightByHash(grams);
    let best: { passage: Passage; score: number } | undefined;
    for (const section of sections) {
      const passages = passagesIn(section);
      const scores = passages.map((passage) => {
        const own = vectorOf(sentencesOf(section)[passage.at]?.text ?? '');
        return (vector && own ? dot(vector, own) : 0) + gramShare * likeness(byHash, passage.grams) + coverShare * coverage(grams, passage.hashes);
      });
      for (const [at, passage] of passages.entries()) {
        const score = (scores[at] ?? 0) + besideShare * Math.max(scores[at - 1] ?? 0, scores[at + 1] ?? 0);
        if (score > (best?.score ?? -1)) best = { passage, score };
      }
    }
    if (!best) return undefined;
    const { section, at } = best.passage;
    const all = sentencesOf(section);
    let [from, to] = [at, at];
    const words = (index: number) => all[index]?.words ?? Infinity;
    let sum = words(at);
    // The sentence after it, then the one before, as long as they are of its paragraph and can be said.
    if (!all[to]?.closes && sum + words(to + 1) <= mostWords) sum += words((to += 1));
    if (!all[from]?.opens && sum + words(from - 1) <= mostWords) from -= 1;
    return { excerpt: excerptOf(section, from, to), score: best.score };
  };
}
