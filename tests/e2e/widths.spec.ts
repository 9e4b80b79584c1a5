import type { Page } from 'playwright/test';
import { articleSlugs } from '#shared/pages.ts';
import { expectNoSideways, expectWordsInWindow } from '../support/accessibility.ts';
import { expect, takenUp, test } from '../support/site.ts';

// Every width: nothing runs out of the window, and what is measured keeps its measure.

const widths = [320, 360, 390, 480, 600, 640, 768, 900, 1024, 1160, 1280, 1440, 1792, 1920, 2560];
const paths = ['/', '/chat', ...articleSlugs.map((slug) => `/${slug}`), '/perso'];

test.slow();

for (const path of paths) {
  test(
    `${path} fits every width`,
    { tag: ['/', '/chat'].includes(path) ? '@any-book' : [] },
    async ({ page }) => {
      await page.goto(path);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await expectNoSideways(page);
        await expectWordsInWindow(page);
      }
    },
  );
}

/** The width of what an element holds. */
const widthOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().width);

test('the home page keeps its measures', async ({ page }) => {
  await page.goto('/');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const at = `${width} px`;
    expect((await page.getByTestId('hero-banner').boundingBox())?.height, at).toBe(400);
    // The final call's text: 34rem where there is room, the window less its edges where there is not.
    expect(await widthOf(page, '.final p:not(:has(a))'), at).toBeGreaterThan(Math.min(260, width - 60));
    expect(await widthOf(page, '.world-words h2'), at).toBeGreaterThan(Math.min(700, width - 120));
    const columns = await page
      .locator('.excerpts')
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);
    expect(columns, at).toBe(width < 640 ? 1 : width < 1160 ? 2 : 4);
    const heading = await page.locator('.final h2').evaluate((element) => {
      const style = getComputedStyle(element);
      return element.getBoundingClientRect().height / parseFloat(style.lineHeight);
    });
    expect(Math.round(heading), `${at}: lines of the final call`).toBeLessThanOrEqual(2);
    const world = await page
      .locator('.world-words h2')
      .evaluate(
        (element) =>
          element.getBoundingClientRect().height / parseFloat(getComputedStyle(element).lineHeight),
      );
    expect(Math.round(world), `${at}: lines of the world’s title`).toBeLessThanOrEqual(2);
  }
});

const screens = [
  [320, 568],
  [360, 640],
  [390, 664],
  [740, 360],
  [844, 390],
  [768, 1024],
  [1024, 768],
  [1280, 720],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
] as const;

for (const [width, height] of screens) {
  test(`at ${width} × ${height} both ways on are in view, and both lead to the purchase box in view`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await page.goto('/');
    const ways = page.locator('.hero-words').getByRole('link');
    await expect(ways).toHaveCount(2);
    for (const way of await ways.all()) await expect(way).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.hero h1')).toBeInViewport({ ratio: 1 });

    await takenUp(ways.first());
    await ways.first().click();
    await expect(page).toHaveURL(/#acquista$/);
    const box = page.locator('.waybill');
    await expect(box).toBeInViewport({ ratio: 1 });
    const buy = box.getByRole('link', { name: 'Acquista' });
    await expect(buy).toHaveAttribute('href', '#acquista');
    await buy.click();
    await expect(box).toBeInViewport({ ratio: 1 });
  });
}

test('text twice as large on a phone: nothing runs out, and every key of the chat can be reached', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/', '/chat', ...articleSlugs.map((slug) => `/${slug}`)]) {
    await page.goto(path);
    await page.addStyleTag({ content: 'html { font-size: 200% }' });
    await expectNoSideways(page);
    await expectWordsInWindow(page);
  }
  await page.goto('/chat');
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  for (const name of ['[MENU]', '[AUTH]', '[SEND]'])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  await takenUp(page.getByRole('button', { name: '[AUTH]' }));
  // What stands around the log leaves it more than half of the window.
  const linesOf = (log: Element) => log.clientHeight / parseFloat(getComputedStyle(log).lineHeight);
  await expect.poll(() => page.getByRole('log').evaluate(linesOf)).toBeGreaterThan(8.5);
  await page.getByRole('button', { name: '[AUTH]' }).click();
  await expect(page.getByRole('button', { name: '[VALIDATE]' })).toBeInViewport({ ratio: 1 });
  const field = page.getByPlaceholder('xxxx-xxxx');
  await expect(field).toBeInViewport({ ratio: 1 });
  // Nine letters of a code, spaced, and not three.
  const letters = await field.evaluate((input) => {
    const { fontSize, letterSpacing } = getComputedStyle(input);
    return input.clientWidth / (parseFloat(fontSize) * 0.6 + parseFloat(letterSpacing));
  });
  expect(letters).toBeGreaterThan(9.5);
  const boxOf = async (name: string) => page.getByRole('button', { name }).boundingBox();
  const [eye, key] = [await boxOf('Mostra il codice'), await boxOf('[VALIDATE]')];
  expect((key?.y ?? 0) >= (eye?.y ?? 0) + (eye?.height ?? 0) - 1).toBe(true);
});

test('with letters twice as large a code lights lamps that are all in the tube, and its notice keeps clear of the ×', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/chat');
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  await takenUp(page.getByRole('button', { name: '[AUTH]' }));
  await page.getByRole('button', { name: '[AUTH]' }).click();
  await page.getByPlaceholder('xxxx-xxxx').fill('qr4n-7mdx');
  await page.getByPlaceholder('xxxx-xxxx').press('Enter');
  const lamps = page.locator('.terminal-event .terminal-lamp');
  await expect(lamps.last()).toBeAttached();
  const edges = await lamps.evaluateAll((all) =>
    all.map((lamp) => lamp.getBoundingClientRect()).map(({ left, right }) => [left, right]),
  );
  expect(Math.min(...edges.flat())).toBeGreaterThanOrEqual(0);
  expect(Math.max(...edges.flat())).toBeLessThanOrEqual(360);
  const notice = page.locator('.toast').filter({ hasText: 'AUTORIZZAZIONE ACCETTATA' });
  // Both in one frame: the notice may still be sliding in.
  const gap = await notice.evaluate((toast) => {
    const title = document.createRange();
    title.selectNodeContents(toast.firstElementChild ?? toast);
    const close = toast.querySelector('button')?.getBoundingClientRect() ?? new DOMRect();
    // To the sign itself, in the middle of a key that is larger than it.
    return (close.left + close.right) / 2 - title.getBoundingClientRect().right;
  });
  expect(gap).toBeGreaterThanOrEqual(16);
});

test('with letters twice as large what hangs under the header can be read below its title', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/chat');
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  const badge = page.getByRole('button', { name: /SEC_/ });
  await takenUp(badge);
  await badge.click();
  const sheet = page.locator('.terminal-sheet');
  const [whole, head] = [
    await sheet.boundingBox(),
    await sheet.locator('.terminal-sheet-head').boundingBox(),
  ];
  expect((head?.height ?? 0) / (whole?.height ?? 1)).toBeLessThan(0.5);
});

test('at 400 % zoom there is still a line to write in, and one place to scroll', async ({ page }) => {
  // 1,280 × 1,024 at four times its size.
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of ['/', '/chat', '/l72-ironwind']) {
    await page.goto(path);
    await expectNoSideways(page);
    await expectWordsInWindow(page);
  }
  await page.goto('/chat');
  await expect(page.getByPlaceholder('DIGITARE MESSAGGIO...')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: '[AUTH]' })).toBeInViewport({ ratio: 1 });
});

test('an opened text does not stretch the cards beside it', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  const cards = page.locator('.excerpt article');
  const before = (await cards.nth(0).boundingBox())?.height ?? 0;
  await takenUp(cards.nth(2));
  await cards.nth(2).getByText('Leggi l’estratto').click();
  await expect(cards.nth(2).getByText('Al secondo boccone qualcosa respirò.')).toBeVisible();
  expect(Math.abs(((await cards.nth(0).boundingBox())?.height ?? 0) - before)).toBeLessThan(30);
});
