import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { sentencesOf, type Run } from './prose.ts';
import { cosine, scaleVector, type Vector, type VectorOf } from './entries.ts';
import { gramsOf, likeness, readQuery, type Grams } from './grams.ts';
import type { Rarities } from './search.ts';
import { contentStems } from './words.ts';

type Sections = readonly Visible<Section>[];

/** A run of whole sentences of one section that may answer. */
export interface Passage extends Run {
  /** How well its best sentence answers; to be compared within one question. */
  score: number;
}

export interface PassageFinder {
  /**
   * The passages of the open sections that may answer, best first; none has a sentence of another. The vectors of all sentences
   * are used, or none.
   *
   * @param earlier the reader's message before, for a question that goes on from it
   */
  find(question: string, earlier: string | undefined, sections: Sections): Promise<Passage[]>;
}

interface Sentence {
  text: string;
  stems: ReadonlySet<string>;
  grams: Grams | undefined;
  vector: Vector | undefined;
}

/** What n-grams and shared words count beside the encoder. */
const gramShare = 0.3;
const wordShare = 0.8;
/** What the better of the sentences beside one lends it, and what a question counts together with the one before. */
const besideShare = 0.2;
const withEarlier = 0.85;
/** What the meaning of a sentence with a word of the question counts where none has a vector. */
const withoutVector = 0.3;
/** Sentences whose n-grams are compared, and passages that are given at most. */
const mostCompared = 300;
const mostPassages = 60;
/** Characters of a passage, unless a sentence has more. */
const passageSize = 300;
/** A question of fewer content words leans on the one before. */
const fewestWords = 2;

export function createPassageFinder(
  { rarity, wordRarity }: Rarities,
  vectorOf: VectorOf,
  encode: (text: string) => Promise<Float32Array | undefined>,
): PassageFinder {
  const readSection = memoizeByObject((section: Visible<Section>): readonly Sentence[] =>
    sentencesOf(section).map(({ text }) => ({
      text,
      stems: new Set(contentStems(text)),
      grams: undefined,
      vector: undefined,
    })),
  );

  function takeVectors(sentences: readonly Sentence[]): boolean {
    let areAll = true;
    for (const sentence of sentences) {
      sentence.vector ??= scaleVector(vectorOf('passage', sentence.text));
      areAll &&= sentence.vector !== undefined;
    }
    return areAll;
  }

  /** The score of every sentence; `undefined` where nothing of the question is in it. */
  function scoreAll(
    question: string,
    vector: Float32Array | undefined,
    all: readonly Sentence[],
  ): Float64Array {
    const stems = [...new Set(contentStems(question))];
    const rarities = stems.map(wordRarity);
    const total = rarities.reduce((sum, one) => sum + one, 0) || 1;
    const scores = Float64Array.from(all, (sentence) => {
      const shared = stems.reduce(
        (sum, word, at) => sum + (sentence.stems.has(word) ? (rarities[at] ?? 0) : 0),
        0,
      );
      const near = vector && sentence.vector ? cosine(vector, sentence.vector) : 0;
      const meaning = vector ? near : shared > 0 ? withoutVector : 0;
      return meaning + (wordShare * shared) / total;
    });
    const byHash = readQuery(gramsOf(question, rarity));
    const best = [...scores.keys()].sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
    for (const at of best.slice(0, mostCompared)) {
      const sentence = all[at];
      if (!sentence || (scores[at] ?? 0) <= 0) continue;
      sentence.grams ??= gramsOf(sentence.text, rarity);
      scores[at] = (scores[at] ?? 0) + gramShare * likeness(byHash, sentence.grams);
    }
    return scores;
  }

  return {
    async find(question, earlier, sections) {
      const read = sections.map(readSection);
      const all = read.flat();
      const leans = earlier !== undefined && contentStems(question).length < fewestWords;
      const texts = [question, ...(leans ? [`${earlier} ${question}`] : [])];
      const areReady = takeVectors(all);
      const vectors = areReady ? await Promise.all(texts.map(encode)) : [];
      const isEncoded = areReady && vectors.every(Boolean);
      const scored = texts.map((text, at) => scoreAll(text, isEncoded ? vectors[at] : undefined, all));
      const scores = Float64Array.from(all, (_, at) =>
        Math.max(...scored.map((own, text) => (own[at] ?? 0) * (text === 0 ? 1 : withEarlier))),
      );
      let start = 0;
      const runs = sections.flatMap((section, at) => {
        const count = read[at]?.length ?? 0;
        const own = scores.subarray(start, start + count);
        start += count;
        return runsIn(section, own);
      });
      return runs.sort((one, other) => other.score - one.score).slice(0, mostPassages);
    },
  };
}

/** The runs of a section's sentences around those that answer best. */
function runsIn(section: Visible<Section>, own: Float64Array): Passage[] {
  const sentences = sentencesOf(section);
  const scores = own.map(
    (score, at) => score + besideShare * Math.max(own[at - 1] ?? 0, own[at + 1] ?? 0, 0),
  );
  const order = [...scores.keys()]
    .filter((at) => (scores[at] ?? 0) > 0)
    .sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
  const isTaken = new Uint8Array(sentences.length);
  const runs: Passage[] = [];
  const sizeOf = (at: number) => (sentences[at]?.text.length ?? Infinity) + 1;
  const isFree = (at: number) => at >= 0 && at < sentences.length && isTaken[at] === 0;
  for (const at of order) {
    if (isTaken[at]) continue;
    let [from, to, size] = [at, at, sizeOf(at)];
    // The better of the two sentences beside it, as long as they fit.
    for (;;) {
      const fitting = [from - 1, to + 1].filter((next) => isFree(next) && size + sizeOf(next) <= passageSize);
      const [next] = fitting.sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
      if (next === undefined) break;
      size += sizeOf(next);
      if (next < from) from = next;
      else to = next;
    }
    isTaken.fill(1, from, to + 1);
    runs.push({ section, from, to, best: at, score: scores[at] ?? 0 });
  }
  return runs;
}
