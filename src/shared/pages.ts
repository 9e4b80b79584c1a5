/** The paths of the application; any other is answered with status 404 and the not-found page. */
export const pages = [
  '/',
  '/chat',
  '/admin',
  '/sato-lenz',
  '/codex',
  '/quantum-age',
  '/w01f-grizzly-warden',
  '/b03-arctic-seeder',
  '/l72-ironwind',
] as const;

/** The name of a page's built files: its path, and `landing` for the home page. */
export const pageName = (path: string) => (path === '/' ? 'landing' : path.slice(1));

/** What any other path gets, with status 404. */
export const notFoundName = 'not-found';

/** What a browser without a network shows for a page that it has not kept; on the site it is a page like any other. */
export const offlinePath = '/senza-rete';

/** Stands for the site's public origin in built pages: the address is known when the server starts. */
export const originMark = '__SITE_ORIGIN__';
