/* What the site's code gets for `node:crypto`: its randomness is the world's, and a slow hash takes simulated time only. */
import { createHmac } from 'node:crypto';
import { theWorld } from '../world/world.ts';

export { createCipheriv, createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto';

export const randomUUID = () => theWorld().random.uuid();
export const randomBytes = (count: number) => theWorld().random.bytes(count);

const scryptMs = 300;

export function scrypt(
  password: string,
  salt: Buffer,
  length: number,
  _cost: object,
  done: (error: Error | null, key: Buffer) => void,
): void {
  const key = createHmac('sha512', salt).update(password).digest().subarray(0, length);
  theWorld().process.afterwards(scryptMs, () => done(null, key));
}
