import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
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

/** Puts the second book into an empty site as its author would, and waits until its summaries are made. */
async function bringSecondBook(site: ServerProcess): Promise<void> {
  const author = await leaveSession(site);
  // It rests on much of the server's code, which other workers need not load.
  const { pinocchioPackage } = await import('./pinocchio-package.ts');
  const sent = await author.post('/api/admin/book/package', {
    multipart: { file: { name: 'p.zip', mimeType: 'application/zip', buffer: await pinocchioPackage() } },
  });
  const { id } = (await sent.json()) as { id: string };
  const brought = await author.post(`/api/admin/book/package/${id}/apply`, { data: {} });
  if (!brought.ok()) throw new Error(`the second book: ${brought.status()} ${await brought.text()}`);
  const unmade = async () => {
    const answer = await author.get('/api/admin/summaries');
    const { done, total } = (await answer.json()) as { done: number; total: number };
    return total - done;
  };
  await expect.poll(unmade, { timeout: preparingMs }).toBe(0);
  await author.dispose();
}

/** Which book is in the site: with the project «second book» not the demonstration's. */
export interface BookOptions {
  book: 'demonstration' | 'second';
  /** The folder of a stopped site with the book, which every site of the worker begins as a copy of. */
  prepared: string;
}

/** What a test may ask of its page, with `test.use`. */
interface PageOptions {
  /** Whether the landing's film plays. Without a graphics card it takes half a processor, of a test that looks elsewhere. */
  film: boolean;
}

/** On a busy machine thirty-six summaries take longer than a test may. */
const preparingMs = 180_000;

/** Whether nobody else is making this folder. */
const claims = (folder: string) =>
  mkdir(`${folder}.lock`).then(
    () => true,
    () => false,
  );

async function withPrepared(
  { book }: Pick<BookOptions, 'book'>,
  use: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = join(process.env.PREPARED_SITES ?? '', book);
  // The first worker that wants the second book brings it, the others wait until it is there.
  if (book === 'second' && (await claims(folder))) {
    const site = await runSite({ DEMO: 'off' });
    try {
      await bringSecondBook(site);
    } catch (error) {
      await closeSite(site);
      await rm(`${folder}.lock`, { recursive: true });
      throw error;
    }
    await site.end();
    await rename(site.folder, folder);
  }
  await expect.poll(() => existsSync(folder), { timeout: preparingMs }).toBe(true);
  await use(folder);
}

async function withSite(
  { book, prepared }: BookOptions,
  use: (site: ServerProcess) => Promise<void>,
): Promise<void> {
  const site = await runSite(book === 'demonstration' ? {} : { DEMO: 'off' }, prepared);
  await use(site);
  await closeSite(site);
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
  { page, prepared, film }: { page: Page; prepared: string; film: boolean },
  use: (page: Page) => Promise<void>,
): Promise<void> {
  if (!film) await page.addInitScript(refuseFilm);
  sessions.set(page.context(), JSON.parse(await readFile(join(prepared, sessionFile), 'utf8')) as Cookie[]);
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
export const workerTest = base.extend<object, BookOptions & { readersSite: ServerProcess }>({
  book: ['demonstration', { option: true, scope: 'worker' }],
  prepared: [withPrepared, { scope: 'worker', timeout: 2 * preparingMs }],
  readersSite: [withSite, { scope: 'worker' }],
});

const pageTest = workerTest.extend<PageOptions>({ film: [false, { option: true }], page: withPage });

/** For readers' tests: one site per worker, the demonstration book in it, each test a new reader. */
export const test = pageTest.extend<{ site: ServerProcess }>({
  site: ({ readersSite }, use) => use(readersSite),
  baseURL: ({ site }, use) => use(site.url),
});

/** For the author's tests: a new site each, which the test may change as it likes. */
export const authorTest = pageTest.extend<{ site: ServerProcess }>({
  site: withSite,
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

/** Signs the page's browser in as the administrator: with the session that its site was prepared with, where there is one. */
export async function signIn(page: Page): Promise<void> {
  const session = sessions.get(page.context());
  if (session) return page.context().addCookies(session);
  const response = await page.request.post('/api/admin/login', { data: { password: adminPassword } });
  if (!response.ok()) throw new Error(`sign-in failed: ${response.status()}`);
}
