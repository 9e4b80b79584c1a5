/** A logistic model: how likely it is that an entry is the right next line. */
export interface Scale {
  means: number[];
  spreads: number[];
  weights: number[];
  bias: number;
}

export interface Example {
  features: readonly number[];
  /** 0 to 1. */
  right: number;
  weight: number;
}

export function likelihood({ means, spreads, weights, bias }: Scale, features: readonly number[]): number {
  let sum = bias;
  for (let at = 0; at < features.length; at += 1)
    sum += ((weights[at] ?? 0) * ((features[at] ?? 0) - (means[at] ?? 0))) / (spreads[at] ?? 1);
  return 1 / (1 + Math.exp(-sum));
}

const rounds = 300;
const rate = 0.05;
const shrink = 1e-3;

/** Fits a scale to examples (Adam over the whole set: the same examples give the same scale). */
export function fitScale(examples: readonly Example[]): Scale {
  const size = examples[0]?.features.length ?? 0;
  const means = new Array<number>(size).fill(0);
  const spreads = new Array<number>(size).fill(0);
  for (const { features } of examples) features.forEach((value, at) => (means[at]! += value / examples.length));
  for (const { features } of examples)
    features.forEach((value, at) => (spreads[at]! += (value - means[at]!) ** 2 / examples.length));
  for (let at = 0; at < size; at += 1) spreads[at] = Math.sqrt(spreads[at]!) || 1;
  const rows = examples.map(({ features }) =>
    Float64Array.from(features, (value, at) => (value - means[at]!) / spreads[at]!),
  );
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const weights = new Float64Array(size + 1);
  const first = new Float64Array(size + 1);
  const second = new Float64Array(size + 1);
  for (let round = 1; round <= rounds; round += 1) {
    const slope = new Float64Array(size + 1);
    rows.forEach((row, place) => {
      let sum = weights[size]!;
      for (let at = 0; at < size; at += 1) sum += weights[at]! * row[at]!;
      const { right, weight } = examples[place]!;
      const error = ((1 / (1 + Math.exp(-sum)) - right) * weight) / total;
      for (let at = 0; at < size; at += 1) slope[at]! += error * row[at]!;
      slope[size]! += error;
    });
    for (let at = 0; at <= size; at += 1) {
      if (at < size) slope[at]! += shrink * weights[at]!;
      first[at] = 0.9 * first[at]! + 0.1 * slope[at]!;
      second[at] = 0.999 * second[at]! + 0.001 * slope[at]! ** 2;
      weights[at]! -=
        (rate * (first[at]! / (1 - 0.9 ** round))) / (Math.sqrt(second[at]! / (1 - 0.999 ** round)) + 1e-8);
    }
  }
  return { means, spreads, weights: [...weights.subarray(0, size)], bias: weights[size]! };
}
