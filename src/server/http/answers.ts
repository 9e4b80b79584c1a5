import { createHash } from 'node:crypto';
import { FastResponse } from 'srvx';
import type { AppError } from '#shared/errors.ts';

/** The answer to a refused request: the contract's JSON body, with `Retry-After` when there is a wait. */
export function refusalResponse(error: AppError, headers: Record<string, string> = {}): Response {
  return new FastResponse(JSON.stringify(error.toBody()), {
    status: error.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(error.retryAfter !== undefined && { 'Retry-After': String(error.retryAfter) }),
      ...headers,
    },
  });
}

/** A strong validator: another body has another. */
export function etagOf(body: Uint8Array | string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"`;
}

/** Whether the sender of an `If-None-Match` header has what this tag names; compared weakly, as RFC 9110 (13.1.2) wants. */
export function hasCurrent(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaqueTag = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => opaqueTag(tag) === opaqueTag(etag));
}
