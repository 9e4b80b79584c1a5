import { LRUCache } from 'lru-cache';
import { AppError } from '#shared/errors.ts';

/** A challenge of one kind is never an answer to the other. */
type Purpose = 'add' | 'sign-in';

const goodForMs = 5 * 60 * 1000;
/** Each was answered within the limits of sign-in: so many in five minutes are nobody's. */
const mostSpent = 20_000;

/**
 * What passkeys are asked to sign: in a sealed cookie until it is answered, once. Only answers that came are kept, and for as long as
 * a cookie is good; those of another process are refused.
 */
export function createChallenges() {
  const process = crypto.randomUUID();
  const spent = new LRUCache<string, true>({ max: mostSpent, ttl: goodForMs });
  return {
    /** @returns what the cookie holds */
    put: (purpose: Purpose, challenge: string): string =>
      [purpose, challenge, Math.ceil(performance.now()) + goodForMs, process].join('.'),
    /**
     * @returns the challenge, which is spent by this
     * @throws AppError when it is none, too old or spent: WRONG_PASSWORD at sign-in, else IMPOSSIBLE
     */
    spend(purpose: Purpose, cookie: string | undefined): string {
      const [of, challenge = '', end, by] = cookie?.split('.') ?? [];
      const isGood =
        of === purpose && by === process && Number(end) > performance.now() && !spent.has(challenge);
      if (!isGood) {
        const code = purpose === 'sign-in' ? 'WRONG_PASSWORD' : 'IMPOSSIBLE';
        throw new AppError(code, 'La richiesta della passkey è scaduta: riprova.');
      }
      spent.set(challenge, true);
      return challenge;
    },
  };
}
