import { isComplaint } from '../support/complaints.ts';
import { expect, takenUp, test } from '../support/site.ts';
import { pages, text, rows, headers, topOf } from '../support/article-pages.ts';

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
        await expect(page.locator('.top-bar')).toContainText('minuti di lettura');
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

      await test.step('no hole before its foot, one rule under a table’s head, no reading time in it', async () => {
        const hole = await page.evaluate(() => {
          const last = [...document.querySelectorAll('.text p, .text li, .initials, .neighbour-entry')].at(
            -1,
          );
          const foot = document.querySelector('.document-footer');
          return (foot?.getBoundingClientRect().top ?? NaN) - (last?.getBoundingClientRect().bottom ?? NaN);
        });
        expect(hole).toBeLessThan(120);
        const rules = await page
          .locator('thead tr')
          .evaluateAll((all) =>
            all.map(
              (row) =>
                new Set([...row.children].map((cell) => getComputedStyle(cell).borderBottomWidth)).size,
            ),
          );
        expect(rules.filter((widths) => widths !== 1)).toEqual([]);
        await expect(page.locator('main')).not.toContainText(/minuti di lettura|Lettura:/);
      });

      await page.waitForLoadState('networkidle');
      expect(noise).toEqual([]);

      await page.evaluate(() => Object.assign(window, { sameDocument: true }));
      await page.getByTestId('button-back').click();
      await expect(page).toHaveURL(/\/$/);
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    });
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
