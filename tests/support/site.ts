import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  expect,
  request,
  test as base,
  type APIRequestContext,
  type BrowserContext,
  type Cookie,
  type Locator,
  type Page,
} from 'playwright/test';
import type { PublicBook } from '#shared/contracts/book.ts';
import { adminPassword } from './admin-password.ts';
import { ServerProcess } from './server-process.ts';
import { latency } from './latency.ts';

export { expect };

/**
 * Starts the built server; it stops with `end`, and its folder goes with {@link closeSite}.
 *
 * @param like the folder of another site, stopped, that it begins as a copy of
 */
export async function runSite(env: Record<string, string> = {}, like?: string): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'ferro-e2e-'));
  if (like !== undefined) await cp(like, folder, { recursive: true });
  // A copy has the password already, and would make it anew.
  const password: Record<string, string> = like === undefined ? { ADMIN_PASSWORD: adminPassword } : {};
  const site = new ServerProcess(folder, { env: { ...password, ...env } });
  await site.start();
  return site;
}

export async function closeSite(site: ServerProcess): Promise<void> {
  await site.end();
  await rm(site.folder, { recursive: true, force: true });
}

const sessionFile = 'session.json';

/**
 * Signs in and leaves the cookies in the site's folder: whoever begins as a copy of it is signed in there, and {@link signIn} does not
 * pay for the password again.
 */
export async function leaveSession({ url, folder }: ServerProcess): Promise<APIRequestContext> {
  const author = await request.newContext({ baseURL: url });
  const response = await author.post('/api/admin/login', { data: { password: adminPassword } });
  if (!response.ok()) throw new Error(`sign-in failed: ${response.status()}`);
  const { cookies } = await author.storageState();
  await writeFile(join(folder, sessionFile), JSON.stringify(cookies));
  return author;
}

/** What a test may ask of its page, with `test.use`. */
interface PageOptions {
  /** Whether the landing's film plays. Without a graphics card it takes half a processor, of a test that looks elsewhere. */
  film: boolean;
}

/** A stopped site with the demonstration in it, which others begin as a copy of. */
export const preparedSite = (): string => process.env.PREPARED_SITE ?? '';

async function withSite({}: object, use: (site: ServerProcess) => Promise<void>): Promise<void> {
  const site = await runSite({}, preparedSite());
  await use(site);
  await closeSite(site);
}

/** Gives the site of a file's name, started the first time; those of the file before are closed. */
type FileSites = (file: string, name: string, start: () => Promise<ServerProcess>) => Promise<ServerProcess>;

async function withFileSites({}: object, use: (sites: FileSites) => Promise<void>): Promise<void> {
  let current = '';
  const sites = new Map<string, ServerProcess>();
  const closeAll = async () => {
    for (const site of sites.values()) await closeSite(site);
    sites.clear();
  };
  await use(async (file, name, start) => {
    if (file !== current) await closeAll();
    current = file;
    const site = sites.get(name) ?? (await start());
    sites.set(name, site);
    return site;
  });
  await closeAll();
}

/** The book in the site, as every visitor is given it. */
export async function publishedBook(page: Page): Promise<PublicBook> {
  return (await (await page.request.get('/api/book')).json()) as PublicBook;
}

/**
 * `LATE_SCRIPTS=1500 npx playwright test` holds every script back for so many milliseconds, as a slow line or a busy
 * machine does: what a test does to a page before its scripts are there is then done before, every time.
 */
const lateBy = Number(process.env.LATE_SCRIPTS ?? 0);

const sessions = new WeakMap<BrowserContext, Cookie[]>();

/** What a browser does that plays nothing by itself, such as a telephone that saves power. */
function refuseFilm(): void {
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    if (!this.classList.contains('hero-loop')) return play.call(this);
    return Promise.reject(new DOMException('No film plays by itself here.', 'NotAllowedError'));
  };
}

async function withPage(
  { page, film }: { page: Page; film: boolean },
  use: (page: Page) => Promise<void>,
): Promise<void> {
  if (!film) await page.addInitScript(refuseFilm);
  sessions.set(
    page.context(),
    JSON.parse(await readFile(join(preparedSite(), sessionFile), 'utf8')) as Cookie[],
  );
  if (lateBy > 0) {
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await latency(lateBy);
      await route.fallback();
    });
  }
  await use(page);
}

/**
 * What a worker keeps from test to test, the same for every test: a file that asked its worker for something else would be given another
 * process, another browser and another site. The site in it is there once a reader's test asks for it.
 */
export const workerTest = base.extend<object, { readersSite: ServerProcess; fileSites: FileSites }>({
  readersSite: [withSite, { scope: 'worker' }],
  fileSites: [withFileSites, { scope: 'worker' }],
});

const pageTest = workerTest.extend<PageOptions>({ film: [false, { option: true }], page: withPage });

/** For readers' tests: one site per worker, the demonstration book in it, each test a new reader. */
export const test = pageTest.extend<{ site: ServerProcess }>({
  site: ({ readersSite }, use) => use(readersSite),
  baseURL: ({ site }, use) => use(site.url),
});

/** For the author's tests: one site for those of a file, which each leaves so that the others can go on. */
export const authorTest = pageTest.extend<{ site: ServerProcess }>({
  site: async ({ fileSites }, use, { file }) =>
    use(await fileSites(file, 'demonstration', () => runSite({}, preparedSite()))),
  baseURL: ({ site }, use) => use(site.url),
});

/** For the author of a new book: one site without the demonstration for the tests of a file. */
export const emptyTest = workerTest.extend<{ site: ServerProcess }>({
  site: async ({ fileSites }, use, { file }) =>
    use(await fileSites(file, 'empty', () => runSite({ DEMO: 'off' }))),
  baseURL: ({ site }, use) => use(site.url),
});

/** Waits until React has taken up the page's HTML as far as `locator`: before that its links and buttons are the browser's own. */
export async function takenUp(locator: Locator): Promise<void> {
  await locator.waitFor({ state: 'attached' });
  await expect
    .poll(() => locator.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps'))))
    .toBe(true);
  // Its effects run once the page has nothing more urgent to do.
  await locator.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Signs the page's browser in as the administrator: with the session that its site was prepared with, where it still holds. */
export async function signIn(page: Page): Promise<void> {
  await page.context().addCookies(sessions.get(page.context()) ?? []);
  if ((await page.request.get('/api/sections')).ok()) return;
  const response = await page.request.post('/api/admin/login', { data: { password: adminPassword } });
  if (!response.ok()) throw new Error(`sign-in failed: ${response.status()}`);
}
