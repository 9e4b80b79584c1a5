import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Locator, Page } from 'playwright/test';
import { isComplaint } from '../support/complaints.ts';
import { expect, takenUp, test } from '../support/site.ts';
import { drawFrames } from '../support/frames.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface ArticlePage {
  slug: string;
  title: string;
  /** Anchors of the sections, in the order of the specification; further ones may stand between them. */
  sections: string[];
  figures: number;
  back: string;
}

/** Specification, section 2, «Static article pages». */
const pages: ArticlePage[] = [
  {
    slug: 'sato-lenz',
    title: 'La levitazione Sato-Lenz',
    sections:
      'abstract timeline theory research lenz sato vector innovations cold applications safety conclusions bibliography'.split(
        ' ',
      ),
    figures: 5,
    back: 'Torna alla Home',
  },
  {
    slug: 'codex',
    title: 'Big One',
    sections: 'origine impatto breve-termine medio-termine lungo-termine analisi eredita bibliografia'.split(
      ' ',
    ),
    figures: 6,
    back: 'Torna alla Home',
  },
  {
    slug: 'quantum-age',
    title: 'L’Era della Coerenza Quantistica',
    sections:
      'origini-scientifiche primi-calcolatori rete-q-link intelligenze-generative androidi-senzienti big-one eredita-culturale cronologia bibliografia'.split(
        ' ',
      ),
    figures: 9,
    back: 'Torna alla Home',
  },
  {
    slug: 'w01f-grizzly-warden',
    title: 'W-01F «Grizzly Warden»',
    sections: 's01 s02 s03 s04 s05 s06 s07 s08 s08-1 s08-2 s08-3 bibliografia'.split(' '),
    figures: 8,
    back: 'Torna alla Home',
  },
  {
    slug: 'b03-arctic-seeder',
    title: 'B-03 «Arctic Seeder»',
    sections: 's01 s02 s03 s04 s05 s06 s07 s08 s09 bibliografia'.split(' '),
    figures: 8,
    back: 'Torna alla Home',
  },
  {
    slug: 'l72-ironwind',
    title: 'L-72 «Ironwind»',
    sections:
      'dati s01 s01-1 s01-2 s02 s03 s03-1 s03-2 s03-3 s04 s04-1 s04-2 s04-3 s05 s05-1 s05-2 s05-3 s06 s06-1 s06-2 s06-3 s06-4 s07 s07-1 s07-2 s08 bibliografia avviso'.split(
        ' ',
      ),
    figures: 14,
    back: 'RITORNA',
  },
];

const text = (page: Page) => page.locator('main');
const rows = (section: Locator) => section.locator('tbody tr');
const headers = (section: Locator) => section.locator('thead').first().locator('th, td');
const topOf = (section: Locator) => section.evaluate((element) => element.getBoundingClientRect().top);

for (const { slug, title, sections, figures, back } of pages) {
  test.describe(`/${slug}`, () => {
    // One visit for all that only looks at the page: opening it is what takes the time.
    test('is whole, silent, by itself, within its edges, and leads home', async ({ page, baseURL }) => {
      const noise: string[] = [];
      page.on('console', (message) => isComplaint(message) && noise.push(message.text()));
      page.on('pageerror', (error) => noise.push(error.message));
      page.on('request', (request) => {
        const address = new URL(request.url());
        if (address.origin !== baseURL || address.pathname.startsWith('/api')) noise.push(address.href);
      });
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`/${slug}`);

      await test.step('title, sections, captioned figures, ways home', async () => {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
        await expect(page).toHaveTitle(new RegExp(title));
        const ids = await text(page)
          .locator('section[id]')
          .evaluateAll((all) => all.map(({ id }) => id));
        expect(ids.filter((id) => sections.includes(id))).toEqual(sections);
        await expect(page.locator('figure')).toHaveCount(figures);
        await expect(page.locator('figure figcaption:not(:empty)')).toHaveCount(figures);
        await expect(page.locator('footer')).toBeVisible();
        await expect(page.getByTestId('link-back-home')).toContainText(back);
        await expect(page.getByTestId('link-back-home')).toHaveAttribute('href', '/');
        await expect(page.getByTestId('button-back')).toHaveText(back);
        await expect(page.getByTestId('button-back')).toHaveAttribute('href', '/');
      });

      await test.step('no link that leads nowhere', async () => {
        await expect
          .poll(() => page.locator('.plate:has(> svg)').count())
          .toBe(await page.locator('.plate').count());
        const addresses = await page
          .locator('a[href]')
          .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
        const routes = ['/', '/chat', ...pages.map((other) => `/${other.slug}`)];
        const anchors = [...new Set(addresses)].filter((address) => address.startsWith('#'));
        const targets = (all: string[]) =>
          all.map((anchor) => document.querySelectorAll(`[id="${anchor.slice(1)}"]`).length);
        expect(await page.evaluate(targets, anchors)).toEqual(anchors.map(() => 1));
        for (const address of addresses) if (!address.startsWith('#')) expect(routes).toContain(address);
      });

      await test.step('no picture that is missing', async () => {
        for (const photo of await page.locator('main img').all()) {
          await photo.evaluate((image: HTMLImageElement) => image.scrollIntoView());
          await expect
            .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
            .toBeGreaterThan(0);
          expect(await photo.getAttribute('alt')).not.toBe('');
        }
      });

      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
      await page.waitForLoadState('networkidle');
      expect(noise).toEqual([]);

      await page.evaluate(() => Object.assign(window, { sameDocument: true }));
      await page.getByTestId('button-back').click();
      await expect(page).toHaveURL(/\/$/);
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    });

    // The pages share their parts: half of them are examined narrow and half wide.
    for (const width of [pages.findIndex((page) => page.slug === slug) % 2 === 0 ? 360 : 1440]) {
      test(`breaks no rule of accessibility at ${width} px`, async ({ page }) => {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await page.goto(`/${slug}`);
        await page.locator('h1').waitFor();
        await expect
          .poll(() => page.locator('.plate:has(> svg)').count())
          .toBe(await page.locator('.plate').count());
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() =>
          (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
        );
        expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 160))])).toEqual(
          [],
        );
      });
    }
  });
}

test.describe('the particulars', () => {
  test('quantum-age: header, intro box, chronology of 8 rows, 5 books, sticky sidebar of 9 figures', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/quantum-age');
    await expect(page.locator('.period')).toHaveText('1945–1978');
    await expect(page.locator('.intro')).toBeVisible();
    const numbers = page.locator('.text h2 .section-number');
    await expect(numbers).toHaveText(['1', '2', '3', '4', '5', '6', '7']);
    const chronology = page.locator('#cronologia');
    await expect(headers(chronology)).toHaveText(['Anno', 'Evento principale', 'Luogo']);
    await expect(rows(chronology).locator('th')).toHaveText([
      '1946',
      '1951',
      '1957',
      '1963',
      '1969',
      '1972',
      '1974',
      '1978',
    ]);
    await expect(page.locator('#bibliografia li')).toHaveCount(5);
    const sidebar = page.getByRole('complementary');
    await expect(sidebar.locator('figure')).toHaveCount(9);
    await page.locator('#big-one').scrollIntoViewIfNeeded();
    await page.evaluate(() => document.getElementById('big-one')?.scrollIntoView());
    await expect.poll(() => topOf(sidebar)).toBe(80);
    await expect(page.locator('#qa-7')).toBeInViewport();
  });

  test('quantum-age: on a phone each photograph stands after the paragraph that calls it', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto('/quantum-age');
    await expect(page.locator('.text p:has([data-figure="qa-5"]) + figure')).toHaveAttribute('id', 'qa-5');
  });

  test('codex: tables, numbered figures, a bibliography, cross-references without a reload', async ({
    page,
  }) => {
    await page.goto('/codex');
    await expect(page.locator('main table caption')).toHaveText([
      /^Tab\. 1\./,
      /^Tab\. 2\./,
      /^Tab\. 3\./,
      /^Tab\. 4\./,
      /^Tab\. 5\./,
    ]);
    await expect(page.locator('.figure-label')).toHaveText([
      'Fig. 1',
      'Fig. 2',
      'Fig. 3',
      'Fig. 4',
      'Fig. 5',
      'Fig. 6',
    ]);
    await expect(page.locator('#bibliografia li')).toHaveCount(11);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const reference = page.getByRole('link', { name: 'Levitazione Sato-Lenz', exact: true });
    await takenUp(page.locator('article'));
    await reference.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('La levitazione Sato-Lenz');
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });

  test('w01f: reserved for authorised personnel, by a printed notice and nothing else', async ({ page }) => {
    const response = await page.goto('/w01f-grizzly-warden');
    expect(response?.status()).toBe(200);
    await expect(page.locator('.notice-line')).toHaveText('RISERVATO AL PERSONALE AUTORIZZATO');
    const numbers = page.locator('h2 .section-number');
    await expect(numbers).toHaveText(['01', '02', '03', '04', '05', '06', '07', '08']);
  });

  test('b03: sections 01 to 09, the bibliography, the concluding note', async ({ page }) => {
    await page.goto('/b03-arctic-seeder');
    const numbers = ['01', '02', '03', '04', '05', '06', '07', '08', '09'];
    await expect(page.locator('h2 .section-number')).toHaveText(numbers);
    await expect(page.locator('#s04-1 ol').first().locator('li')).toHaveCount(6);
    await expect(page.locator('#nota-conclusiva')).toBeVisible();
  });

  test('l72: header block, title, main photograph, then the operating data', async ({ page }) => {
    await page.goto('/l72-ironwind');
    await expect(page.locator('.header-block dt')).toHaveText([
      'Classifica',
      'Divisione',
      'Documento',
      'Revisione',
      'Serie',
    ]);
    await expect(page.locator('.header-block dd')).toHaveText([
      'Uso interno',
      'Trazione, Officine di Luleå e di Narvik',
      'CFMN-L72/M-04',
      '1999',
      'L-72 «Ironwind»',
    ]);
    const order = await Promise.all(
      ['.header-block', 'h1', '#l-0', '#dati table', '#s01'].map((one) => topOf(page.locator(one))),
    );
    expect(order).toEqual([...order].sort((a, b) => a - b));
    await expect(headers(page.locator('#s07-1'))).toHaveCount(4);
    await expect(rows(page.locator('#s07-1')).locator('th')).toHaveText([
      '2.000 km',
      '5.000 km',
      '8.000 km',
      '10.000 km',
      '12 mesi',
    ]);
    await expect(page.locator('#s06-4 [aria-label="Nota di sicurezza"]')).toContainText(
      'Perdita di sincronia',
    );
    await expect(page.locator('#s05-1 li strong')).toHaveText([/flat-bed/, /box-hauler/, /tank-hauler/]);
    await expect(page.locator('#avviso')).toContainText('Uso interno');
  });
});

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
      await page.evaluate(() => scrollTo({ top: scrollY === 3000 ? 0 : 3000, behavior: 'instant' }));
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

  test('on paper only the document is left', async ({ page }) => {
    await page.goto('/w01f-grizzly-warden');
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('.top-bar')).toBeHidden();
    await expect(page.locator('.contents')).toBeHidden();
    await expect(page.locator('.article-end')).toBeHidden();
    await expect(page.locator('.notice-line')).toBeVisible();
  });
});
