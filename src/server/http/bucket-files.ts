import { Readable } from 'node:stream';
import type { H3Event } from 'h3';
import { AppError } from '#shared/errors.ts';
import { disarm, typeOf } from './static.ts';

/** A file as the bucket gives it; `undefined` for one that is not there. */
type OpenFile = (
  name: string,
  range?: string,
) => Promise<{ bytes: number; etag: string; body: Readable; contentRange: string | undefined } | undefined>;

/** Answers with the file that the address names, or the one of that name. */
export type ServeFromBucket = (event: H3Event, name?: string) => Promise<Response | undefined>;

/** For so long a name that the bucket did not know is not asked for again: addresses are guessed all day long. */
const missingMs = 60_000;
const missingAtMost = 2_000;

/**
 * Files that are missing on this machine (it is new, or its disk was lost), from the bucket while they are on their way
 * back. Ranges are passed on, so that a long recording can be sought in.
 */
export function serveFromBucket(open: OpenFile): ServeFromBucket {
  const missing = new Map<string, number>();

  function isMissing(name: string): boolean {
    const until = missing.get(name);
    return until !== undefined && until > performance.now();
  }

  function noteMissing(name: string): void {
    if (missing.size >= missingAtMost) missing.clear();
    missing.set(name, performance.now() + missingMs);
  }

  return async (event, name = nameOf(event.url.pathname)) => {
    if (name === undefined || isMissing(name)) return undefined;
    const isHead = event.req.method === 'HEAD';
    // Several ranges at once are allowed to be answered with the whole.
    const range = /^bytes=\d*-\d*$/.exec(event.req.headers.get('range') ?? '')?.[0];
    const found = await ask(() => open(name, isHead ? undefined : range));
    if (found === 'no-range')
      return new Response(null, { status: 416, headers: { 'Accept-Ranges': 'bytes' } });
    if (!found) {
      noteMissing(name);
      return undefined;
    }
    if (isHead) found.body.destroy();
    // A reader that goes away ends the transfer, and the transfer's own errors end the answer.
    found.body.on('error', () => undefined);
    return disarm(
      new Response(isHead ? null : (Readable.toWeb(found.body) as ReadableStream), {
        status: found.contentRange === undefined ? 200 : 206,
        headers: {
          'Content-Type': typeOf(name),
          'Content-Length': String(found.bytes),
          'Accept-Ranges': 'bytes',
          ETag: found.etag,
          // It may be replaced by a newer one as soon as it is back on the disk.
          'Cache-Control': 'public, max-age=600',
          ...(found.contentRange !== undefined && { 'Content-Range': found.contentRange }),
        },
      }),
    );
  };
}

async function ask<T>(open: () => Promise<T>): Promise<T | 'no-range'> {
  try {
    return await open();
  } catch (cause) {
    const { failure, code } = cause as { failure?: string; code?: string };
    if (failure === 'no-range') return 'no-range';
    // A name that cannot be a file's.
    if (code === 'NOT_FOUND') return undefined as T;
    throw new AppError('UNAVAILABLE', 'Il file non è ancora su questa macchina: riprova tra poco.', {
      cause,
      retryAfter: 10,
    });
  }
}

/** The upload's name in an address; nothing for what cannot be one. */
function nameOf(pathname: string): string | undefined {
  const [, encoded] = /^\/(?:uploads|public-objects)\/(.+)$/.exec(pathname) ?? [];
  if (encoded === undefined) return undefined;
  try {
    const name = decodeURIComponent(encoded);
    return name.length <= 400 ? name : undefined;
  } catch {
    return undefined;
  }
}
