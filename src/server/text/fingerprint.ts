import { createHash } from 'node:crypto';

/** 96 bits of SHA-256, in 16 characters: whether a text is still the one something was made from. */
export function fingerprintText(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
