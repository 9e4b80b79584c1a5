import { chromium, type Page } from 'playwright';
import { median } from './median.ts';

/** What a reader does, from a page at rest to what it brings onto the screen. */
interface Interaction {
  name: string;
  path: string;
  /** Whatever must be there before, unmeasured. */
  prepare?(page: Page): Promise<void>;
  act(page: Page): Promise<void>;
}

const message = (page: Page) => page.getByPlaceholder('DIGITARE MESSAGGIO...');

const interactions = (code: string): Interaction[] => [
  {
    name: 'sending a message',
    path: '/chat',
    prepare: (page) => message(page).fill('chi sei?'),
    async act(page) {
      await message(page).press('Enter');
      await page.getByText('chi sei?', { exact: true }).first().waitFor();
    },
  },
  {
    name: 'redeeming a code',
    path: '/chat',
    async prepare(page) {
      await page.getByRole('button', { name: '[AUTH]' }).click();
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
      await page.getByRole('button', { name: '[MENU]' }).click();
      await page.getByRole('button', { name: '[SCARICA]' }).waitFor();
    },
  },
  {
    name: 'opening the gallery',
    path: '/',
    prepare: (page) => page.getByRole('button', { name: 'Apri la galleria' }).scrollIntoViewIfNeeded(),
    async act(page) {
      await page.getByRole('button', { name: 'Apri la galleria' }).click();
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

/**
 * The longest event of each interaction, in milliseconds, by Event Timing (INP's own measure: from the input to the next paint,
 * rounded to 8, nothing under 16), on a processor slowed four times. Each time in a context of its own, as on a first visit.
 *
 * @param code of a section, which any reader may redeem
 */
export async function longestEvents(
  url: string,
  code: string,
  runs: number,
  executablePath: string,
): Promise<{ name: string; milliseconds: number }[]> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const once = async ({ path, prepare, act }: Interaction) => {
    const context = await browser.newContext({
      viewport: { width: 412, height: 823 },
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    await page.goto(url + path, { waitUntil: 'networkidle' });
    await prepare?.(page);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.evaluate(observeEvents);
    await act(page);
    const longest = await page.evaluate(longestObserved);
    await context.close();
    return longest;
  };
  try {
    const rows = [];
    for (const interaction of interactions(code)) {
      const longest: number[] = [];
      for (let run = 0; run < runs; run++) longest.push(await once(interaction));
      rows.push({ name: interaction.name, milliseconds: median(longest) });
    }
    return rows;
  } finally {
    await browser.close();
  }
}

type Observed = typeof globalThis & { longestEvent?: number };

/** In the page: from now on, the longest event that belongs to an interaction. */
function observeEvents(): void {
  const seen = globalThis as Observed;
  seen.longestEvent = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) seen.longestEvent = Math.max(seen.longestEvent ?? 0, entry.duration);
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
