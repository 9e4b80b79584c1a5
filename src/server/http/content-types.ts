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

/** What a browser could run if it opened it: never served as such from the author's files. */
const activeTypes =
  /^(?:text\/html|image\/svg\+xml|text\/xml|application\/xml|text\/javascript|application\/xhtml\+xml)/;

const extensionOf = (name: string) => name.split('.').at(-1)?.toLowerCase() ?? '';

/** Names the type of a file that the static middleware does not know. */
export function completeType(response: Response, pathname: string): Response {
  const type = moreTypes.get(extensionOf(pathname));
  if (type && response.ok) response.headers.set('Content-Type', type);
  return response;
}

/** The type under which an upload is served, when no file of this machine tells it. */
export function uploadTypeOf(name: string): string {
  return uploadTypes.get(extensionOf(name)) ?? 'application/octet-stream';
}

/** Whatever it is, opened by itself it runs nothing. */
export function sandbox(response: Response): Response {
  response.headers.set(
    'Content-Security-Policy',
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; frame-ancestors 'none'",
  );
  return response;
}

/** Makes harmless what a browser could run. */
export function disarm(response: Response): Response {
  if (activeTypes.test(response.headers.get('content-type') ?? '')) {
    response.headers.set('Content-Type', 'application/octet-stream');
    response.headers.set('Content-Disposition', 'attachment');
  }
  return sandbox(response);
}
