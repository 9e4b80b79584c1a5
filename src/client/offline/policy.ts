/** What the service worker keeps from its start: paths of this site. */
export interface KeptFiles {
  /** Changes with every build. */
  build: string;
  /** The page for what is not kept, as HTML. It has no address: none would be a page of the site. */
  offline: string;
  files: readonly string[];
}

type Asked = Pick<Request, 'method' | 'mode' | 'url'> & { headers: Pick<Headers, 'has'> };

/** What is anyone's own, or the author's: never looked at. */
const privatePaths = /^\/(?:api|trpc|admin|uploads|public-objects)(?:\/|$)/;

/** The pictures of the book's page: the author may change them, so the network has the first word. */
const pictures = /^\/public-objects\/(?:cover|gallery)\/[^/]+\.(?:avif|webp)$/;

/**
 * Which way a request is answered: a page or a picture of the book (network first), a file named by its content (store
 * first), or not by the service worker at all.
 */
export function answerFor(request: Asked, origin: string): 'page' | 'picture' | 'file' | 'not' {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return 'not';
  if (pictures.test(url.pathname)) return 'picture';
  if (privatePaths.test(url.pathname)) return 'not';
  if (request.mode === 'navigate') return 'page';
  // A range is part of a file, and must not pass for the whole.
  return url.pathname.startsWith('/assets/') && !request.headers.has('range') ? 'file' : 'not';
}

/** Whole and readable answers alone are worth keeping. */
export function isKept({ status, type }: Pick<Response, 'status' | 'type'>): boolean {
  return status === 200 && type === 'basic';
}
