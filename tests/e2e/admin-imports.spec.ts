import { readFileSync } from 'node:fs';
import { authorTest as test, expect } from '../support/site.ts';
import {
  type Chapter,
  emptySite,
  pinocchio,
  openPanel,
  tab,
  button,
  dialog,
  row,
  expectToast,
  answerNext,
} from '../support/panel.ts';

emptySite('imports the whole of Pinocchio, telling exactly where it stopped', async ({ page }) => {
  await openPanel(page);
  const text = pinocchio.map((s) => `# Capitolo ${s.sectionNumber}\n\n${s.content}`).join('\n\n');
  await button(page, 'Importa da testo').click();
  const source = {
    name: 'pinocchio.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from(`\ufeffDedica\n\n${text}`),
  };
  await page.locator('input[type="file"]').setInputFiles(source);
  await expect(page.getByText('36 sezioni, 40.839 parole; 1 fuori')).toBeVisible();
  await page.getByLabel('Titolo di «Capitolo 2»').fill('Mastro Ciliegia e Geppetto');

  await page.route('**/api/sections', async (route) => {
    const body = route.request().postDataJSON() as { sectionNumber?: number } | null;
    if (body?.sectionNumber !== 11) return route.continue();
    await route.fulfill({ status: 503, json: { message: 'Il disco è pieno.', code: 'UNAVAILABLE' } });
    await page.unroute('**/api/sections');
  });
  await button(page, 'Salva 36 sezioni').click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Il disco è pieno.');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Salvate: 10, fino alla 10');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Non salvate: 26');
  await button(page, 'Riprendi').click();
  await expectToast(page, 'Sezioni Create', '36 sezioni salvate, dalla 1 alla 36.');

  const stored = (await (await page.request.get('/api/sections')).json()) as (Chapter & { title: string })[];
  expect(stored.map(({ sectionNumber, content }) => ({ sectionNumber, content }))).toEqual(
    pinocchio.map(({ sectionNumber, content }) => ({ sectionNumber, content })),
  );
  expect(stored[1]?.title).toBe('Mastro Ciliegia e Geppetto');
  await expect(page.getByText('36 sezioni · 40.839 parole')).toBeVisible();
});

emptySite('stops an import that is closed half-way, and tells what was saved', async ({ page }) => {
  await openPanel(page);
  await button(page, 'Importa da testo').click();
  const text = pinocchio.map((s) => `# Capitolo ${s.sectionNumber}\n\n${s.content}`).join('\n\n');
  const source = { name: 'pinocchio.md', mimeType: 'text/markdown', buffer: Buffer.from(text) };
  await page.locator('input[type="file"]').setInputFiles(source);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/sections', async (route) => {
    const body = route.request().postDataJSON() as { sectionNumber?: number } | null;
    if (body?.sectionNumber === 3) await held;
    await route.continue();
  });
  await button(page, 'Salva 36 sezioni').click();
  await expect(page.getByText('2 / 36')).toBeVisible();
  const question = answerNext(page, true);
  await page.keyboard.press('Escape');
  await question;
  await expect(dialog(page)).toHaveCount(0);
  release();
  await expectToast(page, 'Importazione interrotta', 'Sezioni salvate: 3 su 36.');
  await expect(page.getByText('3 sezioni ·')).toBeVisible();
});

test('flags numbers that are taken, and reads a pasted book and Windows-1252', async ({ page }) => {
  await openPanel(page);
  await button(page, 'Importa da testo').click();
  const latin = Buffer.from(
    'CAPITOLO I\r\n\r\nPerch\xe9 no? \x97 disse.\r\n\r\nCAPITOLO II\r\n\r\nCos\xec.',
    'latin1',
  );
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'libro.txt', mimeType: 'text/plain', buffer: latin });
  await expect(page.getByLabel('Numera da')).toHaveValue('13');
  await expect(page.getByText('Perché no? — disse.')).toBeVisible();
  await page.getByLabel('Numera da').fill('12');
  await expect(page.getByText('Numero già occupato da «Il respiro di Ferro».')).toBeVisible();
  await expect(button(page, /^Salva 2/)).toBeDisabled();
  await page.getByLabel('Salva «CAPITOLO I»').uncheck();
  await expect(page.getByText('Numero già occupato')).toBeVisible();
  await page.getByLabel('Numera da').fill('13');
  await button(page, 'Salva 1 sezione').click();
  await expectToast(page, 'Sezioni Create', 'La sezione 13 è salvata.');

  const book = pinocchio.map((s) => `Capitolo ${s.sectionNumber}\n\n${s.content}`).join('\n\n');
  await button(page, 'Importa da testo').click();
  const took = await page.getByLabel('Testo del libro').evaluate((field, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const start = performance.now();
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    return performance.now() - start;
  }, book);
  expect(took).toBeLessThan(2_000);
  await button(page, 'Anteprima').click();
  await expect(button(page, 'Salva 36 sezioni')).toBeEnabled();
});

test('takes an image file, shows it, and moves it up', async ({ page }) => {
  await openPanel(page, 'scheda=galleria');
  await button(page, 'Aggiungi immagine').click();
  const files = page.getByRole('dialog').locator('input[type="file"]');
  await files.setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('testo') });
  await expect(page.getByText('Il file scelto non è un’immagine.')).toBeVisible();
  await files.setInputFiles({
    name: 'finta.png',
    mimeType: 'image/png',
    buffer: Buffer.from('non è un’immagine'),
  });
  await expect(page.getByText('Il file deve essere un’immagine JPEG, PNG, WebP, AVIF o GIF.')).toBeVisible();
  await files.setInputFiles('src/content/media/gallery/03-ferro.webp');
  await expect(page.getByLabel('Indirizzo dell’immagine')).toHaveValue(
    /^\/uploads\/images\/[0-9a-f]+\.webp$/,
  );
  await expect
    .poll(() =>
      page.getByAltText('Anteprima dell’immagine').evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(0);
  await page.getByLabel('Titolo', { exact: true }).fill('Ferro, di nuovo');
  await button(page, 'Salva').click();
  await expectToast(page, 'Immagine Aggiunta');

  const up = button(page, 'Sposta su immagine Ferro, di nuovo');
  await up.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(up).toBeFocused();
  await expect
    .poll(async () => {
      const images = (await (await page.request.get('/api/gallery-images')).json()) as { title: string }[];
      return images.findIndex(({ title }) => title === 'Ferro, di nuovo');
    })
    .toBe(10);
});

test('downloads both backups', async ({ page }) => {
  await openPanel(page, 'scheda=backup');
  for (const [name, file] of [
    ['Scarica il database (JSON)', /^database-[\d-]+\.json$/],
    ['Scarica i file (tar.gz)', /^files-[\d-]+\.tar\.gz$/],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name }).click();
    expect((await download).suggestedFilename()).toMatch(file);
  }
});

test('stays light with ten thousand codes, and reachable by keyboard to the last', async ({ page }) => {
  const at = '2004-01-31T12:00:00.000Z';
  const codes = Array.from({ length: 10_000 }, (_, i) => ({
    id: `codice-${i}`,
    code: `neve-${String(i).padStart(5, '0')}`,
    maxSection: 1 + Math.floor(i / 1_000),
    label: `Lettore ${i}`,
    createdAt: at,
    updatedAt: at,
  }));
  await page.route('**/api/unlock-codes', (route) => route.fulfill({ json: codes }));
  await openPanel(page, 'scheda=codici-sblocco');
  await expect(page.getByText('10.000 codici')).toBeVisible();
  const rendered = () => page.locator('tbody tr[data-index]').count();
  expect(await rendered()).toBeLessThan(60);
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '10001');

  await button(page, 'Modifica codice neve-00000').focus();
  await page.keyboard.press('ArrowDown');
  await expect(button(page, 'Modifica codice neve-00001')).toBeFocused();
  await page.keyboard.press('End');
  await expect(button(page, 'Modifica codice neve-09999')).toBeFocused();
  await expect(row(page, 'neve-09999')).toBeInViewport();
  expect(await rendered()).toBeLessThan(60);

  const search = page.getByLabel('Cerca');
  await search.fill('NEVE 07777');
  await expect(row(page, 'neve-07777')).toBeVisible();
  await expect(page.getByText('1 su 10.000 codici')).toBeVisible();
});

test('shows that it is reading, that it failed, and reads again', async ({ page }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/sections', async (route) => {
    await held;
    await route.abort();
  });
  await openPanel(page);
  await expect(page.getByRole('status').filter({ hasText: 'Lettura delle sezioni…' })).toBeVisible();
  release();
  await expect(page.getByRole('alert')).toContainText('Impossibile leggere le sezioni');
  await page.unroute('**/api/sections');
  await button(page, 'Riprova').click();
  await expect(row(page, 'Il Mercato')).toBeVisible();
});

test('has no accessibility violations, dialogs included, and fits 360 pixels', async ({ page }) => {
  const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
  const check = async (what: string) => {
    await page.evaluate(axe);
    const violations = await page.evaluate(async () => {
      const { axe: checker } = globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      const found = (await checker.run()).violations;
      return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });
    expect(violations, what).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, what).toBeLessThanOrEqual(0);
  };

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/admin');
  await expect(page.getByLabel('Password')).toBeVisible();
  await check('sign-in');
  await openPanel(page);
  const openers: [string, string, string][] = [
    ['Sezioni', 'Aggiungi sezione', 'Nuova sezione'],
    ['Sezioni', 'Importa da testo', 'Importa sezioni da un testo'],
    ['Codici Sblocco', 'Aggiungi codice', 'Nuovo codice di sblocco'],
    ['Codici Musica', 'Aggiungi codice musicale', 'Nuovo codice musicale'],
    ['Galleria', 'Aggiungi immagine', 'Nuova immagine'],
  ];
  for (const [name, opener, title] of openers) {
    await tab(page, name).click();
    await expect(button(page, opener)).toBeVisible();
    await check(name);
    await button(page, opener).click();
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await check(title);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  }
  await tab(page, 'Backup').click();
  await check('Backup');
});
