import { requestWithBaseURL, type H3Event } from 'h3';
import { staticMiddleware } from 'srvx/static';

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

function serveFrom(options: Parameters<typeof staticMiddleware>[0], base?: string): Serve {
  const middleware = staticMiddleware(options);
  return async (event) => {
    const request = base === undefined ? event.req : requestWithBaseURL(event.req, base);
    const response = await middleware(request, () => new Response(null, { status: 404 }));
    if (response.status === 404) return undefined;
    const type = moreTypes.get(event.url.pathname.split('.').at(-1) ?? '');
    if (type && response.ok) response.headers.set('Content-Type', type);
    return response;
  };
}

/** The built client's files: precompressed, those of `/assets` named by their content and cached for ever. */
export function serveClient(clientDir: string): Serve {
  const common = { dir: clientDir, encodings: true, compress: false };
  const hashed = serveFrom({ ...common, maxAge: 31_536_000, immutable: true });
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

/** `/public-objects/*`: the author's files first, then those that came with the book. */
export function servePublicObjects(uploadsDir: string, mediaDir: string): Serve {
  const uploads = serveFrom({ dir: uploadsDir, compress: false, maxAge: 600 }, '/public-objects');
  const media = serveFrom({ dir: mediaDir, compress: false, maxAge: 600 }, '/public-objects');
  return async (event) => {
    const uploaded = await uploads(event);
    if (uploaded) return disarm(uploaded);
    const bundled = await media(event);
    return bundled && sandbox(bundled);
  };
}

/** Whatever it is, opened by itself it runs nothing. */
function sandbox(response: Response): Response {
  response.headers.set(
    'Content-Security-Policy',
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'",
  );
  return response;
}

function disarm(response: Response): Response {
  if (activeTypes.test(response.headers.get('content-type') ?? '')) {
    response.headers.set('Content-Type', 'application/octet-stream');
    response.headers.set('Content-Disposition', 'attachment');
  }
  return sandbox(response);
}
