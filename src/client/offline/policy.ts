/** Precache list of the service worker: paths of this site. */
export interface KeptFiles {
  build: string;
  /** HTML for pages that are not cached; it has no address of its own. */
  offline: string;
  files: readonly string[];
}

type Asked = Pick<Request, 'method' | 'mode' | 'url'> & { headers: Pick<Headers, 'has'> };

/** Personal or author-only paths: never cached. */
const privatePaths = /^\/(?:api|trpc|admin|uploads|public-objects)(?:\/|$)/;

/** The author's own articles; a draft is answered with 404 to everyone. */
const ownPages = /^\/pagine\//;

/** Network first, because the author may replace these pictures. */
const pictures = /^\/public-objects\/(?:cover|gallery)\/[^/]+\.(?:avif|webp)$/;

/**
 * Caching strategy of a request: network first for a page or a picture of the book, of which an article of the author's
 * and a picture are kept when they are seen; cache first for content-hashed files, `not` for everything else.
 */
export function answerFor(request: Asked, origin: string): 'page' | 'article' | 'picture' | 'file' | 'not' {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return 'not';
  if (pictures.test(url.pathname)) return 'picture';
  if (privatePaths.test(url.pathname)) return 'not';
  if (request.mode === 'navigate') return ownPages.test(url.pathname) ? 'article' : 'page';
  // A range response is only part of a file.
  return url.pathname.startsWith('/assets/') && !request.headers.has('range') ? 'file' : 'not';
}

export function isKept({ status, type }: Pick<Response, 'status' | 'type'>): boolean {
  return status === 200 && type === 'basic';
}
