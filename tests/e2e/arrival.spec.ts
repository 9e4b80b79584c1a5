import type { Page } from 'playwright/test';
import { expect, takenUp, test } from '../support/site.ts';

// Who cannot see that the page is another one is taken to its heading; on one page the focus is the reader's.

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a page that is opened from another has the focus on its heading, without a ring or a jump', async ({
  page,
}) => {
  await page.goto('/');
  await takenUp(page.locator('.footer'));
  await expect(page.locator('body')).toBeFocused();

  const chat = page.locator('.footer').getByRole('link', { name: 'Chat' });
  await chat.focus();
  const place = () => page.evaluate(() => scrollY);
  await expect.poll(place, 'the page glides to the link').toBeGreaterThan(1000);
  await chat.press('Enter');
  await expect(heading(page)).toBeFocused();
  await expect(heading(page)).toHaveText(/Chat con Nilak/);
  await expect(heading(page)).toHaveCSS('outline-style', 'none');
  await expect(page).toHaveTitle(/Chat con Nilak/);
  // What follows it is the page's own first key.
  await page.keyboard.press('Tab');
  await expect(page.locator('.terminal-badge')).toBeFocused();

  await page.goBack();
  await expect(heading(page)).toBeFocused();
  await expect(heading(page)).toHaveText(/Il respiro\s+di Ferro/);
  await expect.poll(place, 'the place the reader had left').toBeGreaterThan(1000);
});

test('so has a page of the encyclopedia, and the home page after one that is not there', async ({ page }) => {
  await page.goto('/codex');
  const next = page.getByRole('link', { name: /Pagina seguente/ });
  await takenUp(page.locator('article'));
  await next.click();
  await expect(page).toHaveURL(/quantum-age/);
  await expect(heading(page)).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goto('/perso');
  await takenUp(page.getByRole('link', { name: 'Torna alla Home' }));
  await page.getByRole('link', { name: 'Torna alla Home' }).click();
  await expect(heading(page)).toHaveText(/Il respiro\s+di Ferro/);
  await expect(heading(page)).toBeFocused();
});

test('on one page nothing takes the focus from the reader', async ({ page }) => {
  await page.goto('/');
  await takenUp(page.locator('.footer'));
  const buy = page.locator('.hero').getByRole('link', { name: 'Prendi il libro' });
  await buy.focus();
  await buy.press('Enter');
  await expect(page).toHaveURL(/#acquista$/);
  await expect(page.locator('.waybill')).toBeInViewport({ ratio: 1 });
  await expect(heading(page)).not.toBeFocused();

  await page.goto('/chat');
  const line = page.getByPlaceholder('DIGITARE MESSAGGIO...');
  await line.click();
  await takenUp(line);
  await expect(line).toBeFocused();
  await page.getByRole('button', { name: '[MENU]' }).click();
  await expect(page.locator('#menu-bar')).toBeVisible();
  await page.goBack();
  await expect(page.locator('#menu-bar')).toHaveCount(0);
  await expect(heading(page)).not.toBeFocused();
});

test('where the address points into the page it is that place', async ({ page }) => {
  await page.goto('/');
  await takenUp(page.locator('.footer'));
  await page.locator('.hero').getByRole('link', { name: 'Prendi il libro' }).click();
  await expect(page).toHaveURL(/#acquista$/);
  await page.locator('.footer').getByRole('link', { name: 'Chat' }).click();
  await expect(heading(page)).toHaveText(/Chat con Nilak/);
  await page.goBack();
  await expect(page.locator('#acquista')).toBeFocused();
});
