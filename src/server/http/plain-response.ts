import { createHash } from 'node:crypto';
import { FastResponse } from 'srvx';
import type { AppError } from '#shared/errors.ts';

type Body = string | Uint8Array<ArrayBuffer> | null;

/**
 * An answer that is whole in memory, still known by its parts: headers are added to a plain object, and the bytes go out in
 * one write (see node-handler.ts). A `Headers` object alone costs more than the rest of a small answer.
 */
export class PlainResponse extends FastResponse {
  readonly plainBody: Body;
  /** What the response reads when somebody asks it for its headers: what is added here before counts. */
  readonly plainHeaders: Record<string, string | string[]>;

  constructor(body: Body, { status = 200, headers }: { status?: number; headers: Record<string, string> }) {
    const own: Record<string, string | string[]> = headers;
    super(body, { status, headers: own as Record<string, string> });
    this.plainBody = body;
    this.plainHeaders = own;
  }

  /** For whoever calls the application without a server: of several cookies a `Headers` object would make one line. */
  override get headers(): Headers {
    const headers = super.headers;
    const cookies = this.plainHeaders['Set-Cookie'];
    if (!Array.isArray(cookies) || headers.getSetCookie().length === cookies.length) return headers;
    headers.delete('Set-Cookie');
    for (const cookie of cookies) headers.append('Set-Cookie', cookie);
    return headers;
  }
}

/** The answer to a refused request: the contract's JSON body, with `Retry-After` when there is a wait. */
export function refusalResponse(error: AppError, headers: Record<string, string> = {}): Response {
  return new PlainResponse(JSON.stringify(error.toBody()), {
    status: error.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(error.retryAfter !== undefined && { 'Retry-After': String(error.retryAfter) }),
      ...headers,
    },
  });
}

/** A header of an answer of either kind. A plain one must not be asked by `headers`: it would remember what they were then. */
export function headerOf(response: Response, name: string): string | null {
  if (!(response instanceof PlainResponse)) return response.headers.get(name);
  const value = response.plainHeaders[keyOf(response, name)];
  return value === undefined ? null : String(value);
}

export function setHeader(response: Response, name: string, value: string): void {
  if (!(response instanceof PlainResponse)) return response.headers.set(name, value);
  delete response.plainHeaders[keyOf(response, name)];
  response.plainHeaders[name] = value;
}

/** Names are the same in capitals and small letters. */
function keyOf({ plainHeaders }: PlainResponse, name: string): string {
  const lower = name.toLowerCase();
  return Object.keys(plainHeaders).find((key) => key.toLowerCase() === lower) ?? name;
}

/** A strong validator: another body has another. */
export function etagOf(body: Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"`;
}

/** Whether the sender of an `If-None-Match` header has what this tag names; compared weakly, as RFC 9110 (13.1.2) wants. */
export function hasCurrent(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaqueTag = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => opaqueTag(tag) === opaqueTag(etag));
}
