import { bucketCount, type Features } from './word-features.ts';

/** One message to learn from. */
export interface Sample {
  features: Features;
  /** The class it belongs to, or, when `isNot`, the one it does not. */
  label: number;
  isNot?: boolean;
  weight: number;
}

/** Weights before they are made small: a row of `classes` numbers for each bucket that occurs. */
export interface Weights {
  classes: number;
  rowOf: Int32Array;
  rows: Float32Array;
}

interface TrainOptions {
  epochs: number;
  rate: number;
  decay: number;
  /** How many buckets the features are hashed into. */
  buckets?: number;
}

const defaultOptions: TrainOptions = { epochs: 5, rate: 0.5, decay: 5e-3 };

/** Below it a class's part of the gradient is left out. */
const negligible = 0.003;

/** What AdaGrad takes each weight to have moved already: without it the first steps are too long. */
const firstSquare = 0.5;

/** A generator of its own, so that two trainings see the samples in the same order. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Puts the order at random, in place (Fisher and Yates). */
function shuffle(order: Uint32Array, random: () => number): void {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    const held = order[at] ?? 0;
    order[at] = order[other] ?? 0;
    order[other] = held;
  }
}

/** Fills `scores` with the probability of each class. */
function score(weights: Weights, { buckets, values }: Features, scores: Float64Array): void {
  const { classes, rowOf, rows } = weights;
  scores.fill(0);
  for (let at = 0; at < buckets.length; at += 1) {
    const row = rowOf[buckets[at] as number] as number;
    if (row < 0) continue;
    const value = values[at] as number;
    const start = row * classes;
    for (let k = 0; k < classes; k += 1)
      scores[k] = (scores[k] as number) + value * (rows[start + k] as number);
  }
  softmax(scores);
}

/** Scores to probabilities, in place. */
export function softmax(scores: Float64Array): void {
  let highest = -Infinity;
  for (const value of scores) if (value > highest) highest = value;
  let total = 0;
  for (let k = 0; k < scores.length; k += 1) {
    const value = Math.exp((scores[k] as number) - highest);
    scores[k] = value;
    total += value;
  }
  for (let k = 0; k < scores.length; k += 1) scores[k] = (scores[k] as number) / total;
}

/**
 * Multinomial logistic regression by AdaGrad over the samples one at a time, always in the same order: equal samples give
 * equal weights.
 */
export function train(samples: readonly Sample[], classes: number, options = defaultOptions): Weights {
  const rowOf = new Int32Array(options.buckets ?? bucketCount).fill(-1);
  let rowCount = 0;
  for (const { features } of samples) {
    for (const bucket of features.buckets) if ((rowOf[bucket] as number) < 0) rowOf[bucket] = rowCount++;
  }
  const rows = new Float32Array(rowCount * classes);
  const squares = new Float32Array(rowCount * classes).fill(firstSquare);
  const weights = { classes, rowOf, rows };
  const gradient = new Float64Array(classes);
  const order = Uint32Array.from(samples.keys());
  const random = seededRandom(7);
  for (let epoch = 0; epoch < options.epochs; epoch += 1) {
    shuffle(order, random);
    const rate = options.rate / (1 + epoch * 0.15);
    for (const index of order) {
      const sample = samples[index] as Sample;
      score(weights, sample.features, gradient);
      toGradient(gradient, sample);
      step(weights, squares, sample.features, gradient, { ...options, rate });
    }
  }
  return weights;
}

/** Turns probabilities into the gradient of the sample's loss: −log p of its class, or −log (1 − p) of one it is not. */
function toGradient(gradient: Float64Array, { label, isNot, weight }: Sample): void {
  const probability = gradient[label] as number;
  gradient[label] = probability - 1;
  const scale = isNot ? (-weight * probability) / Math.max(1 - probability, 1e-3) : weight;
  for (let k = 0; k < gradient.length; k += 1) gradient[k] = (gradient[k] as number) * scale;
}

/** Moves the weights of the classes that still err on the sample; nearly all of them soon do not. */
function step(
  { classes, rowOf, rows }: Weights,
  squares: Float32Array,
  { buckets, values }: Features,
  gradient: Float64Array,
  { rate, decay }: TrainOptions,
): void {
  const erring: number[] = [];
  for (let k = 0; k < classes; k += 1) if (Math.abs(gradient[k] as number) > negligible) erring.push(k);
  for (let at = 0; at < buckets.length; at += 1) {
    const start = (rowOf[buckets[at] as number] as number) * classes;
    const value = values[at] as number;
    for (const k of erring) {
      const place = start + k;
      const held = rows[place] as number;
      const slope = value * (gradient[k] as number) + decay * held;
      const square = (squares[place] as number) + slope * slope;
      squares[place] = square;
      rows[place] = held - (rate * slope) / Math.sqrt(square);
    }
  }
}
