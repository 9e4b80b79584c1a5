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
  // A page asks every 2.5 seconds for a reply that is being written elsewhere.
  history: { perAddress: { points: 1_200, duration: 60 }, perReader: { points: 120, duration: 60 } },
};

/** Wrong passwords and codes. At 20 tries in ten minutes a code of 39 bits is safe for centuries. */
const failures: Partial<Record<LimitedAction, Allowance>> = {
  login: { points: 8, duration: 900 },
  redeem: { points: 20, duration: 600 },
  music: { points: 30, duration: 600 },
};

type Attempt<T> = () => T | Promise<T>;

/** Who tries: strangers are counted by their address, who has been here before by what they were given. */
export interface Sender {
  address: string;
  readerId: string | undefined;
  /** A device on which the author has signed in before: strangers at its address do not use up its tries. */
  deviceId: string | undefined;
}

export interface Limits {
  /** Counts one attempt. @throws AppError TOO_MANY_REQUESTS */
  limit(action: LimitedAction, sender: Sender): Promise<void>;
  /**
   * Tries a password or a code. The point of a wrong guess is taken before, and given back when it was right or could not be
   * tried: of many at once no more are tried than one after the other.
   *
   * @throws AppError TOO_MANY_REQUESTS, and what the attempt throws
   */
  guess<T>(action: LimitedAction, sender: Sender, attempt: Attempt<T>): Promise<T>;
}

export const noLimits: Limits = {
  limit: () => Promise.resolve(),
  guess: async (_action, _sender, attempt) => attempt(),
};

/** Counters in memory: a restart forgives, which is harmless because a restart is the author's. */
export function createLimits(): Limits {
  const make = (keyPrefix: string, allowance: Allowance) =>
    new RateLimiterMemory({ keyPrefix, ...allowance });
  const perAddress = mapActions((action) => make(`${action}-address`, attempts[action].perAddress));
  const perReader = mapActions((action) => make(`${action}-reader`, attempts[action].perReader));
  const wrong = mapActions((action) => failures[action] && make(`${action}-wrong`, failures[action]));
  const inLine = createLine();

  return {
    async limit(action, sender) {
      await consume(perAddress[action], keyOf(action, sender));
      if (sender.readerId !== undefined) await consume(perReader[action], sender.readerId);
    },
    guess(action, sender, attempt) {
      const limiter = wrong[action];
      if (!limiter) return noLimits.guess(action, sender, attempt);
      const guess = () => tryWithin(limiter, keyOf(action, sender), attempt);
      // A code is compared at once: one after the other, so that many right ones at once do not look like guessing.
      return action === 'login' ? guess() : inLine(guess);
    },
  };
}

/** Does one thing after the other, each of which is short. */
function createLine(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

async function tryWithin<T>(limiter: RateLimiterMemory, key: string, attempt: Attempt<T>): Promise<T> {
  await consume(limiter, key);
  try {
    const result = await attempt();
    await limiter.reward(key);
    return result;
  } catch (error) {
    if (!isWrongGuess(error)) await limiter.reward(key);
    throw error;
  }
}

function isWrongGuess(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'WRONG_PASSWORD' || error.code === 'INVALID_CODE');
}

function keyOf(action: LimitedAction, { address, deviceId }: Sender): string {
  return action === 'login' && deviceId !== undefined ? `device ${deviceId}` : address;
}

function mapActions<T>(make: (action: LimitedAction) => T): Record<LimitedAction, T> {
  return {
    login: make('login'),
    redeem: make('redeem'),
    music: make('music'),
    chat: make('chat'),
    chatTools: make('chatTools'),
    history: make('history'),
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
