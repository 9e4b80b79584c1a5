import type { ModelFailure } from '../model/types.ts';

/**
 * `first` and `repeat` ask the model the same; `halved` asks it with half the budget; `fallback` asks the model that answers
 * when the first cannot.
 */
export type Attempt = 'first' | 'repeat' | 'halved' | 'fallback';

export interface FailedAttempt {
  attempt: Attempt;
  failure: ModelFailure;
  /** Whether the reader has seen some of it. */
  released: boolean;
}

/** Failures that may have passed a moment later. A spent rate limit has not: it is counted by the minute. */
const passing = new Set<ModelFailure>(['interrupted', 'unreachable']);

/**
 * The attempt after a failed one, `undefined` to give up. At most one repetition, and no fallback for what the guard withheld
 * twice.
 *
 * @param hasFallback whether the fallback is another model than the first
 */
export function nextAttempt(
  { attempt, failure, released }: FailedAttempt,
  hasFallback: boolean,
): Attempt | undefined {
  if (attempt === 'first' && (failure === 'withheld' || (hasFallback && failure === 'malformed')))
    return 'repeat';
  if (!hasFallback || attempt === 'fallback' || failure === 'withheld') return undefined;
  if (attempt === 'first' && failure === 'too-large') return 'halved';
  if (attempt === 'first' && passing.has(failure) && !released) return 'repeat';
  return 'fallback';
}

/** Whether to pause before an attempt: the same service is asked again, and for another reason than what it said. */
export function needsPause(attempt: Attempt, failure: ModelFailure): boolean {
  return attempt === 'halved' || (attempt === 'repeat' && failure !== 'withheld' && failure !== 'malformed');
}
