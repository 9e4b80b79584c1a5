export const articleSlugs = [
  'sato-lenz',
  'codex',
  'quantum-age',
  'w01f-grizzly-warden',
  'b03-arctic-seeder',
  'l72-ironwind',
] as const;

/** Below it the author's own articles are; every other name there is not found. */
export const ownPagesPrefix = '/pagine/';

/** Id of the data block with the author's article that a page shows. */
export const articleElementId = 'articolo';

/** Paths of the application; any other is answered with 404 and the not-found page. */
export const pages = ['/', '/chat', '/admin', ...articleSlugs.map((slug) => `/${slug}` as const)] as const;

/** File name of a built page: its path, or `landing` for the home page. */
export const pageName = (path: string) => (path === '/' ? 'landing' : path.slice(1));

export const notFoundName = 'not-found';

export const workerFile = 'sw.js';

/** Built page that the service worker shows offline for pages it has not cached. */
export const offlineFile = 'offline.html';

/** Placeholder for the site's origin in built pages; the server replaces it at start. */
export const originMark = '__SITE_ORIGIN__';

/** Shop address that links to its own section only (specification, section 4). */
export const noShop = '#acquista';

/** Id of the data block with the book, placed before everything rendered from it. */
export const bookElementId = 'libro';

/** Build output that lists files for the service worker to cache although no page links to them. */
export const laterFile = 'later.json';
