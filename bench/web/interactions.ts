import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import { median } from '../harness/report.ts';

/** What a reader does, from a page at rest to what it brings onto the screen. */
interface Interaction {
  name: string;
  path: string;
  /** Whatever must be there before, unmeasured. */
  prepare?(page: Page): Promise<void>;
  act(page: Page): Promise<void>;
}

const clickButton = (page: Page, name: string) => page.getByRole('button', { name }).click();

const interactions = (code: string): Interaction[] => [
  {
    name: 'sending a message',
    path: '/chat',
    prepare: (page) => page.getByRole('textbox').fill('chi sei?'),
    async act(page) {
      await page.getByRole('textbox').press('Enter');
      await page.getByText('chi sei?', { exact: true }).first().waitFor();
    },
  },
  {
    name: 'redeeming a code',
    path: '/chat',
    async prepare(page) {
      await clickButton(page, '[AUTH]');
      await page.getByPlaceholder('xxxx-xxxx').fill(code);
    },
    async act(page) {
      await page.getByPlaceholder('xxxx-xxxx').press('Enter');
      await page.getByText('ACCESSO ESTESO FINO ALLA SEZIONE').first().waitFor();
    },
  },
  {
    name: 'opening the menu',
    path: '/chat',
    async act(page) {
      await clickButton(page, '[MENU]');
      await page.getByRole('button', { name: '[SCARICA]' }).waitFor();
    },
  },
  {
    name: 'opening the gallery',
    path: '/',
    prepare: (page) => page.getByRole('button', { name: 'Apri la galleria' }).scrollIntoViewIfNeeded(),
    async act(page) {
      await clickButton(page, 'Apri la galleria');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'preview of a link',
    path: '/codex',
    prepare: (page) =>
      page
        .locator('.text a[href]:not(.section-link, .note-number, .figure-call)')
        .first()
        .evaluate((link: HTMLElement) => {
          const before = document.createElement('button');
          link.before(before);
          before.focus();
        }),
    async act(page) {
      await page.keyboard.press('Tab');
      await page.locator('.preview').waitFor();
    },
  },
];

/** Measures in a page of a phone's size, as on a first visit, so many times. @returns the median */
async function medianOn(
  browser: Browser,
  runs: number,
  measure: (page: Page, session: CDPSession) => Promise<number>,
): Promise<number> {
  const values: number[] = [];
  for (let run = 0; run < runs; run++) {
    const viewport = { width: 412, height: 823 };
    const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
    const page = await context.newPage();
    values.push(await measure(page, await context.newCDPSession(page)));
    await context.close();
  }
  return median(values);
}

const slowDown = (session: CDPSession) => session.send('Emulation.setCPUThrottlingRate', { rate: 4 });

/** Lighthouse's slow 4G, really applied: 1.6 Mb/s down, 750 kb/s up, 150 ms there and back. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

/**
 * Seconds from asking for the chat until it can be used, by a phone four times slower than this machine: the
 * greeting is there, and a letter typed lights the key that sends it.
 */
const chatReadySeconds = (url: string) => async (page: Page, session: CDPSession) => {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4g);
  await slowDown(session);
  const began = performance.now();
  await page.goto(`${url}/chat`, { waitUntil: 'commit' });
  await page.getByText('CANALE APERTO').waitFor();
  await page.getByRole('textbox').fill('a');
  await page.locator('button[type=submit]:enabled').waitFor();
  return (performance.now() - began) / 1000;
};

/**
 * The longest event of an interaction, in milliseconds, by Event Timing (INP's own measure: from the input to the next paint,
 * rounded to 8, nothing under 16), on a processor slowed four times.
 */
const longestEvent = (url: string, one: Interaction) => async (page: Page, session: CDPSession) => {
  await page.goto(url + one.path, { waitUntil: 'networkidle' });
  await one.prepare?.(page);
  await slowDown(session);
  await page.evaluate(observeEvents);
  await one.act(page);
  return page.evaluate(longestObserved);
};

/**
 * How long a reader waits, by the medians of some runs: for the chat over slow 4G in seconds, for each interaction in milliseconds.
 *
 * @param code of a section, which any reader may redeem
 */
export async function measureWaits(url: string, code: string, runs: number, executablePath: string) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const chatReady = await medianOn(browser, runs, chatReadySeconds(url));
    const events: [name: string, milliseconds: number][] = [];
    for (const one of interactions(code))
      events.push([one.name, await medianOn(browser, runs, longestEvent(url, one))]);
    return { chatReady, events };
  } finally {
    await browser.close();
  }
}

type Observed = typeof globalThis & { longestEvent?: number };

/** In the page: from now on, the longest event that belongs to an interaction. */
function observeEvents(): void {
  const page = globalThis as Observed;
  page.longestEvent = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) page.longestEvent = Math.max(page.longestEvent ?? 0, entry.duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** In the page, once it has painted what the last event brought: entries come after the frame. */
function longestObserved(): Promise<number> {
  return new Promise((resolve) =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => setTimeout(() => resolve((globalThis as Observed).longestEvent ?? 0), 100)),
    ),
  );
}
