import { expect, takenUp, test } from '../support/site.ts';
import { drawFrames } from '../support/frames.ts';
import { pages, topOf } from '../support/article-pages.ts';

test.describe('the contents', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('stay beside the text, scroll to each section at 80 px and mark it', async ({ page }) => {
    await page.goto('/sato-lenz');
    const contents = page.getByRole('navigation', { name: 'Indice' });
    await takenUp(contents.locator('a').first());
    for (const id of pages[0]?.sections ?? []) {
      await contents.locator(`a[href="#${id}"]`).click();
      await expect(contents.locator('[aria-current]')).toHaveAttribute('href', `#${id}`);
      await expect(page).toHaveURL(new RegExp(`#${id}$`));
      if (id !== 'bibliography')
        await expect.poll(async () => Math.abs((await topOf(page.locator(`#${id}`))) - 80)).toBeLessThan(1.5);
      await expect(page.locator(`#${id}`)).toBeFocused();
    }
    expect(await topOf(contents)).toBe(80);
    await page.goBack();
    await expect(page).toHaveURL(/#conclusions$/);
  });

  test('mark the last section whose top has passed 150 px, and the address follows', async ({ page }) => {
    await page.goto('/sato-lenz');
    await takenUp(page.locator('article'));
    const marked = page.getByRole('navigation', { name: 'Indice' }).locator('[aria-current]');
    const bring = (top: number) =>
      page.evaluate((to) => {
        const at = document.getElementById('theory')?.getBoundingClientRect().top ?? 0;
        scrollTo({ top: scrollY + at - to, behavior: 'instant' });
      }, top);
    await expect(marked).toHaveCount(0);
    // Plates that are still arriving above would move the section: it is brought there until it stays.
    const bringUntilMarked = (top: number, section: string) =>
      expect(async () => {
        await bring(top);
        await expect(marked).toHaveAttribute('href', section, { timeout: 1_000 });
      }).toPass();
    await bringUntilMarked(152, '#timeline');
    await expect(page).toHaveURL(/#timeline$/);
    await bringUntilMarked(148, '#theory');
    await expect(page).toHaveURL(/#theory$/);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await expect(marked).toHaveCount(0);
    await expect(page).toHaveURL(/\/sato-lenz$/);
  });

  test('open at the section the address names', async ({ page }) => {
    await page.goto('/l72-ironwind#s06-2');
    await expect.poll(async () => Math.abs((await topOf(page.locator('#s06-2'))) - 80)).toBeLessThan(1.5);
    await expect(page.locator('.contents [aria-current]')).toHaveAttribute('href', '#s06-2');
    await expect(page).toHaveURL(/#s06-2$/);
  });

  test('a page loaded again is where it was, not at the head of the section in its address', async ({
    page,
  }) => {
    await page.goto('/codex');
    // Repeated until the page's scripts are there to follow it.
    await expect(async () => {
      for (const at of [0, 3000]) {
        await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), at);
        await drawFrames(page, 2);
      }
      await expect(page).toHaveURL(/#/, { timeout: 500 });
    }).toPass();
    const address = page.url();
    await page.reload();
    await expect.poll(() => page.evaluate(() => Math.abs(scrollY - 3000))).toBeLessThan(5);
    expect(page.url()).toBe(address);
    await page.goto('/codex#eredita');
    await expect
      .poll(() => page.locator('#eredita').evaluate((it) => it.getBoundingClientRect().top))
      .toBeCloseTo(80, -1);
  });

  test('hang from the bar on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto('/b03-arctic-seeder');
    await page.getByRole('button', { name: 'Indice' }).click();
    await page.getByRole('navigation', { name: 'Indice' }).getByRole('link', { name: 'Com’è fatta' }).click();
    await expect(page.getByRole('navigation', { name: 'Indice' })).toBeHidden();
    await expect.poll(async () => Math.abs((await topOf(page.locator('#s02'))) - 80)).toBeLessThan(1.5);
    await expect(page).toHaveURL(/#s02$/);
  });

  test('close on Back, which then leaves the page as ever', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto('/codex');
    await page.goto('/b03-arctic-seeder');
    await takenUp(page.locator('article'));
    await page.getByRole('button', { name: 'Indice' }).click();
    await expect(page.getByRole('navigation', { name: 'Indice' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('navigation', { name: 'Indice' })).toBeHidden();
    await expect(page).toHaveURL(/b03-arctic-seeder/);
    await page.goBack();
    await expect(page).toHaveURL(/codex/);
  });
});

test.describe('pages of the documents', () => {
  test('are turned with a foot and a head, whose words are drawn and not read', async ({ page }) => {
    await page.goto('/sato-lenz');
    const edges = page.locator('.page-turn > *, .page-end > *');
    expect(await edges.count()).toBeGreaterThan(10);
    await expect(edges.first()).toHaveAttribute('data-folio', '87');
    await expect(edges.nth(1)).toHaveAttribute('data-folio', '88');
    await expect(edges.first()).toHaveText('');
    await expect(page.locator('.page-turn').first()).toHaveAttribute('aria-hidden', 'true');
  });

  test('have their spine at the left on the right-hand pages, at the right on the others', async ({
    page,
  }) => {
    await page.goto('/codex');
    const spines = await page
      .locator('.page-turn')
      .evaluateAll((turns) =>
        turns.map((turn) => [
          Number(turn.querySelector<HTMLElement>('.page-head')?.dataset.folio) % 2,
          /linear-gradient\((?:to (left), )?/.exec(getComputedStyle(turn, '::before').backgroundImage)?.[1] ??
            'right',
        ]),
      );
    expect(spines.length).toBeGreaterThan(5);
    for (const [parity, towards] of spines) expect(towards).toBe(parity === 1 ? 'right' : 'left');
  });

  test('stay where they are read when a telephone is turned', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 740 });
    await page.goto('/b03-arctic-seeder');
    await takenUp(page.locator('article'));
    const read = page.locator('#s05 > p').first();
    /** How far into its paragraph what stands a third down the window is, from 0 to 1. */
    const part = () =>
      read.evaluate((element) => {
        const { top, height } = element.getBoundingClientRect();
        return (innerHeight / 3 - top) / height;
      });
    await read.evaluate((element) => {
      const { top, height } = element.getBoundingClientRect();
      scrollBy({ top: top + height / 2 - innerHeight / 3, behavior: 'instant' });
    });
    await expect.poll(part).toBeCloseTo(0.5, 1);
    for (const [width, height] of [
      [740, 390],
      [390, 740],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(part).toBeGreaterThan(0.25);
      expect(await part()).toBeLessThan(0.75);
    }
  });

  test('quantum-age takes its figures into the text before paper is counted, and back after', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/quantum-age');
    await takenUp(page.locator('article'));
    const inSidebar = page.getByRole('complementary').locator('figure');
    await expect(inSidebar).toHaveCount(9);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect(inSidebar).toHaveCount(0);
    await expect(page.locator('.text figure')).toHaveCount(9);
    // A paragraph after its call, or a figure too tall for its column would leave the next one empty.
    await expect(page.locator('p:has([data-figure=qa-3]) + p + #qa-3')).toHaveCount(1);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect(inSidebar).toHaveCount(9);
  });
});

test.describe('the sheet', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  for (const slug of ['w01f-grizzly-warden', 'l72-ironwind'])
    test(`/${slug}: words take the sheet, and what is noted by hand can be read`, async ({ page }) => {
      await page.goto(`/${slug}`);
      const widthOf = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => element.getBoundingClientRect().width);
      expect((await widthOf('.text > section > p')) / (await widthOf('.sheet'))).toBeGreaterThan(0.62);
      const notes = await page
        .locator('.handwritten')
        .evaluateAll((all) => all.map((one) => (one as HTMLElement).offsetWidth));
      expect(Math.min(...notes)).toBeGreaterThan(110);
    });

  test('a note by hand ends above the plate that follows it, the colophon beside the strip', async ({
    page,
  }) => {
    await page.goto('/l72-ironwind');
    await page.addStyleTag({ content: '* { content-visibility: visible !important }' });
    const note = await page.locator('.handwritten', { hasText: 'fegato di pesce' }).boundingBox();
    const plate = await page.locator('#l-4').boundingBox();
    expect((note?.y ?? 0) + (note?.height ?? 0)).toBeLessThanOrEqual(plate?.y ?? 0);
    await page.goto('/quantum-age');
    const footer = page.locator('.document-footer');
    await footer.scrollIntoViewIfNeeded();
    const [words, strip] = [await footer.boundingBox(), await page.locator('.sidebar').boundingBox()];
    expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThanOrEqual(strip?.x ?? 0);
  });

  test('where its figures stand in the text the strip is no stop for the keyboard', async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto('/quantum-age');
    await expect(page.locator('.text #qa-3')).toBeAttached();
    await expect(page.locator('.sidebar-figures')).toBeHidden();
  });

  test('b03: on a phone the link of a section is not under its index tab', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto('/b03-arctic-seeder');
    const link = page.locator('.level-2 > .section-head .section-link').first();
    await link.focus();
    const isOnTop = () =>
      link.evaluate((own) => {
        const { left, top, width, height } = own.getBoundingClientRect();
        return document.elementFromPoint(left + width - 2, top + height / 2) === own;
      });
    // The page moves there in its own time.
    await expect.poll(isOnTop).toBe(true);
  });

  test('quantum-age: the right leaf is photographs from the head of the sheet to its edge', async ({
    page,
  }) => {
    await page.goto('/quantum-age');
    const [sheet, first] = [
      await page.locator('.sheet').boundingBox(),
      await page.locator('#qa-1 img').boundingBox(),
    ];
    expect(first?.y).toBeCloseTo(sheet?.y ?? 0, 0);
    expect((first?.x ?? 0) + (first?.width ?? 0)).toBeCloseTo((sheet?.x ?? 0) + (sheet?.width ?? 0), 0);
  });

  test('a caption stays in view while its table slides', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto('/codex');
    const frame = page.locator('.table-frame:has(caption)').first();
    await frame.evaluate((element) => (element.scrollLeft = 120));
    const [caption, edge] = [await frame.locator('caption').boundingBox(), await frame.boundingBox()];
    expect(caption?.x).toBeGreaterThanOrEqual(edge?.x ?? 0);
  });

  test('a photograph keeps its ink when it is enlarged', async ({ page }) => {
    await page.goto('/w01f-grizzly-warden');
    await takenUp(page.locator('article'));
    const inkOf = (image: HTMLImageElement) => getComputedStyle(image).filter;
    const ink = await page.locator('#w-0 img').evaluate(inkOf);
    expect(ink).toContain('grayscale');
    await page.locator('#w-0 .figure-zoom').click();
    await expect.poll(() => page.getByRole('dialog').locator('img').evaluate(inkOf)).toBe(ink);
  });
});

test.describe('reading', () => {
  test('a telephone gets the plate drawn for it; enlarged and on paper it is the whole one', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/l72-ironwind#l-3');
    const whole = page.locator('#l-3 .plate > svg:not([data-narrow])');
    await expect(page.locator('#l-3 .plate > svg[data-narrow]')).toBeVisible();
    await expect(whole).toBeAttached();
    await expect(whole).toBeHidden();
    const lettering = () =>
      page.locator('#l-3 .plate > svg[data-narrow]').evaluate((svg: SVGSVGElement) => {
        const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
        const sizes = [...svg.querySelectorAll('text')].map((text) =>
          parseFloat(getComputedStyle(text).fontSize),
        );
        return Math.min(...sizes) * scale;
      });
    expect(await lettering()).toBeGreaterThan(10.9);
    await page.emulateMedia({ media: 'print' });
    await expect(whole).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
    await page.locator('#l-3 .figure-zoom').click();
    const enlarged = page.getByRole('dialog').locator('svg:not([data-narrow])');
    await expect.poll(async () => (await enlarged.boundingBox())?.width).toBeGreaterThan(800);
  });

  test('a plate opens in the zoom view: keys, wheel, Escape, and goes back to its place', async ({
    page,
  }) => {
    await page.goto('/l72-ironwind#s02');
    await page.locator('#l-1 .plate > svg').waitFor();
    await page.locator('#l-1 .figure-zoom').focus();
    await page.keyboard.press('Enter');
    const view = page.getByRole('dialog');
    await expect(view).toContainText('Tav. 1');
    const drawing = view.locator('svg');
    const width = async () => (await drawing.boundingBox())?.width ?? 0;
    const fitted = await width();
    await page.keyboard.press('+');
    await expect.poll(width).toBeGreaterThan(fitted * 1.3);
    await page.keyboard.press('0');
    await expect.poll(width).toBeCloseTo(fitted, 0);
    await view.locator('.zoom-stage').hover();
    await page.mouse.wheel(0, -300);
    await expect.poll(width).toBeGreaterThan(fitted * 2);
    await page.keyboard.press('Escape');
    await expect(view).toBeHidden();
    await expect(page.locator('#l-1 .plate > svg')).toBeVisible();
    await expect(page.locator('#l-1 .figure-zoom')).toBeFocused();
  });

  test('a reference shows what it leads to, with the focus and under the cursor', async ({ page }) => {
    await page.goto('/sato-lenz');
    const citation = page.locator('.citation').first();
    await takenUp(page.locator('article'));
    await citation.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('tooltip')).toContainText('Ein neuer Effekt');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tooltip')).toBeHidden();
    await page.locator('a[href="#sl-2"]').hover();
    await expect(page.getByRole('tooltip')).toContainText('La legge di Lenz');
    await page.mouse.move(0, 0);
    // One that the focus must first bring into view.
    const last = page.locator('.citation').last();
    await last.focus();
    await page.keyboard.press('Shift+Tab');
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await page.keyboard.press('Tab');
    await expect(last).toBeInViewport();
    await drawFrames(page, 20);
    await expect(page.getByRole('tooltip')).toBeInViewport();
  });

  test('a section’s link is copied', async ({ page, context, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/codex');
    await takenUp(page.locator('article'));
    await page.getByRole('link', { name: 'Copia il collegamento a «Impatto»' }).click();
    await expect(page.getByText('Collegamento copiato', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/codex#impatto`);
  });

  test('a wide table scrolls in its own frame, by keyboard too', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto('/codex');
    const frame = page.locator('.table-frame').first();
    await expect(frame).toHaveAttribute('tabindex', '0');
    await frame.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  });

  test('the margin’s notes stand beside their paragraph on a wide screen and under it on a small one', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/sato-lenz');
    const note = page.locator('#nota-1');
    const paragraph = page.locator('.beside:has(#nota-1) > p');
    const boxes = async () => [await note.boundingBox(), await paragraph.boundingBox()] as const;
    const [beside, wide] = await boxes();
    expect(beside?.x).toBeGreaterThan((wide?.x ?? 0) + (wide?.width ?? 0));
    expect(beside?.y).toBeCloseTo(wide?.y ?? 0, 0);
    await page.setViewportSize({ width: 360, height: 780 });
    const [under, narrow] = await boxes();
    expect(under?.y).toBeGreaterThanOrEqual((narrow?.y ?? 0) + (narrow?.height ?? 0));
  });
});
