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
  /** Has proved to be a reader, or has come for more than a day: not slowed when strangers guess. */
  isKnownReader: boolean;
  /** A device on which the author has signed in before: strangers at its address do not use up its tries. */
  deviceId: string | undefined;
}

/** Wrong guesses of everybody together. Beyond, who is unknown has few: one who looks for codes has many addresses. */
const everybody: Partial<Record<LimitedAction, Allowance>> = {
  redeem: { points: 300, duration: 600 },
  music: { points: 300, duration: 600 },
};
const fewGuesses = 3;

/** Who has an IPv6 address often has all that begin like it: such a range has as many wrong guesses as so many addresses. */
const ranges = [
  { prefix: 56, times: 3 },
  { prefix: 48, times: 8 },
];

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
  const createLimiter = (keyPrefix: string, allowance: Allowance) =>
    new RateLimiterMemory({ keyPrefix, ...allowance });
  const perAddress = mapActions((action) => createLimiter(`${action}-address`, attempts[action].perAddress));
  const perReader = mapActions((action) => createLimiter(`${action}-reader`, attempts[action].perReader));
  const wrong = mapActions(
    (action) => failures[action] && createLimiter(`${action}-wrong`, failures[action]),
  );
  const together = mapActions(
    (action) => everybody[action] && createLimiter(`${action}-together`, everybody[action]),
  );
  const wrongInRanges = ranges.map(({ prefix, times }) => ({
    prefix,
    limiters: mapActions((action) => {
      const own = failures[action];
      return own && createLimiter(`${action}-wrong-${prefix}`, { ...own, points: own.points * times });
    }),
  }));
  const inLine = createLine();

  /** The allowances that a wrong guess of this sender is taken from. */
  function allowancesOf(action: LimitedAction, sender: Sender): Taken[] {
    const key = keyOf(action, sender);
    const inRanges = wrongInRanges.map(({ prefix, limiters }) => ({
      limiter: limiters[action],
      key: rangeOf(key, prefix),
    }));
    return [{ limiter: wrong[action], key }, ...inRanges].flatMap(({ limiter, key: of }) =>
      limiter && of !== undefined ? { limiter, key: of } : [],
    );
  }

  /** Whether so many guess wrong that a stranger has few guesses left to make. */
  async function isSlowedDown(action: LimitedAction): Promise<boolean> {
    const all = await together[action]?.get('all');
    return (all?.consumedPoints ?? 0) >= (everybody[action]?.points ?? Infinity);
  }

  return {
    async limit(action, sender) {
      await consume(perAddress[action], keyOf(action, sender));
      if (sender.readerId !== undefined) await consume(perReader[action], sender.readerId);
    },
    guess(action, sender, attempt) {
      const guess = async () => {
        const most = !sender.isKnownReader && (await isSlowedDown(action)) ? fewGuesses : Infinity;
        const message = action === 'login' ? tooManyTries : tooManyWrongCodes;
        return tryWithin(allowancesOf(action, sender), most, attempt, message).catch(
          async (error: unknown) => {
            if (isWrongGuess(error) && !sender.isKnownReader) await together[action]?.penalty('all');
            throw error;
          },
        );
      };
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

interface Taken {
  limiter: RateLimiterMemory;
  key: string;
}

/** @param most points of the first allowance that may be used, when it is less than it has */
async function tryWithin<T>(
  allowances: readonly Taken[],
  most: number,
  attempt: Attempt<T>,
  told: TooMany,
): Promise<T> {
  const points: Taken[] = [];
  const giveBack = () => Promise.all(points.map(({ limiter, key }) => limiter.reward(key)));
  try {
    for (const allowance of allowances) {
      const result = await consume(allowance.limiter, allowance.key, told);
      points.push(allowance);
      if (points.length === 1 && result.consumedPoints > most)
        throw tooManyError(result, allowance.limiter, told);
    }
    const result = await attempt();
    await giveBack();
    return result;
  } catch (error) {
    if (!isWrongGuess(error)) await giveBack();
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

/** The first bits of an IPv6 address that stands for a /64; nothing for any other sender. */
function rangeOf(address: string, prefix: number): string | undefined {
  const groups = address.split(':');
  if (groups.length !== 4) return undefined;
  const bits = groups.map((group) => group.padStart(4, '0')).join('');
  return bits.slice(0, prefix / 4);
}

function consume(
  limiter: RateLimiterMemory,
  key: string,
  told: TooMany = tooManyTries,
): Promise<RateLimiterRes> {
  return limiter.consume(key).catch((result: RateLimiterRes) => {
    throw tooManyError(result, limiter, told);
  });
}

/** What is told to who has to wait, with the time in words. */
type TooMany = (wait: string) => string;

const tooManyTries: TooMany = (wait) => `Troppi tentativi: riprova fra ${wait}.`;

/** Who is told may have tried once: the guesses of everybody at that address count. */
const tooManyWrongCodes: TooMany = (wait) =>
  `Da questa rete sono arrivati troppi codici sbagliati: riprova fra ${wait}. Quelli buoni restano buoni.`;

function tooManyError(
  { msBeforeNext }: RateLimiterRes,
  { duration }: RateLimiterMemory,
  told: TooMany,
): AppError {
  // The points come back by a timer, while this is told by the wall clock, which may have been put back.
  const retryAfter = Math.min(duration, Math.max(1, Math.ceil(msBeforeNext / 1000)));
  return new AppError('TOO_MANY_REQUESTS', told(waitText(retryAfter)), { retryAfter });
}

function waitText(seconds: number): string {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minuti`;
  return seconds === 1 ? 'un secondo' : `${seconds} secondi`;
}
