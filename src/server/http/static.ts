import type { H3Event } from 'h3';
import type { ServerRequest } from 'srvx';
import { staticMiddleware } from 'srvx/static';
import { AppError } from '#shared/errors.ts';
import type { ServeFromBucket } from './bucket-files.ts';
import { inMemory } from './memory-of-files.ts';
import { partsFromOpenFiles, type ServeFile } from './parts-of-files.ts';
import { headerOf, PlainResponse, setHeader } from './plain-response.ts';

type Serve = (event: H3Event) => Promise<Response | undefined>;

/** What a browser could run if it opened it: never served as such from the author's files. */
const activeTypes =
  /^(?:text\/html|image\/svg\+xml|text\/xml|application\/xml|text\/javascript|application\/xhtml\+xml)/;

/** Types that the static middleware does not know. */
const moreTypes = new Map([
  ['webmanifest', 'application/manifest+json'],
  ['m4a', 'audio/mp4'],
  ['ogg', 'audio/ogg'],
  ['opus', 'audio/ogg'],
  ['wav', 'audio/wav'],
  ['flac', 'audio/flac'],
  ['vtt', 'text/vtt'],
]);

/** Types of what can be uploaded, by extension. */
const uploadTypes = new Map([
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['gif', 'image/gif'],
  ['mp3', 'audio/mpeg'],
  ['mp4', 'video/mp4'],
  ['webm', 'video/webm'],
  ...moreTypes,
]);

/** The type under which an upload is served, when no file of this machine tells it. */
export function typeOf(name: string): string {
  return uploadTypes.get(name.split('.').at(-1)?.toLowerCase() ?? '') ?? 'application/octet-stream';
}

type Options = Parameters<typeof staticMiddleware>[0];

function filesOf(options: Options): ServeFile {
  const middleware = staticMiddleware(options);
  return async (request) => middleware(request, () => new PlainResponse(null, { status: 404, headers: {} }));
}

function serveFrom(options: Options, base?: string): Serve {
  const whole = filesOf(options);
  // Only recordings, which lie where they are uploaded or came, are asked for in parts.
  const serve = base === undefined ? whole : partsFromOpenFiles(options.dir, whole);
  return async (event) => {
    const response = await serve(base === undefined ? event.req : at(event, below(event.url.pathname, base)));
    if (response.status === 404) return undefined;
    const type = moreTypes.get(event.url.pathname.split('.').at(-1) ?? '');
    if (type && response.ok) setHeader(response, 'Content-Type', type);
    return response;
  };
}

/** The path from `base` on, below the folder. */
function below(pathname: string, base: string): string {
  return pathname.startsWith(`${base}/`)
    ? pathname.slice(base.length).replace(/^\/+/, '')
    : pathname.slice(1);
}

/** The request as the static middleware reads it, for a path of its own. A whole `Request` costs more than finding the file. */
function at(event: H3Event, path: string): ServerRequest {
  const { method, headers } = event.req;
  return { method, headers, _url: { pathname: `/${path}` } } as unknown as ServerRequest;
}

/** The built client's files: precompressed, those of `/assets` named by their content and cached for ever. */
export function serveClient(clientDir: string): Serve {
  const common = { dir: clientDir, encodings: true, compress: false };
  const hashed = inMemory(serveFrom({ ...common, maxAge: 31_536_000, immutable: true }));
  const named = serveFrom({ ...common, maxAge: 3600 });
  return async (event) => {
    const { pathname } = event.url;
    // The page itself is sent by the page handler, which knows its status.
    if (pathname.endsWith('/') || !/\.[a-z0-9]+$/i.test(pathname) || pathname.endsWith('.html'))
      return undefined;
    return pathname.startsWith('/assets/') ? hashed(event) : named(event);
  };
}

/** Uploads at `/uploads/*`: their names are hashes of their content. */
export function serveUploads(uploadsDir: string): Serve {
  const serve = serveFrom(
    { dir: uploadsDir, compress: false, maxAge: 31_536_000, immutable: true },
    '/uploads',
  );
  return async (event) => {
    const response = await serve(event);
    return response && disarm(response);
  };
}

/** Which upload stands in for a file of the book, and whether one can. */
export interface Replacements {
  at(address: string): { name: string; type: string } | undefined;
  isReplaceable(address: string): boolean;
}

/**
 * `/public-objects/*`: what the author put in the place of a recording first, then the author's files, then those that
 * came with the book. What can be replaced is asked for again each time, so that nobody hears the old recording or, worse,
 * the second half of it after the first half of the new one: its validator changes with it.
 */
export function servePublicObjects(
  uploadsDir: string,
  mediaDir: string,
  replacements: Replacements,
  fromBucket?: ServeFromBucket,
): Serve {
  const uploads = serveFrom({ dir: uploadsDir, compress: false, maxAge: 600 }, '/public-objects');
  const media = serveFrom({ dir: mediaDir, compress: false, maxAge: 600 }, '/public-objects');
  const replacement = partsFromOpenFiles(uploadsDir, filesOf({ dir: uploadsDir, compress: false }));
  const serve: Serve = async (event) => {
    const found = replacements.at(event.url.pathname);
    if (found) {
      const response = await replacement(at(event, found.name));
      if (response.status !== 404) {
        if (response.ok) setHeader(response, 'Content-Type', found.type);
        return sandbox(response);
      }
      // Anything but the book's own, which the author has taken away from here.
      const copy = await fromBucket?.(event, found.name);
      if (!copy)
        throw new AppError('NOT_FOUND', 'La registrazione scelta dall’autore manca su questa macchina.');
      if (copy.ok) setHeader(copy, 'Content-Type', found.type);
      return copy;
    }
    const uploaded = await uploads(event);
    if (uploaded) return disarm(uploaded);
    const bundled = await media(event);
    return bundled && sandbox(bundled);
  };
  return async (event) => {
    const response = await serve(event);
    if (response && replacements.isReplaceable(event.url.pathname))
      setHeader(response, 'Cache-Control', 'no-cache');
    return response;
  };
}

/** Whatever it is, opened by itself it runs nothing. */
function sandbox(response: Response): Response {
  setHeader(
    response,
    'Content-Security-Policy',
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'",
  );
  return response;
}

/** Makes harmless what a browser could run. */
export function disarm(response: Response): Response {
  if (activeTypes.test(headerOf(response, 'content-type') ?? '')) {
    setHeader(response, 'Content-Type', 'application/octet-stream');
    setHeader(response, 'Content-Disposition', 'attachment');
  }
  return sandbox(response);
}
