import type { Entry } from './entries.ts';
import type { Match, Query } from './search.ts';

/**
 * One model over all that was found for a message: how likely each entry is the right next line, and how likely it is that none
 * is. The likelihoods of all of them and of nothing are 1 together.
 */
export interface ChoiceModel {
  means: number[];
  spreads: number[];
  /** One a feature, the last for there being an answer at all. */
  weights: number[];
}

/** The models of a search with vectors, and of one with n-grams and words alone. */
export interface ChoiceModels {
  withVectors: ChoiceModel;
  withoutVectors: ChoiceModel;
}

export interface Choice {
  entry: Entry;
  /** 0 to 1. */
  likelihood: number;
  /** What found it best. */
  query: Query;
  /** How near the nearest way of asking is. */
  near: number;
  /** The cosine of the nearest way of asking; 0 without vectors. */
  vector: number;
}

/** The entries found, the likeliest first. */
export function choose({ means, spreads, weights }: ChoiceModel, matches: readonly Match[]): Choice[] {
  const scores = matches.map(({ features }) =>
    features.reduce(
      (sum, value, at) => sum + ((weights[at] ?? 0) * (value - (means[at] ?? 0))) / (spreads[at] ?? 1),
      weights[means.length] ?? 0,
    ),
  );
  const most = Math.max(0, ...scores);
  const shares = scores.map((score) => Math.exp(score - most));
  const total = shares.reduce((sum, share) => sum + share, Math.exp(-most));
  const byEntry = new Map<Entry, Choice & { best: number }>();
  matches.forEach(({ entry, query, near, vector }, at) => {
    const share = (shares[at] ?? 0) / total;
    const before = byEntry.get(entry);
    const isBest = !before || share > before.best;
    byEntry.set(entry, {
      entry,
      likelihood: share + (before?.likelihood ?? 0),
      query: isBest ? query : before.query,
      near: Math.max(near[0], before?.near ?? -1),
      vector: Math.max(vector, before?.vector ?? -1),
      best: isBest ? share : before.best,
    });
  });
  return [...byEntry.values()].sort((one, other) => other.likelihood - one.likelihood);
}
