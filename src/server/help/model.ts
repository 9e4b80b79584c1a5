import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Features } from './word-features.ts';
import { softmax, type Weights } from './train.ts';

/** A trained classifier as it is shipped: small enough for a bundle, the same bytes for the same training. */
export interface WordModel {
  /** The classes, in the order of the weights; the last is {@link questionClass}. */
  classes: string[];
  /** From this probability on a message is taken for the act: right nine times of ten. */
  threshold: number;
  /** What a weight of 1 stands for. */
  scale: number;
  /** How many buckets its features are hashed into. */
  buckets: number;
  /** Weights in base64: how many each bucket has, then their classes, then their values, deflated. */
  weights: string;
}

/** The weights that are kept, the largest: what fits into 300 kB of base64. */
const keptWeights = 151_000;

/** Makes weights small: the largest are kept, as whole numbers from −127 to 127. */
export function packModel(
  weights: Weights,
  classes: string[],
  threshold: number,
  most = keptWeights,
): WordModel {
  const sizes = weights.rows.map(Math.abs).sort();
  const least = Math.max(sizes[Math.max(0, sizes.length - most)] ?? 0, 1e-6);
  // A few weights are far larger than the rest: they may be cut, so that the others keep their differences.
  const largest = sizes[Math.floor(sizes.length * 0.9999)] ?? 1;
  const scale = largest / 127;
  const buckets = weights.rowOf.length;
  const counts = new Uint8Array(buckets);
  const kept: number[] = [];
  const values: number[] = [];
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const row = weights.rowOf[bucket] as number;
    if (row < 0) continue;
    for (let k = 0; k < weights.classes; k += 1) {
      const weight = weights.rows[row * weights.classes + k] as number;
      const value = Math.max(-127, Math.min(127, Math.round(weight / scale)));
      if (Math.abs(weight) < least || value === 0) continue;
      counts[bucket] = (counts[bucket] as number) + 1;
      kept.push(k);
      values.push(value);
    }
  }
  const bytes = Buffer.concat([counts, Uint8Array.from(kept), new Uint8Array(Int8Array.from(values).buffer)]);
  const packed = deflateRawSync(bytes, { level: 9 }).toString('base64');
  return { classes, threshold, scale, buckets, weights: packed };
}

/** Fills the probability of each class of a model, in the order of its classes. */
type Scorer = (features: Features) => Float64Array;

/** Unpacks a model for use. */
export function openModel(model: WordModel): Scorer {
  const bytes = inflateRawSync(Buffer.from(model.weights, 'base64'));
  const count = model.buckets;
  const kept = (bytes.length - count) / 2;
  const classOf = bytes.subarray(count, count + kept);
  const valueOf = new Int8Array(bytes.buffer, bytes.byteOffset + count + kept, kept);
  const starts = new Uint32Array(count + 1);
  for (let bucket = 0; bucket < count; bucket += 1) {
    starts[bucket + 1] = (starts[bucket] as number) + (bytes[bucket] as number);
  }
  return ({ buckets, values }) => {
    const scores = new Float64Array(model.classes.length);
    for (let at = 0; at < buckets.length; at += 1) {
      const bucket = buckets[at] as number;
      const value = (values[at] as number) * model.scale;
      for (let place = starts[bucket] as number; place < (starts[bucket + 1] as number); place += 1) {
        const k = classOf[place] as number;
        scores[k] = (scores[k] as number) + value * (valueOf[place] as number);
      }
    }
    softmax(scores);
    return scores;
  };
}
