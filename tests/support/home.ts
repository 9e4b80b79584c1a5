import { expect, type Page } from 'playwright/test';
import { expectFit, shownPictures } from './picture-sizes.ts';

/** Opens the sheets of the home page one after the other, and a picture of the gallery, and looks at each while it is open. */
export async function walkHomeSheets(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const name of ['Privacy e cookie', 'Apri la galleria']) {
    await page.getByRole('button', { name }).click();
    await dialog.waitFor();
    if (name === 'Apri la galleria') await expect(page.getByRole('figure')).toHaveCount(12);
    await look(name);
    if (name === 'Apri la galleria') {
      await page
        .getByRole('button', { name: /^Ingrandisci/ })
        .first()
        .click();
      await expect(dialog).toHaveCount(1);
      await expect(page.locator('.gallery-view')).toBeVisible();
      await look('a picture');
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
}

/** What is measured keeps its measure, and both ways on are in view and lead to the purchase box. */
export async function expectHomeMeasures(page: Page, width: number): Promise<void> {
  const at = `${width} px`;
  const widthOf = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().width);
  const linesOf = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { lineHeight } = getComputedStyle(element);
      return Math.round(element.getBoundingClientRect().height / parseFloat(lineHeight));
    });
  expect((await page.getByTestId('hero-banner').boundingBox())?.height, at).toBe(400);
  // The final call's text: 34rem where there is room, the window less its edges where there is not.
  expect(await widthOf('.final p:not(:has(a))'), at).toBeGreaterThan(Math.min(260, width - 60));
  expect(await widthOf('.world-words h2'), at).toBeGreaterThan(Math.min(700, width - 120));
  const columns = await page
    .locator('.excerpts')
    .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);
  expect(columns, at).toBe(width < 640 ? 1 : width < 1160 ? 2 : 4);
  expect(await linesOf('.final h2'), `${at}: lines of the final call`).toBeLessThanOrEqual(2);
  expect(await linesOf('.world-words h2'), `${at}: lines of the world’s title`).toBeLessThanOrEqual(2);
  const cover = await page.locator('.book-volume img').evaluate((image: HTMLElement) => image.offsetWidth);
  expect(cover, at).toBeGreaterThanOrEqual(width < 600 ? 140 : 195);
  if (width <= 640) {
    // The village under the words keeps its lights.
    const [world, button] = await Promise.all([
      page.locator('#mondo').boundingBox(),
      page.getByRole('button', { name: 'Apri la galleria' }).boundingBox(),
    ]);
    if (!world || !button) throw new Error('there is no world');
    const left = world.y + world.height - (button.y + button.height);
    expect(left / world.height, at).toBeGreaterThan(0.35);
  }

  const pictures = await shownPictures(page, '.landing');
  expect(pictures.length, 'banner, covers, plates, harbour').toBe(width > 640 ? 8 : width > 430 ? 7 : 6);
  expectFit(pictures, `at ${at}`, 1);
  for (const { name, needed, widest } of pictures)
    expect(widest, `${name} at ${at} is drawn beyond its own pixels`).toBeGreaterThanOrEqual(
      Math.floor(needed),
    );

  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const ways = page.locator('.hero-words').getByRole('link');
  await expect(ways).toHaveCount(2);
  for (const part of [...(await ways.all()), page.locator('.hero h1')])
    await expect(part, at).toBeInViewport({ ratio: 1 });
  await ways.first().click();
  await expect(page).toHaveURL(/#acquista$/);
  const box = page.locator('.waybill');
  await expect(box, at).toBeInViewport({ ratio: 1 });
  const buy = box.getByRole('link', { name: 'Acquista' });
  await expect(buy).toHaveAttribute('href', '#acquista');
  await buy.click();
  await expect(box, at).toBeInViewport({ ratio: 1 });
}
