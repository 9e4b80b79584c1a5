import { Readable } from 'node:stream';
import type { H3Event } from 'h3';
import { LRUCache } from 'lru-cache';
import { AppError } from '#shared/errors.ts';
import { disarm, uploadTypeOf } from './content-types.ts';

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
  const missing = new LRUCache<string, true>({ max: missingAtMost, ttl: missingMs });

  return async (event, name = nameOf(event.url.pathname)) => {
    if (name === undefined || missing.has(name)) return undefined;
    const isHead = event.req.method === 'HEAD';
    // Several ranges at once are allowed to be answered with the whole.
    const range = /^bytes=\d*-\d*$/.exec(event.req.headers.get('range') ?? '')?.[0];
    const file = await askBucket(() => open(name, isHead ? undefined : range));
    if (file === 'no-range')
      return new Response(null, { status: 416, headers: { 'Accept-Ranges': 'bytes' } });
    if (!file) {
      missing.set(name, true);
      return undefined;
    }
    if (isHead) file.body.destroy();
    // A reader that goes away ends the transfer, and the transfer's own errors end the answer.
    file.body.on('error', () => undefined);
    return disarm(
      new Response(isHead ? null : (Readable.toWeb(file.body) as ReadableStream), {
        status: file.contentRange === undefined ? 200 : 206,
        headers: {
          'Content-Type': uploadTypeOf(name),
          'Content-Length': String(file.bytes),
          'Accept-Ranges': 'bytes',
          ETag: file.etag,
          // It may be replaced by a newer one as soon as it is back on the disk.
          'Cache-Control': 'public, max-age=600',
          ...(file.contentRange !== undefined && { 'Content-Range': file.contentRange }),
        },
      }),
    );
  };
}

async function askBucket<T>(open: () => Promise<T>): Promise<T | 'no-range'> {
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
