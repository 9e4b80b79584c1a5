import type { Page } from 'playwright/test';
import { inPartsAttribute } from '#shared/boot.ts';
import { drawFrames } from '../support/frames.ts';
import { holdScripts } from '../support/hold-scripts.ts';
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
  const buy = page.locator('.hero').getByRole('link', { name: 'Acquista' });
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
  await page.locator('.hero').getByRole('link', { name: 'Acquista' }).click();
  await expect(page).toHaveURL(/#acquista$/);
  await page.locator('.footer').getByRole('link', { name: 'Chat' }).click();
  await expect(heading(page)).toHaveText(/Chat con Nilak/);
  await page.goBack();
  await expect(page.locator('#acquista')).toBeFocused();
});

// What stands below the first screen is laid out only once the scripts are there: nobody is to notice.
test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 740 } });

  const inParts = (page: Page) => page.locator(`html[${inPartsAttribute}]`);

  const topOf = (page: Page, selector: string) =>
    page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));

  /** Whether the browser passes over the inside of an element for now. */
  const isSkipped = (page: Page, selector: string) =>
    page
      .locator(selector)
      .evaluate((element) => !element.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }));

  test('the end of a page waits for its scripts, and is then laid out whole', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/codex', { waitUntil: 'commit' });
    await page.locator('#bibliografia').waitFor({ state: 'attached' });
    await drawFrames(page, 3);
    expect(await isSkipped(page, '#bibliografia')).toBe(true);
    release();
    await expect(inParts(page)).toHaveCount(0);
    expect(await isSkipped(page, '#bibliografia')).toBe(false);
  });

  test('so do the pages of the book under its first screens', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('.footer').waitFor({ state: 'attached' });
    await drawFrames(page, 3);
    expect(await isSkipped(page, '.book > .book-page:has(.excerpts)')).toBe(true);
    release();
    await expect(inParts(page)).toHaveCount(0);
    expect(await isSkipped(page, '.book > .book-page:has(.excerpts)')).toBe(false);
  });

  test('who is in the middle of it by then stays where they are', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/l72-ironwind', { waitUntil: 'commit' });
    const heading = 'section.level-2:nth-of-type(6) h2';
    const place = page.locator(heading);
    // What is laid out on the way to it pushes it away again: until it stays in view.
    await expect(async () => {
      await place.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
      await drawFrames(page, 3);
      await expect(place).toBeInViewport({ timeout: 1 });
    }).toPass();
    const before = await topOf(page, heading);
    release();
    await expect(inParts(page)).toHaveCount(0);
    await drawFrames(page, 3);
    expect(Math.abs((await topOf(page, heading)) - before)).toBeLessThan(8);
  });

  test('a link followed before leads to its place', async ({ page }) => {
    await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('.footer').waitFor({ state: 'attached' });
    await expect(inParts(page)).toHaveCount(1);
    // Any way within the page: this one goes past all that is not laid out.
    await page
      .locator('.hero a[href="#acquista"]')
      .last()
      .evaluate((link) => link.setAttribute('href', '#mondo'));
    await page.locator('.hero a[href="#mondo"]').last().click();
    await expect(inParts(page)).toHaveCount(0);
    await expect.poll(() => topOf(page, '#mondo')).toBe(24);
  });

  test('on paper the page is whole all the same', async ({ page }) => {
    await holdScripts(page);
    await page.goto('/codex', { waitUntil: 'commit' });
    await page.locator('#bibliografia').waitFor({ state: 'attached' });
    await expect(inParts(page)).toHaveCount(1);
    await page.emulateMedia({ media: 'print' });
    await drawFrames(page, 2);
    expect(await isSkipped(page, '#bibliografia')).toBe(false);
  });
});
