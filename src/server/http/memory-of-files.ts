import type { H3Event } from 'h3';
import { PlainResponse } from './plain-response.ts';

/** Files above are left to the disk; together those in memory take no more than this. */
const largestFile = 512 * 1024;
const mostBytes = 16 * 1024 * 1024;

/** Conditions and ranges are the file server's: they are rare, and easy to get wrong. */
const conditions = ['range', 'if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since'];
/** What browsers send; where there are weights or wildcards the answer may depend on more than the names. */
const plainEncodings = /^(?:(?:br|gzip|deflate|zstd|identity)(?:, ?|$))*$/;

interface Kept {
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

type Serve = (event: H3Event) => Promise<Response | undefined>;

/**
 * Keeps in memory what `serve` sends whole: opening and reading a file costs ten times as much as sending it. Only for files
 * that never change under their name, and that are there from the start: a request for any other is not remembered.
 */
export function keepInMemory(serve: Serve): Serve {
  const filesInMemory = new Map<string, Kept>();
  let bytes = 0;

  return async (event) => {
    const { method, headers } = event.req;
    const acceptedEncodings = headers.get('accept-encoding') ?? '';
    const isConditional = conditions.some((name) => headers.has(name));
    if (method !== 'GET' || isConditional || !plainEncodings.test(acceptedEncodings)) return serve(event);
    const key = `${event.url.pathname} ${['br', 'gzip', 'zstd'].filter((name) => acceptedEncodings.includes(name)).join()}`;
    const file = filesInMemory.get(key);
    if (file) return new PlainResponse(file.body, { headers: { ...file.headers } });

    const response = await serve(event);
    const length = Number(response?.headers.get('content-length') ?? Infinity);
    if (response?.status !== 200 || length > largestFile || bytes + length > mostBytes) return response;
    const body = new Uint8Array(await response.arrayBuffer());
    const own = Object.fromEntries(response.headers);
    bytes += body.length;
    filesInMemory.set(key, { headers: own, body });
    return new PlainResponse(body, { headers: { ...own } });
  };
}
