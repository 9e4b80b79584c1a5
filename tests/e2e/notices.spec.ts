import type { Page } from 'playwright/test';
import { expect, test } from '../support/site.ts';

const region = (page: Page) => page.getByRole('region', { name: 'Avvisi (F8)' });
const notices = (page: Page) => region(page).getByRole('listitem');

/** Makes the chat refuse a code, which shows a notice. */
async function provoke(page: Page, code = 'aaaa-bbbb') {
  await page.getByPlaceholder('xxxx-xxxx').fill(code);
  await page.getByPlaceholder('xxxx-xxxx').press('Enter');
  await expect(notices(page)).toHaveCount(1);
}

async function swipe(page: Page, pixels: number) {
  const box = await notices(page).boundingBox();
  if (!box) throw new Error('no notice to swipe');
  const [x, y] = [box.x + 60, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let moved = 0; moved <= pixels; moved += 6) await page.mouse.move(x + moved, y);
  await page.mouse.move(x + pixels, y);
  await page.mouse.up();
}

test.beforeEach(async ({ page }) => {
  // As many wrong codes as a test needs, without the server counting them.
  await page.route('**/api/redeem-code', (route) =>
    route.fulfill({ status: 400, json: { message: 'Codice non valido.', code: 'INVALID_CODE' } }),
  );
  await page.goto('/chat');
  await page.getByRole('button', { name: '[AUTH]' }).click();
});

test('a notice stays for five seconds', async ({ page }) => {
  // The page's own time moves only here: how fast the machine draws does not count.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByPlaceholder('xxxx-xxxx').fill('aaaa-bbbb');
  await page.getByPlaceholder('xxxx-xxxx').press('Enter');
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(notices(page)).toHaveCount(1, { timeout: 100 });
  }).toPass({ intervals: [20] });
  await page.clock.runFor(4_900);
  await expect(notices(page)).toHaveCount(1);
  await page.clock.runFor(1_600);
  await expect(notices(page)).toHaveCount(0);
});

test('there is never more than one', async ({ page }) => {
  await provoke(page);
  await page.unroute('**/api/redeem-code');
  await page.getByPlaceholder('xxxx-xxxx').fill('qr4n-7mdx');
  await page.getByPlaceholder('xxxx-xxxx').press('Enter');
  await expect(notices(page)).toContainText('AUTORIZZAZIONE ACCETTATA');
  await expect(notices(page)).toHaveCount(1);
});

test('a swipe of 50 pixels dismisses it, a shorter one does not', async ({ page }) => {
  await provoke(page);
  await swipe(page, 40);
  await expect(notices(page)).toBeVisible();
  await swipe(page, 60);
  await expect(notices(page)).toHaveCount(0);
});

test('F8 reaches it, Tab its button, Escape dismisses it', async ({ page }) => {
  await provoke(page);
  await page.keyboard.press('F8');
  await expect(region(page).getByRole('list')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(notices(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Chiudi l’avviso' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(notices(page)).toHaveCount(0);
  await expect(page.getByPlaceholder('xxxx-xxxx')).toBeVisible();
});

test('its clock stands still while it is read', async ({ page }) => {
  await page.clock.install();
  await provoke(page);
  await notices(page).hover();
  await page.clock.runFor(20_000);
  await expect(notices(page)).toHaveCount(1);
  await page.mouse.move(5, 400);
  await page.clock.runFor(5_100);
  await expect(notices(page)).toHaveCount(0);
});

test('one closed under the pointer does not stop the next one’s clock', async ({ page }) => {
  await page.clock.install();
  await provoke(page);
  await page.getByRole('button', { name: 'Chiudi l’avviso' }).click();
  await expect(notices(page)).toHaveCount(0);
  await page.mouse.move(5, 400);
  await provoke(page, 'cccc-dddd');
  await page.clock.runFor(5_100);
  await expect(notices(page)).toHaveCount(0);
});

test('does not cover the line being written or the code being corrected', async ({ page }) => {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await provoke(page);
    await page.getByPlaceholder('xxxx-xxxx').click();
    await page.getByPlaceholder('DIGITARE MESSAGGIO...').click();
    await page.getByRole('button', { name: '[AUTH]' }).click({ trial: true });
  }
});
