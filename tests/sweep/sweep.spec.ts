import type { Page } from 'playwright/test';
import { articleSlugs } from '#shared/pages.ts';
import { expectAccessible, expectNoSideways, expectWordsInWindow } from '../support/accessibility.ts';
import { text } from '../support/article-pages.ts';
import { expectRings } from '../support/focus-ring.ts';
import { createReader, expectStates, forcedColours } from '../support/forced-colours.ts';
import { expectHomeMeasures, walkHomeSheets } from '../support/home.ts';
import { expectFit, shownPictures } from '../support/picture-sizes.ts';
import { expectLettering } from '../support/plates.ts';
import {
  blank,
  expectSmallPrint,
  expectWhitePaper,
  expectWithinPaper,
  hasArrived,
  print,
} from '../support/printed.ts';
import { countScript } from '../support/script-weight.ts';
import { expect, takenUp, test } from '../support/site.ts';
import { sizes, zoomed } from '../support/sizes.ts';
import { input, log, rows } from '../support/terminal.ts';

// What is asked of each page of the readers: that it fits every window, what axe finds, its pictures’ sizes and script, where the focus is,
// its paper, and what is left in the system's own colours.

test.describe.configure({ mode: 'parallel', timeout: 900_000 });

const still = { contextOptions: { reducedMotion: 'reduce' } } as const;
const desk = { width: 1280, height: 720 };

/** As many sheets as each document takes: a loose frame or a table that is not held together would take more. */
const sheetsOf = {
  'sato-lenz': 14,
  codex: 8,
  'quantum-age': 6,
  'w01f-grizzly-warden': 18,
  'b03-arctic-seeder': 20,
  'l72-ironwind': 24,
};
const boundAtEnd = ['w01f-grizzly-warden', 'b03-arctic-seeder', 'l72-ironwind'];

async function expectFits(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await test.step(`${width} × ${height}`, async () => {
    await expectNoSideways(page);
    await expectWordsInWindow(page);
  });
}

/** In every window without being loaded again, and with letters twice as large on a telephone. */
async function expectFitsAll(page: Page, look: (width: number, height: number) => Promise<void>) {
  for (const [width, height] of [zoomed, ...sizes]) {
    await expectFits(page, width, height);
    await look(width, height);
    if (width === 360 || width === 1440) await expectAccessible(page);
  }
  // On a telephone also what the browser passes over while it is not shown, with letters twice as large too.
  const shown = await page.addStyleTag({ content: '* { content-visibility: visible !important }' });
  await expectFits(page, 360, 740);
  const large = await page.addStyleTag({ content: 'html { font-size: 200% }' });
  await expectFits(page, 360, 740);
  for (const style of [shown, large]) await style.evaluate((element: Element) => element.remove());
}

/** The figures of the documents whose plates are bound in behind the text have a sheet each, and go back to their places. */
async function expectBound(page: Page, sheets: Awaited<ReturnType<typeof print>>): Promise<void> {
  const order = () =>
    text(page)
      .locator('section, figure')
      .evaluateAll((all) => all.map(({ id }) => id));
  const [before, plates] = [await order(), await text(page).locator('.figure-plate').count()];
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.locator('.text .figure-plate')).toHaveCount(0);
  await expect(page.locator('.text .figure-photo')).not.toHaveCount(0);
  await expect(page.locator('.bound-plates > .figure-plate')).toHaveCount(plates);
  // Their sheets are wider than those of the words, whose measure what clips around them would cut them to.
  await page.emulateMedia({ media: 'print' });
  const clipping = await page
    .locator('.desk, .desk :has(.bound-plates)')
    .evaluateAll((all) =>
      all.filter((one) => getComputedStyle(one).overflowX !== 'visible').map(({ className }) => className),
    );
  expect(clipping).toEqual([]);
  await page.emulateMedia({ media: null });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  expect(await order()).toEqual(before);
  await expect(page.locator('.bound-plates')).toHaveCount(0);
  // Neither two on one sheet nor one on two.
  const hidden = '@media print { .bound-plates { display: none !important } }';
  const style = await page.addStyleTag({ content: hidden });
  expect(sheets.length - (await print(page)).length).toBe(plates);
  // Lying, as they are drawn: an upright sheet would be half empty.
  expect(sheets.filter(({ isWide }) => isWide)).toHaveLength(plates);
  await style.evaluate((element: Element) => element.remove());
}

for (const slug of articleSlugs)
  test.describe(`/${slug}`, () => {
    test.use(still);

    test('in every window, by keyboard and on paper', async ({ page }) => {
      const script = countScript(page);
      await page.setViewportSize({ width: 360, height: 640 });
      await page.goto(`/${slug}`);
      await takenUp(page.locator('.article-end'));
      await expectFitsAll(page, async (width) => {
        if (width === 360) await expectLettering(page);
      });
      expect(await script()).toBeLessThan(105_000);

      await test.step('the focus is seen, over its figures too', async () => {
        await page.setViewportSize(desk);
        await expectRings(page, slug, 30);
        await page.locator('.figure-zoom, [data-zoom]').first().click();
        await page.getByRole('dialog').waitFor();
        await expectRings(page, `${slug}, a figure enlarged`, 3);
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      });

      // A code that is held together is an element: in a grid it would be a cell of its own.
      const items = await page
        .locator('.text li')
        .evaluateAll((all) => all.map((item) => getComputedStyle(item).display));
      expect(items).not.toContain('grid');

      await test.step('on paper', async () => {
        await hasArrived(page);
        const sheets = await print(page);
        expect(sheets.length).toBeLessThanOrEqual(sheetsOf[slug]);
        expect(sheets.filter(blank)).toEqual([]);
        if (boundAtEnd.includes(slug)) await expectBound(page, sheets);
        if (slug === 'b03-arctic-seeder') {
          const hidden = '@media print { .columns, .bound-plates { display: none !important } }';
          await page.addStyleTag({ content: hidden });
          // A leaf of its own, without a folio.
          expect((await print(page))[0]).toEqual(sheets[0]);
        }
        await page.emulateMedia({ media: 'print' });
        await page.setViewportSize({ width: 640, height: 900 });
        await expectNoSideways(page);
        await expectWhitePaper(page);
        await expectSmallPrint(page);
        await expectWithinPaper(page);
        for (const gone of ['.top-bar', '.contents', '.article-end'])
          await expect(page.locator(gone)).toBeHidden();
        if (slug === 'b03-arctic-seeder')
          await expect(page.locator('.masthead')).toHaveCSS('print-color-adjust', 'exact');
      });
    });
  });

for (const slug of articleSlugs)
  test.describe(`/${slug}`, () => {
    test.use(forcedColours);

    test('in the system’s own colours', async ({ page }) => {
      await page.goto(`/${slug}`);
      await takenUp(page.locator('.article-end'));
      const expectReadable = await createReader(page);
      await expectReadable(slug, 100);
      const current = page.locator('nav a[aria-current]').first();
      const atEnd = await current.getAttribute('href');
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
      await expect(current).not.toHaveAttribute('href', atEnd ?? '');
      await expectStates(current, 1);
      await page.locator('.figure-zoom, [data-zoom]').first().click();
      await page.getByRole('dialog').waitFor();
      await expectReadable('a figure enlarged', 3);
    });
  });

test.describe('the home page', () => {
  test.describe('at one pixel to a pixel', () => {
    test.use(still);

    test('in every window, by keyboard and on paper', async ({ page }) => {
      const script = countScript(page);
      for (const [width, height] of [zoomed, ...sizes]) {
        await page.setViewportSize({ width, height });
        // A window made narrower keeps the larger file it has.
        await page.goto('/');
        await takenUp(page.locator('.footer'));
        await expectFits(page, width, height);
        if (height === zoomed[1]) {
          const bytes = await script();
          expect(bytes).toBeGreaterThan(50_000);
          expect(bytes).toBeLessThan(110_000);
          continue;
        }
        if (width === 360 || width === 1440) await expectAccessible(page);
        if (width === 360) await expectRings(page, 'home, on a telephone', 25);
        await expectHomeMeasures(page, width);
      }
      await page.setViewportSize({ width: 360, height: 740 });
      const large = await page.addStyleTag({ content: 'html { font-size: 200% }' });
      await expectFits(page, 360, 740);
      await large.evaluate((element: Element) => element.remove());

      await test.step('the focus is seen, on its sheets too', async () => {
        await page.setViewportSize(desk);
        await expectRings(page, 'home', 25);
        await walkHomeSheets(page, async (name) => {
          await expectRings(page, name, 1);
          await expectAccessible(page);
        });
      });

      await test.step('on paper, and an open sheet by itself', async () => {
        const sheets = await print(page);
        expect(sheets.length).toBeLessThanOrEqual(4);
        expect(sheets.filter(blank)).toEqual([]);
        await page.emulateMedia({ media: 'print' });
        await expectWhitePaper(page);
        await expectWithinPaper(page);
        for (const gone of ['.receiver', '.preview', '.hero-banner', '.skip-link', '#colonna-sonora form'])
          await expect(page.locator(gone).first()).toBeHidden();
        await expect(page.locator('#acquista p').first()).toHaveCSS('color', 'rgb(0, 0, 0)');
        await page.emulateMedia({ media: null });
        await page.getByRole('button', { name: 'Privacy e cookie' }).click();
        const privacy = page.getByRole('dialog', { name: 'Privacy e cookie' });
        await expect(privacy).toBeVisible();
        const notice = await print(page);
        expect(notice.length).toBeLessThanOrEqual(2);
        expect(notice.filter(blank)).toEqual([]);
        await page.emulateMedia({ media: 'print' });
        await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeHidden();
        await expect(privacy.getByRole('heading', { level: 3 }).last()).toBeVisible();
        await expect(privacy).toHaveCSS('position', 'static');
        // What dims the page behind a dialog would print as a dark ground.
        const grounds = await page.locator('body > *, body > * > *').evaluateAll((all) =>
          all
            .filter((one) => one.getClientRects().length > 0)
            .map((one) => getComputedStyle(one).backgroundColor)
            .filter((colour) => colour !== 'rgba(0, 0, 0, 0)' && colour !== 'rgb(255, 255, 255)'),
        );
        expect(grounds).toEqual([]);
      });
    });

    test('a picture of the gallery, uploaded or the book’s own, fits the grid and the whole view', async ({
      page,
    }) => {
      const folder = '/public-objects/gallery';
      const variants = [
        { type: 'image/webp', width: 640, url: `${folder}/03-ferro-640.webp` },
        { type: 'image/webp', width: 1600, url: `${folder}/03-ferro.webp` },
      ];
      const uploaded = { id: 'a', title: 'Ferro', imageUrl: `${folder}/03-ferro.webp`, displayOrder: 0 };
      const own = { id: 'b', title: 'Mercato', imageUrl: `${folder}/01-il-mercato-di-qaanik.webp` };
      await page.route('**/api/gallery-images', (route) =>
        route.fulfill({
          json: [
            { ...uploaded, width: 1600, height: 900, variants },
            { ...own, displayOrder: 1 },
          ],
        }),
      );
      for (const [width, height] of sizes.filter(([, height]) => height > 400)) {
        await page.setViewportSize({ width, height });
        await page.goto('/');
        await takenUp(page.locator('.footer'));
        await page.getByRole('button', { name: 'Apri la galleria' }).click();
        const small = page.getByRole('button', { name: 'Ingrandisci: Ferro' });
        await small.scrollIntoViewIfNeeded();
        const both = await shownPictures(page, '.gallery');
        expect(both).toHaveLength(2);
        expectFit(both, `in the grid at ${width} px`, 1);
        await small.click();
        await expect(page.getByRole('dialog', { name: 'Ferro', exact: true })).toBeVisible();
        const pictures = await shownPictures(page, '.gallery-view');
        expect(pictures).toHaveLength(1);
        expectFit(pictures, `whole at ${width} px`, 1);
      }
    });
  });

  test.describe('at two', () => {
    test.use(forcedColours);

    test('in the system’s own colours', async ({ page }) => {
      await page.goto('/');
      await takenUp(page.locator('.footer'));
      expectFit(await shownPictures(page, '.landing'), 'at two pixels to a pixel', 2);
      const expectReadable = await createReader(page);
      await expectReadable('home', 60, ['dark', 'light']);
      await expectStates(page.locator('.preview-indicators button'), 3);
      const dial = page.locator('.receiver-dial');
      await dial.scrollIntoViewIfNeeded();
      const shades = async (part: typeof dial) =>
        new Set((await part.screenshot()).toString('base64').match(/.{32}/g)).size;
      // The needle and the stations are drawn: as many shades as a line of words makes.
      expect(await shades(dial)).toBeGreaterThan((await shades(page.locator('.receiver label span'))) / 2);
      await walkHomeSheets(page, (name) => expectReadable(name, name === 'a picture' ? 2 : 3));
    });
  });
});

const litLamps = (page: Page) =>
  page.route('**/api/user/progress', (route) =>
    route.fulfill({ json: { maxSection: 4, email: null, reached: 4 } }),
  );

/** Opens each bar of the chat and looks at it. */
async function walkBars(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  for (const keys of [['AUTH'], ['MENU'], ['MENU', 'TACCUINO'], ['MENU', 'SCHERMO'], ['MENU', 'PROSEGUI']]) {
    for (const key of keys) await page.getByRole('button', { name: new RegExp(`^\\[${key}`) }).click();
    await expect(page.locator('[id$="-bar"]')).toHaveCount(1);
    await look(keys.join(' '));
    await page.keyboard.press('Escape');
    await expect(page.locator('[id$="-bar"]')).toHaveCount(0);
  }
}

test.describe('the chat', () => {
  test.describe('at one pixel to a pixel', () => {
    test.use(still);

    test('in every window, by keyboard and on paper', async ({ page }) => {
      const script = countScript(page);
      await page.setViewportSize({ width: 360, height: 640 });
      await page.goto('/chat');
      await takenUp(input(page));
      await expect(rows(page)).toHaveCount(1);
      await expectFitsAll(page, async (width) => {
        // At 400 % zoom there is still a line to write in.
        for (const key of [input(page), page.getByRole('button', { name: '[AUTH]' })])
          await expect(key, `${width} px`).toBeInViewport({ ratio: 1 });
      });
      expect(await script()).toBeLessThan(130_000);

      await test.step('the focus is seen, on a telephone and in each bar', async () => {
        await expectRings(page, 'on a telephone', 5);
        await page.locator('.terminal-badge').click();
        await expect(page.locator('.terminal-badge')).toHaveAttribute('aria-controls', 'board-bar');
        await expect(page.locator('#board-bar')).toBeVisible();
        await expectRings(page, 'board, on a telephone', 1, '#board-bar');
        await page.keyboard.press('Escape');
        await expect(page.locator('#board-bar')).toHaveCount(0);
        await page.setViewportSize(desk);
        await expectRings(page, 'chat', 5);
        await walkBars(page, async (name) => {
          await expectRings(page, name, 1, '[id$="-bar"]');
          await expectAccessible(page);
        });
      });

      await test.step('in amber, with lamps that are lit', async () => {
        await litLamps(page);
        for (const message of ['ciao', 'chi sei?', 'che fai?'])
          await page.request.post('/api/chat', { data: { message } });
        await page.reload();
        await takenUp(input(page));
        await expect(rows(page)).toHaveCount(6);
        await page.evaluate(() => (document.documentElement.dataset.screen = 'amber'));
        await page.locator('.terminal-badge').click();
        await expect(page.locator('#board-bar')).toBeVisible();
        await expectRings(page, 'board', 4, '#board-bar');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: '[AUTH]' }).click();
        await expect(page.locator('#code-bar')).toBeVisible();
        await expectRings(page, 'code', 2, '#code-bar');
        await page.keyboard.press('Escape');
        await expect(page.locator('#code-bar')).toHaveCount(0);
      });

      await test.step('on paper it is its log, from the first line to the last', async () => {
        await page.setViewportSize({ width: 794, height: 500 });
        const sheets = await print(page);
        expect(sheets).toHaveLength(1);
        expect(sheets.filter(blank)).toEqual([]);
        await page.emulateMedia({ media: 'print' });
        await expectWhitePaper(page);
        await expect(rows(page).first()).toBeVisible();
        for (const gone of ['plate', 'glass', 'composer', 'suggestions'])
          await expect(page.locator(`.terminal-${gone}`)).toBeHidden();
        const sheet = await log(page).evaluate((element) => ({
          cut: element.scrollHeight - element.clientHeight,
          colours: [element, ...element.querySelectorAll('li')].map((each) => getComputedStyle(each).color),
        }));
        expect(sheet.cut).toBe(0);
        expect([...new Set(sheet.colours)]).toEqual(['rgb(0, 0, 0)']);
      });
    });
  });

  test.describe('at two', () => {
    test.use(forcedColours);

    test('in the system’s own colours', async ({ page }) => {
      await litLamps(page);
      await page.goto('/chat');
      await takenUp(input(page));
      await expect(rows(page)).not.toHaveCount(0);
      const expectReadable = await createReader(page);
      await expectReadable('chat', 12, ['dark', 'light']);
      const [own, ground] = await page
        .locator('.terminal-plate-lamp')
        .evaluate((element) =>
          [element, document.body].map((each) => getComputedStyle(each).backgroundColor),
        );
      expect(own).not.toBe(ground);
      await walkBars(page, async (name) => {
        await expectReadable(name, 12, ['dark', 'light']);
        if (name.endsWith('SCHERMO')) await expectStates(page.locator('[id$="-bar"] [aria-pressed]'), 2);
      });
      await page.locator('.terminal-badge').click();
      await expect(page.locator('#board-bar')).toBeVisible();
      await expectReadable('board', 12, ['dark', 'light']);
      await expectStates(page.locator('#board-bar [aria-pressed]'), 4);
    });
  });
});

test.describe('the page that is not found', () => {
  const home = (page: Page) => page.getByRole('link', { name: 'Torna alla Home' });

  test.describe('at one pixel to a pixel', () => {
    test.use(still);

    test('in every window, by keyboard and on paper', async ({ page }) => {
      await page.goto('/perso');
      await takenUp(home(page));
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
      await expectFitsAll(page, async () => {
        await home(page).scrollIntoViewIfNeeded();
        await expect(home(page)).toBeInViewport({ ratio: 1 });
      });
      await expectRings(page, '404', 1);
      expect(await print(page)).toHaveLength(1);
      await page.emulateMedia({ media: 'print' });
      await expectWhitePaper(page);
    });
  });

  test.describe('at two', () => {
    test.use(forcedColours);

    test('in the system’s own colours', async ({ page }) => {
      await page.goto('/perso');
      await takenUp(home(page));
      const expectReadable = await createReader(page);
      await expectReadable('404', 2);
    });
  });
});
