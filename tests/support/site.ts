import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test as base, type Locator, type Page } from 'playwright/test';

export { expect };

export const adminPassword = 'parola-di-prova-per-il-banco';

/** The built server in a process and a folder of its own. */
export interface RunningSite {
  url: string;
  folder: string;
  /** `SIGKILL` for a crash; resolves when the process is gone. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again over the same folder, at the same address. */
  start(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function runSite(env: Record<string, string> = {}): Promise<RunningSite> {
  const folder = await mkdtemp(join(tmpdir(), 'ferro-e2e-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;

  const start = async () => {
    const started = spawn(process.execPath, ['dist/server/server.js'], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PORT: String(port),
        DATA_DIR: join(folder, 'data'),
        UPLOADS_DIR: join(folder, 'uploads'),
        ADMIN_PASSWORD: adminPassword,
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = started;
    await new Promise<void>((resolve, reject) => {
      started.stdout.on('data', (text: Buffer) => text.includes('in linea') && resolve());
      started.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    });
  };

  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    await gone;
  };

  await start();
  return { url, folder, start, stop };
}

async function withSite(use: (site: RunningSite) => Promise<void>): Promise<void> {
  const site = await runSite();
  await use(site);
  await site.stop();
  await rm(site.folder, { recursive: true, force: true });
}

/**
 * `LATE_SCRIPTS=1500 npx playwright test` holds every script back for so many milliseconds, as a slow line or a busy
 * machine does: what a test does to a page before its scripts are there is then done before, every time.
 */
const lateBy = Number(process.env.LATE_SCRIPTS ?? 0);

async function withLateScripts(page: Page, use: (page: Page) => Promise<void>): Promise<void> {
  if (lateBy > 0) {
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await delay(lateBy);
      await route.fallback();
    });
  }
  await use(page);
}

/** For readers' tests: one site per worker, the demonstration book in it, each test a new reader. */
export const test = base.extend<object, { site: RunningSite }>({
  site: [({}, use) => withSite(use), { scope: 'worker' }],
  page: ({ page }, use) => withLateScripts(page, use),
  baseURL: ({ site }, use) => use(site.url),
});

/** For the author's tests: a new site each, which the test may change as it likes. */
export const authorTest = base.extend<{ site: RunningSite }>({
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
