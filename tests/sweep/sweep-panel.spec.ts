import type { Page } from 'playwright/test';
import { articleSlugs } from '#shared/pages.ts';
import { adminTabs } from '../../src/client/features/admin/panel-address.ts';
import { expectAccessible, expectNoSideways } from '../support/accessibility.ts';
import { expectRings } from '../support/focus-ring.ts';
import { createReader, expectStates, forcedColours } from '../support/forced-colours.ts';
import { button, dialog, openPanel, tab } from '../support/panel.ts';
import { authorTest, emptyTest, expect, signIn, test } from '../support/site.ts';
import { sizes } from '../support/sizes.ts';

// The author's pages, asked what sweep.spec.ts asks of the readers': each tab with data and without, each sheet, each form of a new entry.

test.describe.configure({ mode: 'parallel', timeout: 900_000 });

/** How many stops of the keyboard each tab has at least. */
const stopsOf = { sezioni: 30, 'codici-sblocco': 30, 'codici-musica': 20, galleria: 60, backup: 3 };

/** What a row may measure on a tablet, in pixels. */
const mostOfRow = { sezioni: 92, 'codici-sblocco': 66, 'codici-musica': 76, galleria: 96, backup: Infinity };

const sheets = [
  'foglio=impostazioni',
  'foglio=impostazioni.lettori',
  'foglio=impostazioni.copie',
  'foglio=impostazioni.macchina',
  'foglio=cestino',
  'foglio=accesso',
  'foglio=libro',
  'foglio=personaggio',
  'foglio=numeri',
  'scheda=sezioni&voce=nuova',
  'scheda=codici-sblocco&voce=nuova',
  'scheda=codici-musica&voce=nuova',
  'scheda=galleria&voce=nuova',
];

async function expectFits(page: Page): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await test.step(`${width} × ${height}`, () => expectNoSideways(page));
    if (width === 360) await expectAccessible(page);
  }
}

/** A row is no higher than what is read in it, and its keys are all in it. */
async function expectRows(page: Page, most: number): Promise<void> {
  const rows = page.locator('.admin-table tbody tr:not(.admin-gap)');
  for (const width of [768, 1000]) {
    await page.setViewportSize({ width, height: 1000 });
    await expect
      .poll(() => rows.evaluateAll((all) => Math.max(0, ...all.map((each) => each.clientHeight))))
      .toBeLessThanOrEqual(most);
    const isCut = await rows.evaluateAll((all) =>
      all.some((each) =>
        [...each.querySelectorAll('button')].some((key) => {
          const [inner, outer] = [key.getBoundingClientRect(), each.getBoundingClientRect()];
          return (
            inner.right > outer.right || inner.bottom > outer.bottom || key.scrollWidth > key.clientWidth
          );
        }),
      ),
    );
    expect(isCut, `${width} px`).toBe(false);
  }
}

async function openTab(page: Page, name: (typeof adminTabs)[number]): Promise<void> {
  await page.goto(`/admin?scheda=${name}`);
  await expect(page.getByRole('tab', { selected: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

async function openSheet(page: Page, address: string): Promise<void> {
  await page.goto(`/admin?${address}`);
  await dialog(page).waitFor();
  await page.waitForLoadState('networkidle');
  if (address === 'foglio=libro') await page.locator('.book-preview iframe').waitFor();
}

test.describe('at one pixel to a pixel', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  // Its rows as they are before a reader has used a code.
  authorTest('signing in, and each tab with the demonstration in it', async ({ page }) => {
    await page.goto('/admin');
    await page.getByLabel('Password', { exact: true }).waitFor();
    await expectFits(page);
    await expectRings(page, 'sign-in', 2);
    await signIn(page);
    for (const name of adminTabs)
      await test.step(name, async () => {
        await openTab(page, name);
        await expectFits(page);
        await expectRows(page, mostOfRow[name]);
        await page.setViewportSize({ width: 1280, height: 720 });
        await expectRings(page, name, stopsOf[name], '[role=tabpanel]');
      });
    // A tab that gets the focus is shown.
    await expectRings(page, 'the head and the tabs', 10, ':is(header, [role=tablist], footer)');
  });

  test('each sheet and each form of a new entry', async ({ page }) => {
    await signIn(page);
    // A reader to be counted.
    await page.request.post('/api/redeem-code', { data: { code: 'HB6T2WVK' } });
    for (const sheet of sheets)
      await test.step(sheet, async () => {
        await openSheet(page, sheet);
        await expectFits(page);
        await page.setViewportSize({ width: 1280, height: 720 });
        await expectRings(page, sheet, 1);
      });
    await page.keyboard.press('Escape');
    await tab(page, 'Sezioni').click();
    await button(page, 'Importa da testo').click();
    await expect(page.getByRole('dialog', { name: 'Importa il manoscritto' })).toBeVisible();
    await expectFits(page);
    await page.keyboard.press('Escape');

    // The numbers are plotted and told, and leave by the keyboard.
    await button(page, 'Altro').press('Enter');
    await page.getByRole('menuitem', { name: 'Numeri' }).press('Enter');
    const numbers = page.getByRole('dialog', { name: 'Numeri' });
    await expect(numbers.getByText('Contati ora da ciò che il sito conserva comunque.')).toBeVisible();
    for (const name of ['Lettori per livello raggiunto', 'Codici usati per giorno'])
      await expect(numbers.getByRole('table', { name })).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(numbers).toHaveCount(0);
  });
});

test.describe('at two', () => {
  test.use(forcedColours);

  test('in the system’s own colours', async ({ page }) => {
    await page.goto('/admin');
    await page.getByLabel('Password', { exact: true }).waitFor();
    const expectReadable = await createReader(page);
    await expectReadable('sign-in', 3, ['dark', 'light']);
    await signIn(page);
    for (const name of adminTabs) {
      await openTab(page, name);
      await expectReadable(name, 20);
      await expectStates(page.getByRole('tab', { selected: true }), 1);
    }
    for (const sheet of sheets.slice(0, 10)) {
      await openSheet(page, sheet);
      await expectReadable(sheet, 3);
    }
  });
});

/** Who and what the demonstration book is about. */
const namesOfDemonstration = /nilak|livia|sarti|il respiro di ferro|linea alta|ironwind/i;

emptyTest(
  'a site without the demonstration names nobody of it, and its empty panel is whole',
  async ({ page }) => {
    for (const path of ['/', '/chat', '/admin', '/una-pagina-che-non-esiste']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect((await page.content()).match(namesOfDemonstration)?.[0], path).toBeUndefined();
    }
    for (const slug of articleSlugs) expect((await page.request.get(`/${slug}`)).status()).toBe(404);
    expect((await page.goto('/codex'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/Big One/);
    expect((await page.request.get('/public-objects/cover/copertina.webp')).status()).toBe(404);

    // Between a phone and a desk the ways out of the panel stand in one line.
    await page.setViewportSize({ width: 768, height: 900 });
    await openPanel(page);
    await expect(page.getByTestId('link-back-home')).toBeVisible();
    const tops = await page.locator('header :is(.admin-link, .admin-button)').evaluateAll((links) =>
      links.map((link) => {
        const { top, bottom } = link.getBoundingClientRect();
        return Math.round((top + bottom) / 2);
      }),
    );
    expect(new Set(tops).size).toBe(1);
    for (const name of adminTabs) {
      await openTab(page, name);
      const told = page.getByRole('tabpanel').getByText(/^Ness|Un file JSON/);
      await expect(told.first()).toBeVisible();
      await expectFits(page);
    }
  },
);
