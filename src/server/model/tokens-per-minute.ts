import { setTimeout } from 'node:timers/promises';
import { ModelError } from './types.ts';

/** What one request takes of a minute; set to what it really took once that is known. */
interface Share {
  tokens: number;
}

export interface TokensPerMinute {
  /**
   * Waits until `tokens` more fit in the last minute, in the order of the calls.
   *
   * @throws ModelError `rate-limited` at once when that would take longer than `timeoutMs`
   */
  enter(tokens: number, timeoutMs: number, signal?: AbortSignal): Promise<Share>;
  /** Takes over what the service says of its limit, where the author has set none. */
  changeLimit(tokens: number): void;
}

const minute = 60_000;
/** Groq, OpenAI and those like them; Mistral. */
const limitHeaders = [
  'x-ratelimit-limit-tokens',
  'x-ratelimit-limit-tokens-minute',
  'x-ratelimit-limit-tokens-per-minute',
];

/**
 * A queue by tokens per minute: asking for more than a plan gives costs every reader their answer.
 *
 * @param set the author's limit; without it the service's, as its answers tell it, `usual` until then
 */
export function createTokensPerMinute({
  set,
  usual,
  // The wall clock may be put back, and then nobody would be let through until it has caught up.
  clock = () => performance.now(),
}: {
  set?: number | undefined;
  usual?: number | undefined;
  clock?: () => number;
}): TokensPerMinute {
  let limit = set ?? usual ?? Infinity;
  let spent: { at: number; share: Share }[] = [];
  let last: Promise<unknown> = Promise.resolve();

  /** Milliseconds until so many tokens fit; a request larger than the whole minute waits for an empty one. */
  function wait(tokens: number): number {
    const now = clock();
    spent = spent.filter(({ at }) => at > now - minute);
    let reservedTokens = spent.reduce((sum, { share }) => sum + share.tokens, 0);
    let ms = 0;
    for (const { at, share } of spent) {
      if (reservedTokens + tokens <= limit) break;
      reservedTokens -= share.tokens;
      ms = at + minute - now;
    }
    return ms;
  }

  return {
    enter(tokens, timeoutMs, signal) {
      const enter = async () => {
        for (let remainingMs = timeoutMs; ;) {
          const ms = wait(tokens);
          if (ms === 0) break;
          if (ms > remainingMs)
            throw new ModelError('rate-limited', 'the minute is spent', { retryAfterMs: ms });
          remainingMs -= ms;
          await setTimeout(ms, undefined, { signal });
        }
        const share = { tokens };
        spent.push({ at: clock(), share });
        return share;
      };
      const entered = last.then(enter);
      last = entered.catch(() => undefined);
      return entered;
    },
    changeLimit(tokens) {
      limit = set ?? tokens;
    },
  };
}

/** The tokens a minute that a service allows, as its answers tell it. */
export function readLimit(headers: Headers): number | undefined {
  return limitHeaders.map((name) => Number(headers.get(name) ?? NaN)).find((tokens) => tokens > 0);
}
