import type { ModelFailure } from '../model/types.ts';

/**
 * `first` and `repeat` ask the model the same; `halved` asks it with half the budget; `fallback` asks the model that answers
 * when the first cannot.
 */
export type Attempt = 'first' | 'repeat' | 'halved' | 'fallback';

interface FailedAttempt {
  attempt: Attempt;
  failure: ModelFailure;
  /** Whether the reader has seen some of it. */
  released: boolean;
  /** How long the service asks to wait, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** The reader has waited for the first words as long as they are to. */
  isLate?: boolean;
}

/** Failures that may have passed a moment later. A spent rate limit has not: it is counted by the minute. */
const passingFailures = new Set<ModelFailure>(['interrupted', 'unreachable']);

/**
 * The attempt after a failed one, `undefined` to give up. At most one repetition, and no fallback for what the guard withheld
 * twice.
 *
 * @param hasFallback whether the fallback is another model than the first
 * @param timeoutMs the longest wait, in milliseconds, that a service may ask for
 */
export function nextAttempt(
  { attempt, failure, released, retryAfterMs = Infinity, isLate = false }: FailedAttempt,
  hasFallback: boolean,
  timeoutMs = 0,
): Attempt | undefined {
  if (attempt === 'first' && failure === 'withheld') return 'repeat';
  if (!hasFallback || attempt === 'fallback' || failure === 'withheld') return undefined;
  if (attempt !== 'first') return 'fallback';
  if (failure === 'too-large') return 'halved';
  if (failure === 'malformed') return 'repeat';
  if (failure === 'rate-limited' && retryAfterMs <= timeoutMs) return 'repeat';
  return passingFailures.has(failure) && !released && !isLate ? 'repeat' : 'fallback';
}

/**
 * Milliseconds to wait before an attempt: as long as the service asks, a moment where it is asked again, none when the
 * objection was to what it said.
 */
export function pauseBefore(
  attempt: Attempt,
  { failure, retryAfterMs = 0 }: Pick<FailedAttempt, 'failure' | 'retryAfterMs'>,
  pauseMs: number,
): number {
  if (attempt === 'halved') return pauseMs;
  if (attempt !== 'repeat' || failure === 'withheld' || failure === 'malformed') return 0;
  return failure === 'rate-limited' ? retryAfterMs : pauseMs;
}
