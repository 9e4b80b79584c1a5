import type { Page } from 'playwright/test';
import { inPartsAttribute } from '#shared/boot.ts';
import { drawFrames } from '../support/frames.ts';
import { holdScripts } from '../support/hold-scripts.ts';
import { expect, test } from '../support/site.ts';

// On a phone what stands below the first screen is laid out only once the scripts are there: nobody is to notice.

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

test('who is in the middle of it by then stays where they are', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/l72-ironwind', { waitUntil: 'commit' });
  const heading = 'section.level-2:nth-of-type(6) h2';
  await page.locator(heading).scrollIntoViewIfNeeded();
  await drawFrames(page, 3);
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
