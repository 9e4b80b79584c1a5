import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { createTurns, type Waiting } from './turns.ts';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** OWASP's first choice for scrypt: N = 2^17, r = 8, p = 1, which takes 128 MiB and about 0.3 s. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 } as const;
const keyLength = 32;

/** Who would wait behind these waits for four seconds and more: better to be told when to come back. */
const mostWaiting = 8;

// Each derivation holds 128 MiB and a thread of the pool: one at a time, the others wait their turn.
const inTurn = createTurns(mostWaiting);

/** `scrypt$N$r$p$salt$key`, salt and key in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = createSalt();
  const key = await hashWith(salt, password, { isKnown: true });
  return ['scrypt', cost.N, cost.r, cost.p, salt, key].join('$');
}

/** 16 bytes, in base64. */
export const createSalt = () => randomBytes(16).toString('base64');

/** 32 bytes, in base64. @throws AppError UNAVAILABLE when too many wait */
export async function hashWith(salt: string, secret: string, waiting: Waiting): Promise<string> {
  const text = secret.normalize('NFKC');
  const key = await inTurn(() => derive(text, Buffer.from(salt, 'base64'), keyLength, cost), waiting);
  return key.toString('base64');
}

/** Compares in constant time. A hash of another form never matches. @throws AppError UNAVAILABLE when too many wait */
export async function verifyPassword(
  password: string,
  hash: string,
  waiting: Waiting = {},
): Promise<boolean> {
  const [kind, N, r, p, salt, key] = hash.split('$');
  if (kind !== 'scrypt' || !salt || !key) return false;
  const expected = Buffer.from(key, 'base64');
  const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: cost.maxmem };
  const actual = await inTurn(
    () => derive(password.normalize('NFKC'), Buffer.from(salt, 'base64'), expected.length, options),
    waiting,
  );
  return expected.length > 0 && timingSafeEqual(actual, expected);
}
