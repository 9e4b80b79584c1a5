import { expect, takenUp, test } from '../support/site.ts';
import { auth, code, input } from '../support/terminal.ts';

// What a reader sees of the home page and of the chat between the states and widths that are looked at most.

test('a notice whose own part is lost lies in the tube, not over the line being written', async ({
  page,
}) => {
  await page.route('**/assets/toast-region-*.js', (route) => route.abort());
  await page.route('**/api/redeem-code', (route) => route.abort());
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/chat');
    await takenUp(auth(page));
    await auth(page).click();
    await code(page).fill('aaaa-bbbb');
    await code(page).press('Enter');
    const notice = page.getByRole('alert').filter({ hasText: 'AUTORIZZAZIONE NEGATA. Codice non valido' });
    await expect(notice).toBeVisible();
    const [box, field, line] = await Promise.all(
      [notice, code(page), input(page)].map((part) => part.boundingBox()),
    );
    expect(box?.y).toBeGreaterThanOrEqual((field?.y ?? 0) + (field?.height ?? 0));
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(line?.y ?? 0);
    await expect(notice).toHaveCSS('background-color', 'rgb(143, 240, 200)');
  }
});

test('with letters twice as large the terminal’s own lines stay whole', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/chat');
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  const cut = await page.locator('.terminal-boot span').evaluateAll(
    (spans) =>
      spans.filter((span) => {
        const words = document.createRange();
        words.selectNodeContents(span);
        return words.getBoundingClientRect().width > span.getBoundingClientRect().width + 1;
      }).length,
  );
  expect(cut).toBe(0);
});

test.describe('the film of the first screen', () => {
  test.use({ film: true });

  test('the button that stops the loop lies beside the book, on a phone on its side too', async ({
    page,
  }) => {
    for (const [width, height] of [
      [360, 740],
      [740, 360],
      [844, 390],
      [768, 1024],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto('/');
      const stop = page.getByRole('button', { name: 'Ferma il movimento' });
      await expect(stop).toBeVisible();
      const [button, book] = [await stop.boundingBox(), await page.locator('.hero-volume img').boundingBox()];
      if (!button || !book) throw new Error('there is no button or no book');
      const apart =
        button.x + button.width <= book.x ||
        book.x + book.width <= button.x ||
        button.y + button.height <= book.y;
      expect(apart, `${width} × ${height}`).toBe(true);
    }
  });
});

test('the cover is as large as a cover at every width', async ({ page }) => {
  await page.goto('/');
  for (const width of [320, 480, 600, 768, 900, 1024, 1159, 1160, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const cover = await page.locator('.book-volume img').evaluate((image: HTMLElement) => image.offsetWidth);
    expect(cover, `${width} px`).toBeGreaterThanOrEqual(width < 600 ? 140 : 195);
  }
});

test('on a phone the village under the words keeps its lights', async ({ page }) => {
  for (const [width, height] of [
    [320, 568],
    [360, 740],
    [640, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    const [world, button] = await Promise.all([
      page.locator('#mondo').boundingBox(),
      page.getByRole('button', { name: 'Apri la galleria' }).boundingBox(),
    ]);
    if (!world || !button) throw new Error('there is no world');
    const left = world.y + world.height - (button.y + button.height);
    expect(left / world.height, `${width} px`).toBeGreaterThan(0.35);
  }
});

test('no clip of the preview begins with an empty screen', async ({ page }) => {
  await page.goto('/');
  await page.locator('.preview').scrollIntoViewIfNeeded();
  const shown = page.locator('.preview video[data-visible="in"]');
  await expect.poll(() => shown.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
  expect(await shown.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThanOrEqual(2);
});

test('that a voice is synthetic is said where it is heard', async ({ page }) => {
  await page.goto('/');
  for (const card of await page.locator('.excerpt').all()) await expect(card).toContainText('Voce sintetica');
  await expect(page.locator('main section').filter({ has: page.locator('.receiver') })).toContainText(
    'voce sintetica',
  );
  await expect(page.locator('.footer')).toContainText('voce sintetica');
});
