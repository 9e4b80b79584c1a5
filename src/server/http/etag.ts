import { createHash } from 'node:crypto';

/** A strong validator: another body has another. */
export function etagOf(body: Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"`;
}

/** Whether the sender of an `If-None-Match` header has what this tag names; compared weakly, as RFC 9110 (13.1.2) wants. */
export function hasCurrent(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}
