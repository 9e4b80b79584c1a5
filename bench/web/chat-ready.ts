import { chromium } from 'playwright';
import { median } from './median.ts';

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
export async function chatReadySeconds(url: string, runs: number, executablePath: string): Promise<number> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const seconds: number[] = [];
  try {
    for (let run = 0; run < runs; run++) {
      const context = await browser.newContext({
        viewport: { width: 412, height: 823 },
        serviceWorkers: 'block',
      });
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', slow4g);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      const began = performance.now();
      await page.goto(url, { waitUntil: 'commit' });
      await page.getByText('CANALE APERTO').waitFor();
      await page.getByRole('textbox').fill('a');
      await page.locator('button[type=submit]:enabled').waitFor();
      seconds.push((performance.now() - began) / 1000);
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return median(seconds);
}
