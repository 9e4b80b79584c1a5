/** The pages of the encyclopedia. */
export const articleSlugs = [
  'sato-lenz',
  'codex',
  'quantum-age',
  'w01f-grizzly-warden',
  'b03-arctic-seeder',
  'l72-ironwind',
] as const;

/** The paths of the application; any other is answered with status 404 and the not-found page. */
export const pages = ['/', '/chat', '/admin', ...articleSlugs.map((slug) => `/${slug}` as const)] as const;

/** The name of a page's built files: its path, and `landing` for the home page. */
export const pageName = (path: string) => (path === '/' ? 'landing' : path.slice(1));

/** What any other path gets, with status 404. */
export const notFoundName = 'not-found';

/** The service worker, which keeps pages for when there is no network. */
export const workerFile = 'sw.js';

/** From the browser's build to its service worker: what to show without a network for a page that is not kept. */
export const offlineFile = 'offline.html';

/** Stands for the site's public origin in built pages: the address is known when the server starts. */
export const originMark = '__SITE_ORIGIN__';

/** The address of a shop that leads nowhere but to its own section (specification, section 4). */
export const noShop = '#acquista';

/** The element of a page that has the book as data, before all that is drawn with it. */
export const bookElementId = 'libro';

/** From the browser's build to what completes its service worker: files that no page names, to be kept all the same. */
export const laterFile = 'later.json';
