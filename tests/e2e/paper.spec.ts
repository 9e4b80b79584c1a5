import type { Page } from 'playwright/test';
import { pages, text } from '../support/article-pages.ts';
import { type PrintedSheet, readSheets } from '../support/printed.ts';
import { expect, takenUp, test } from '../support/site.ts';

// What a printer gets, with and without backgrounds: white sheets, each with something on it.

test.slow();

/** Whatever arrives after the words is there: every plate drawn, every photograph whole. */
async function hasArrived(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => ({
        plates: [...document.querySelectorAll('.plate')].filter((plate) => !plate.querySelector('svg'))
          .length,
        photographs: [...document.querySelectorAll<HTMLImageElement>('.figure-photo img')].filter(
          (photo) => !photo.complete || photo.naturalWidth === 0,
        ).length,
      })),
    )
    .toEqual({ plates: 0, photographs: 0 });
}

async function print(page: Page, printBackground: boolean) {
  return readSheets(await page.pdf({ printBackground, preferCSSPageSize: true }));
}

/** A running head and a folio are sixty letters at most. */
const blank = ({ letters, pictures }: PrintedSheet) => letters <= 60 && pictures === 0;

/** As many as each document takes: a loose frame or a table that is not held together would take more. */
const sheetsOf: Record<string, number> = {
  'sato-lenz': 15,
  codex: 8,
  'quantum-age': 6,
  'w01f-grizzly-warden': 18,
  'b03-arctic-seeder': 20,
  'l72-ironwind': 25,
};

for (const [path, most] of [
  ['/', 4],
  ['/perso', 1],
  ['/chat', 1],
  ...pages.map(({ slug }) => [`/${slug}`, sheetsOf[slug] ?? 0] as const),
] as const)
  test(
    `${path} leaves no sheet blank, and its paper white`,
    { tag: ['/', '/chat'].includes(path) ? '@any-book' : [] },
    async ({ page }) => {
      await page.goto(path);
      await hasArrived(page);
      const [bare, grounded] = [await print(page, false), await print(page, true)];
      expect(grounded).toHaveLength(bare.length);
      expect(bare.length).toBeLessThanOrEqual(most);
      expect(bare.length).toBeGreaterThan(0);
      if (path !== '/perso') expect([...bare, ...grounded].filter(blank)).toEqual([]);
      await page.emulateMedia({ media: 'print' });
      const grounds = () =>
        page.evaluate(() => {
          const { documentElement: root, body } = document;
          const grounds = [root, body, document.querySelector('main') ?? body].map((element) => {
            const { backgroundColor, backgroundImage } = getComputedStyle(element);
            return `${backgroundColor} ${backgroundImage}`.replace('rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)');
          });
          return [...new Set(grounds), getComputedStyle(root).colorScheme];
        });
      await expect.poll(grounds).toEqual(['rgba(0, 0, 0, 0) none', 'light']);
      expect(await page.locator('img').evaluateAll(veiled)).toEqual([]);
    },
  );

/** Pictures that a ground drawn over them hides where backgrounds are not printed: Chromium fills it with white. */
const veiled = (images: Element[]) =>
  images
    .filter((image) => image.getClientRects().length > 0)
    .filter((image) =>
      ['figure', '.volume']
        .flatMap((whole) => [...(image.closest(whole)?.querySelectorAll('*') ?? [])])
        .filter((one) => one.contains(image))
        .flatMap((one) => ['::before', '::after'].map((pseudo) => getComputedStyle(one, pseudo)))
        .some(
          ({ content, display, position, backgroundImage, printColorAdjust }) =>
            content !== 'none' &&
            display !== 'none' &&
            position === 'absolute' &&
            backgroundImage !== 'none' &&
            printColorAdjust !== 'exact',
        ),
    )
    .map((image) => image.getAttribute('src'));

for (const slug of ['w01f-grizzly-warden', 'b03-arctic-seeder', 'l72-ironwind'])
  test(`/${slug}: its plates are bound in at the end, and back in their places after`, async ({ page }) => {
    await page.goto(`/${slug}`);
    await hasArrived(page);
    const order = () =>
      text(page)
        .locator('section, figure')
        .evaluateAll((all) => all.map(({ id }) => id));
    const [before, plates] = [await order(), await text(page).locator('.figure-plate').count()];
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect(page.locator('.text .figure-plate')).toHaveCount(0);
    await expect(page.locator('.text .figure-photo')).not.toHaveCount(0);
    await expect(page.locator('.bound-plates > .figure-plate')).toHaveCount(plates);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    expect(await order()).toEqual(before);
    await expect(page.locator('.bound-plates')).toHaveCount(0);
    // A sheet for each plate, neither two on one nor one on two.
    const sheets = await print(page, false);
    await page.addStyleTag({ content: '@media print { .bound-plates { display: none !important } }' });
    const words = await print(page, false);
    expect(sheets.length - words.length).toBe(plates);
    expect(sheets.slice(-plates).filter(blank)).toEqual([]);
  });

test('the cover of the B-03 is a leaf of its own, in its ink and without a folio', async ({ page }) => {
  await page.goto('/b03-arctic-seeder');
  await hasArrived(page);
  for (const printBackground of [true, false]) {
    const [cover] = await print(page, printBackground);
    const style = await page.addStyleTag({
      content: '@media print { .columns, .bound-plates { display: none !important } }',
    });
    const [alone] = await print(page, printBackground);
    expect(alone).toEqual(cover);
    await style.evaluate((element: Element) => element.remove());
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.masthead')).toHaveCSS('print-color-adjust', 'exact');
});

for (const { slug } of pages)
  test(`/${slug}: on paper nothing is set larger than its words but titles`, async ({ page }) => {
    await page.goto(`/${slug}`);
    await page.emulateMedia({ media: 'print' });
    const larger = () =>
      page.evaluate(() => {
        const sizes = (selector: string) =>
          [...document.querySelectorAll(selector)].map((one) => parseFloat(getComputedStyle(one).fontSize));
        const words = Math.max(...sizes('.text > section > p'));
        const parts = 'figcaption, .text > section > :is(ul, ol) > li, [id^="bibliogra"] li';
        return { onPaper: words < 15, larger: sizes(parts).filter((size) => size > words) };
      });
    await expect.poll(larger).toEqual({ onPaper: true, larger: [] });
  });

test('the privacy notice is printed by itself, on white', async ({ page }) => {
  await page.goto('/');
  await takenUp(page.locator('.footer'));
  await page.getByRole('button', { name: 'Privacy e cookie' }).click();
  await expect(page.getByRole('dialog', { name: 'Privacy e cookie' })).toBeVisible();
  const sheets = await print(page, true);
  expect(sheets.length).toBeLessThanOrEqual(2);
  expect(sheets.filter(blank)).toEqual([]);
  // What dims the page behind a dialog would print as a dark ground.
  await page.emulateMedia({ media: 'print' });
  const grounds = await page.locator('body > *, body > * > *').evaluateAll((all) =>
    all
      .filter((one) => one.getClientRects().length > 0)
      .map((one) => getComputedStyle(one).backgroundColor)
      .filter((colour) => colour !== 'rgba(0, 0, 0, 0)' && colour !== 'rgb(255, 255, 255)'),
  );
  expect(grounds).toEqual([]);
});
