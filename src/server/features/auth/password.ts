import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { createTurns, type Waiting } from './turns.ts';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** What a slow hash costs whoever makes it, and whoever guesses. */
interface Cost {
  N: number;
  r: number;
  p: number;
}

/** One of the five that OWASP gives as equally strong: 32 MiB and about 0.3 s. */
export const newCost: Cost = { N: 2 ** 15, r: 8, p: 3 };
/** What it was until 32 MiB were to do on a machine of 1 GB: another of the five, with 128 MiB. */
export const formerCost: Cost = { N: 2 ** 17, r: 8, p: 1 };
const maxmem = 256 * 1024 * 1024;
const keyLength = 32;

/** Who would wait behind these waits for four seconds and more: better to be told when to come back. */
const mostWaiting = 8;

// Each derivation holds its memory and a thread of the pool: one at a time, the others wait their turn.
const inTurn = createTurns(mostWaiting);

/** `scrypt$N$r$p$salt$key`, salt and key in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = createSalt();
  const key = await hashWith(salt, password, newCost, { isKnown: true });
  return [prefixOf(newCost), salt, key].join('$');
}

/** 16 bytes, in base64. */
export const createSalt = () => randomBytes(16).toString('base64');

const prefixOf = ({ N, r, p }: Cost) => ['scrypt', N, r, p].join('$');

/** Whether new hashes are made at another cost. */
export const isOfFormerCost = (hash: string): boolean => !hash.startsWith(`${prefixOf(newCost)}$`);

/** 32 bytes, in base64. @throws AppError UNAVAILABLE when too many wait */
export async function hashWith(salt: string, secret: string, cost: Cost, waiting: Waiting): Promise<string> {
  const text = secret.normalize('NFKC');
  const options = { ...cost, maxmem };
  const key = await inTurn(() => derive(text, Buffer.from(salt, 'base64'), keyLength, options), waiting);
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
  const options = { N: Number(N), r: Number(r), p: Number(p), maxmem };
  const actual = await inTurn(
    () => derive(password.normalize('NFKC'), Buffer.from(salt, 'base64'), expected.length, options),
    waiting,
  );
  return expected.length > 0 && timingSafeEqual(actual, expected);
}
