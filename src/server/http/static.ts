import type { H3Event } from 'h3';
import { FastResponse, type ServerRequest } from 'srvx';
import { staticMiddleware } from 'srvx/static';
import { AppError } from '#shared/errors.ts';
import type { ServeFromBucket } from './bucket-files.ts';
import { completeType, disarm, sandbox } from './content-types.ts';

type Serve = (event: H3Event) => Promise<Response | undefined>;

type Options = Parameters<typeof staticMiddleware>[0];

/** Answers with the file at a path below a folder. */
function readFiles(options: Options): (request: ServerRequest) => Promise<Response | undefined> {
  const middleware = staticMiddleware(options);
  return async (request) => {
    const response = await middleware(request, () => new FastResponse(null, { status: 404 }));
    return response.status === 404 ? undefined : response;
  };
}

function serveFrom(options: Options, base = ''): Serve {
  const read = readFiles(options);
  return async (event) => {
    const { pathname } = event.url;
    const response = await read(withPath(event, stripBase(pathname, base)));
    return response && completeType(response, pathname);
  };
}

function stripBase(pathname: string, base: string): string {
  return pathname.startsWith(`${base}/`)
    ? pathname.slice(base.length).replace(/^\/+/, '')
    : pathname.slice(1);
}

/** The request as the static middleware reads it, for a path of its own. A whole `Request` costs more than finding the file. */
function withPath(event: H3Event, path: string): ServerRequest {
  const { method, headers } = event.req;
  return { method, headers, _url: { pathname: `/${path}` } } as unknown as ServerRequest;
}

/** The built client's files: precompressed, those of `/assets` named by their content and cached for ever. */
export function serveClient(clientDir: string): Serve {
  const common = { dir: clientDir, encodings: true, compress: false };
  // Nobody asks whether they have changed.
  const forEver = { maxAge: 31_536_000, immutable: true, etag: false, lastModified: false };
  const hashed = serveFrom({ ...common, ...forEver });
  const namedFiles = serveFrom({ ...common, maxAge: 3600 });
  return async (event) => {
    const { pathname } = event.url;
    // The page itself is sent by the page handler, which knows its status.
    if (pathname.endsWith('/') || !/\.[a-z0-9]+$/i.test(pathname) || pathname.endsWith('.html'))
      return undefined;
    return pathname.startsWith('/assets/') ? hashed(event) : namedFiles(event);
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
interface Replacements {
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
  mediaDir: string | undefined,
  replacements: Replacements,
  fromBucket?: ServeFromBucket,
): Serve {
  const uploads = serveFrom({ dir: uploadsDir, compress: false, maxAge: 600 }, '/public-objects');
  const media =
    mediaDir === undefined
      ? undefined
      : serveFrom({ dir: mediaDir, compress: false, maxAge: 600 }, '/public-objects');
  const readUpload = readFiles({ dir: uploadsDir, compress: false });

  async function serveReplacement(event: H3Event, { name, type }: { name: string; type: string }) {
    const local = await readUpload(withPath(event, name));
    const response = local ? sandbox(local) : await fromBucket?.(event, name);
    // Anything but the book's own, which the author has taken away from here.
    if (!response)
      throw new AppError('NOT_FOUND', 'La registrazione scelta dall’autore manca su questa macchina.');
    if (response.ok) response.headers.set('Content-Type', type);
    return response;
  }

  async function serve(event: H3Event): Promise<Response | undefined> {
    const replacement = replacements.at(event.url.pathname);
    if (replacement) return serveReplacement(event, replacement);
    const uploaded = await uploads(event);
    if (uploaded) return disarm(uploaded);
    const bundled = await media?.(event);
    return bundled && sandbox(bundled);
  }

  return async (event) => {
    const response = await serve(event);
    if (response && replacements.isReplaceable(event.url.pathname))
      response.headers.set('Cache-Control', 'no-cache');
    return response;
  };
}
