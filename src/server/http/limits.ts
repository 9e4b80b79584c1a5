import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#shared/errors.ts';
import type { LimitedAction } from '#shared/limited-actions.ts';

interface Allowance {
  points: number;
  /** Seconds in which the points come back. */
  duration: number;
}

/** Every attempt counts, per address and per reader; readers of one school may share an address. */
const attempts: Record<LimitedAction, { perAddress: Allowance; perReader: Allowance }> = {
  login: { perAddress: { points: 30, duration: 900 }, perReader: { points: 30, duration: 900 } },
  redeem: { perAddress: { points: 60, duration: 60 }, perReader: { points: 20, duration: 60 } },
  music: { perAddress: { points: 60, duration: 60 }, perReader: { points: 20, duration: 60 } },
  chat: { perAddress: { points: 120, duration: 60 }, perReader: { points: 20, duration: 60 } },
  chatTools: { perAddress: { points: 600, duration: 60 }, perReader: { points: 120, duration: 60 } },
};

/** Wrong passwords and codes. At 20 tries in ten minutes a code of 39 bits is safe for centuries. */
const failures: Partial<Record<LimitedAction, Allowance>> = {
  login: { points: 8, duration: 900 },
  redeem: { points: 20, duration: 600 },
  music: { points: 30, duration: 600 },
};

export interface Limits {
  limit(action: LimitedAction, address: string, readerId: string | undefined): Promise<void>;
  penalise(action: LimitedAction, address: string): Promise<void>;
}

export const noLimits: Limits = { limit: () => Promise.resolve(), penalise: () => Promise.resolve() };

/** Counters in memory: a restart forgives, which is harmless because a restart is the author's. */
export function createLimits(): Limits {
  const make = (keyPrefix: string, allowance: Allowance) =>
    new RateLimiterMemory({ keyPrefix, ...allowance });
  const perAddress = mapActions((action) => make(`${action}-address`, attempts[action].perAddress));
  const perReader = mapActions((action) => make(`${action}-reader`, attempts[action].perReader));
  const wrong = mapActions((action) => failures[action] && make(`${action}-wrong`, failures[action]));

  return {
    async limit(action, address, readerId) {
      const failed = await wrong[action]?.get(address);
      if (failed && failed.consumedPoints >= (failures[action]?.points ?? 0)) throw tooMany(failed);
      await consume(perAddress[action], address);
      if (readerId !== undefined) await consume(perReader[action], readerId);
    },
    async penalise(action, address) {
      // The answer to the wrong guess itself stays "wrong": only the next attempt is refused.
      await wrong[action]?.penalty(address);
    },
  };
}

function mapActions<T>(make: (action: LimitedAction) => T): Record<LimitedAction, T> {
  return {
    login: make('login'),
    redeem: make('redeem'),
    music: make('music'),
    chat: make('chat'),
    chatTools: make('chatTools'),
  };
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  await limiter.consume(key).catch((result: RateLimiterRes) => {
    throw tooMany(result);
  });
}

function tooMany(result: RateLimiterRes): AppError {
  const retryAfter = Math.max(1, Math.ceil(result.msBeforeNext / 1000));
  const wait = retryAfter > 90 ? `${Math.ceil(retryAfter / 60)} minuti` : `${retryAfter} secondi`;
  return new AppError('TOO_MANY_REQUESTS', `Troppi tentativi: riprova fra ${wait}.`, { retryAfter });
}
