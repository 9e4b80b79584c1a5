import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type Locator, type Page } from 'playwright/test';
import { adminPassword } from './admin-password.ts';
import { ServerProcess } from './server-process.ts';
import { latency } from './latency.ts';

export { expect };

/** Starts the built server; it stops with `end`, and its folder goes with {@link closeSite}. */
export async function runSite(env: Record<string, string> = {}): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'ferro-e2e-'));
  const site = new ServerProcess(folder, { env: { ADMIN_PASSWORD: adminPassword, ...env } });
  await site.start();
  return site;
}

export async function closeSite(site: ServerProcess): Promise<void> {
  await site.end();
  await rm(site.folder, { recursive: true, force: true });
}

/** The built server over a copy of the folder that prepared-site.ts made. */
async function withSite(use: (site: ServerProcess) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ferro-e2e-'));
  await cp(process.env.PREPARED_SITE ?? '', folder, { recursive: true });
  const site = new ServerProcess(folder);
  await site.start();
  await use(site);
  await closeSite(site);
}

/**
 * `LATE_SCRIPTS=1500 npx playwright test` holds every script back for so many milliseconds, as a slow line or a busy
 * machine does: what a test does to a page before its scripts are there is then done before, every time.
 */
const lateBy = Number(process.env.LATE_SCRIPTS ?? 0);

async function withLateScripts(page: Page, use: (page: Page) => Promise<void>): Promise<void> {
  if (lateBy > 0) {
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await latency(lateBy);
      await route.fallback();
    });
  }
  await use(page);
}

/** For readers' tests: one site per worker, the demonstration book in it, each test a new reader. */
export const test = base.extend<object, { site: ServerProcess }>({
  site: [({}, use) => withSite(use), { scope: 'worker' }],
  page: ({ page }, use) => withLateScripts(page, use),
  baseURL: ({ site }, use) => use(site.url),
});

/** For the author's tests: a new site each, which the test may change as it likes. */
export const authorTest = base.extend<{ site: ServerProcess }>({
  site: ({}, use) => withSite(use),
  page: ({ page }, use) => withLateScripts(page, use),
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

/** Signs the page's browser in as the administrator. */
export async function signIn(page: Page): Promise<void> {
  const response = await page.request.post('/api/admin/login', { data: { password: adminPassword } });
  if (!response.ok()) throw new Error(`sign-in failed: ${response.status()}`);
}
