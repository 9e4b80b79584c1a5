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

/** The two thresholds of everything: from which likelihood on it is said, and from which it is offered. */
export const least = { say: 0.22, offer: 0.16 } as const;

/**
 * The entries found, the likeliest first. What one query found is weighed together, nothing among it; an entry is as likely as
 * the query that found it best makes it.
 */
export function choose({ means, spreads, weights }: ChoiceModel, matches: readonly Match[]): Choice[] {
  const scoreOf = ({ features }: Match) =>
    features.reduce(
      (sum, value, at) => sum + ((weights[at] ?? 0) * (value - (means[at] ?? 0))) / (spreads[at] ?? 1),
      weights[means.length] ?? 0,
    );
  const byEntry = new Map<Entry, Choice>();
  for (const found of groupBy(matches, ({ query }) => query)) {
    const shares = found.map((match) => Math.exp(scoreOf(match)));
    const total = shares.reduce((sum, share) => sum + share, 1);
    for (const [at, { entry, query, near, vector }] of found.entries()) {
      const likelihood = (shares[at] ?? 0) / total;
      const before = byEntry.get(entry);
      byEntry.set(entry, {
        entry,
        likelihood: Math.max(likelihood, before?.likelihood ?? 0),
        query: before && before.likelihood >= likelihood ? before.query : query,
        near: Math.max(near[0], before?.near ?? -1),
        vector: Math.max(vector, before?.vector ?? -1),
      });
    }
  }
  return [...byEntry.values()].sort((one, other) => other.likelihood - one.likelihood);
}

/** Lists of what has the same key, in order. */
export function groupBy<Value>(values: readonly Value[], keyOf: (value: Value) => unknown): Value[][] {
  const groups = new Map<unknown, Value[]>();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return [...groups.values()];
}
