import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { docx, wordDocument } from '../support/manuscripts.ts';
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

const chapters = (from = pinocchio) =>
  from.map((s) => `# Capitolo ${s.sectionNumber}\n\n${s.content}`).join('\n\n');

async function choose(page: Page, name: string, bytes: Uint8Array | string): Promise<void> {
  await button(page, 'Importa da testo').click();
  const buffer = Buffer.from(bytes);
  await page
    .getByLabel('Manoscritto', { exact: true })
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

const stored = async (page: Page) =>
  (await (await page.request.get('/api/sections')).json()) as (Chapter & { id: string; title: string })[];

emptySite('takes the whole of Pinocchio from Word, saves it at once, and takes it back', async ({ page }) => {
  await openPanel(page);
  const blocks = pinocchio.flatMap(({ sectionNumber, content }) => [
    { heading: `Capitolo ${sectionNumber}`, level: 1 },
    ...content.split('\n\n'),
  ]);
  await choose(page, 'pinocchio.docx', docx(['Le avventure di Pinocchio', ...blocks]));
  await expect(page.getByText('36 sezioni, 40.839 parole; 1 fuori')).toBeVisible();
  await page.getByLabel('Titolo di «Capitolo 2»').fill('Mastro Ciliegia e Geppetto');
  await expectAccessible(page);

  await page.route('**/api/sections/import', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fulfill({ status: 503, json: { message: 'Il disco è pieno.', code: 'UNAVAILABLE' } });
  });
  await button(page, 'Salva 36 sezioni').click();
  await expect(dialog(page).getByRole('alert')).toContainText('Il disco è pieno.');
  expect(await stored(page)).toEqual([]);
  await page.unroute('**/api/sections/import');
  await button(page, 'Salva 36 sezioni').click();
  await expectToast(page, 'Sezioni Create', '36 sezioni salvate, dalla 1 alla 36.');
  expect((await stored(page)).map(({ sectionNumber, content }) => ({ sectionNumber, content }))).toEqual(
    pinocchio.map(({ sectionNumber, content }) => ({ sectionNumber, content })),
  );
  expect((await stored(page))[1]?.title).toBe('Mastro Ciliegia e Geppetto');
  await expect(page.getByText('36 sezioni · 40.839 parole')).toBeVisible();

  const question = answerNext(page, true);
  await button(page, 'Annulla l’importazione').click();
  expect(await question).toContain('Vuoi annullare tutta l’importazione?');
  await expectToast(page, 'Importazione Annullata');
  await expect(page.getByText('Nessuna sezione creata.')).toBeVisible();
});

emptySite('shows of a revised manuscript what changed, and renews it in place', async ({ page }) => {
  await openPanel(page);
  await choose(page, 'pinocchio.md', chapters());
  await button(page, 'Salva 36 sezioni').click();
  await expectToast(page, 'Sezioni Create');
  const before = await stored(page);

  const revised = pinocchio
    .filter(({ sectionNumber }) => sectionNumber < 36)
    .map((s) => (s.sectionNumber === 2 ? { ...s, content: s.content.replace('Geppetto', 'Beppe') } : s));
  await choose(page, 'rivisto.txt', chapters(revised));
  await expect(page.getByText('0 nuove, 1 cambiate, 34 uguali')).toBeVisible();
  await expect(row(page, 'cambiata')).toContainText('+1 −1 parole');
  await expect(page.getByLabel('Togli la 36, «Capitolo 36»')).not.toBeChecked();
  await button(page, 'Salva 1 sezione').click();
  await expectToast(page, 'Libro Aggiornato', '1 cambiata.');
  const after = await stored(page);
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after[1]?.content).toBe(revised[1]?.content);

  await choose(page, 'rivisto.txt', chapters(revised));
  await expect(button(page, 'Niente da salvare')).toBeDisabled();
});

emptySite(
  'lets pieces be divided, joined, numbered and left out, footnotes be kept, by keyboard too',
  async ({ page }) => {
    await openPanel(page);
    const blocks = [
      { heading: 'Capitolo 1', level: 1 },
      'Uno^Una nota.^.',
      'Due.',
      { heading: 'Capitolo 2', level: 1 },
      'Tre^Un’altra.^.',
      { heading: 'Ringraziamenti', level: 1 },
      'A te.',
    ];
    await choose(page, 'libro.docx', docx(blocks));
    // Footnotes stay out until the author wants them at the end of their section.
    const notes = page.getByLabel('Note a piè di pagina (2)');
    await expect(notes).toHaveValue('out');
    await expect(page.getByText('2 sezioni, 3 parole; 1 fuori')).toBeVisible();
    await notes.focus();
    await notes.press('ArrowDown');
    await expect(notes).toHaveValue('end');
    await expect(page.getByText(/^2 sezioni, 1\d parole; 1 fuori/)).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByLabel('Salva «Ringraziamenti»')).not.toBeChecked();
    await row(page, 'Uno.').getByRole('button', { name: 'Leggi e dividi' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Dividi qui, prima di «Due.»' }).press('Enter');
    await expect(page.getByLabel('Numero di «Capitolo 1 (seguito)»')).toHaveValue('2');
    await expect(page.getByText('I numeri del testo ricominciano o si ripetono')).toBeVisible();
    await page.getByLabel('Numero di «Capitolo 2»').fill('7');
    await expect(page.getByLabel('Numero di «Capitolo 2»')).toHaveValue('7');
    await page.getByLabel('Titolo di «Capitolo 1 (seguito)»').fill('Intermezzo');
    await button(page, 'Salva 3 sezioni').click();
    await expectToast(page, 'Sezioni Create', '3 sezioni salvate, dalla 1 alla 7.');
    const noted = (await stored(page)).map(({ sectionNumber, title, content }) => [
      sectionNumber,
      title,
      content.split('\n\n').filter((line) => /\p{L}/u.test(line)),
    ]);
    expect(noted).toEqual([
      [1, 'Capitolo 1', ['Uno.', 'Nota 1. Una nota.']],
      [2, 'Intermezzo', ['Due.']],
      [7, 'Capitolo 2', ['Tre.', 'Nota 1. Un’altra.']],
    ]);
  },
);

emptySite('shows the titles that it guessed, and divides at signs only when told to', async ({ page }) => {
  await openPanel(page);
  const paragraph = (text: string, look = '') =>
    `<w:p><w:pPr>${look && '<w:jc w:val="center"/>'}</w:pPr><w:r><w:rPr>${look}</w:rPr><w:t>${text}</w:t></w:r></w:p>`;
  const prose = 'Nella neve il treno non arrivava mai. '.repeat(10);
  const titles = ['La neve', 'Il treno', 'La casa di Ferro'];
  const body = titles.map((title) => paragraph(title, '<w:b/>') + paragraph(prose) + paragraph('***'));
  const front = paragraph('Maria Rossi', '<w:b/>') + paragraph('romanzo', '<w:i/>');
  await choose(page, 'libro.docx', wordDocument(front + body.join('') + paragraph(prose)));
  await expect(page.getByText('3 titoli sono stati riconosciuti dall’aspetto')).toBeVisible();
  await expect(page.getByText('Titolo riconosciuto dall’aspetto')).toHaveCount(3);
  await expect(page.getByLabel('Dividi a')).toHaveValue('look');
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, String(width)).toBeLessThanOrEqual(0);
  }
  await button(page, 'Salva 3 sezioni').click();
  await expectToast(page, 'Sezioni Create', '3 sezioni salvate, dalla 1 alla 3.');
  expect((await stored(page)).map(({ title }) => title)).toEqual(titles);

  await choose(page, 'scene.txt', 'Nevica.\n\n***\n\nPiove.\n\n***\n\nGela.');
  await expect(page.getByLabel('Dividi a')).toHaveValue('whole');
  await expect(page.getByText('ma si può dividere altrove')).toBeVisible();
  await page.getByLabel('Dividi a').selectOption('stacchi come «* * *» (3)');
  await expect(button(page, 'Salva 3 sezioni')).toBeEnabled();
  await page.getByLabel('Dividi a').selectOption('non dividere');
  await expect(page.getByText('0 sezioni, 0 parole; 1 fuori')).toBeVisible();
});

test('keeps the book’s numbers apart, reads Windows-1252 and a pasted book, and refuses in words', async ({
  page,
}) => {
  await openPanel(page);
  const latin = Buffer.from(
    'CAPITOLO I\r\n\r\nPerch\xe9 no? \x97 disse.\r\n\r\nCAPITOLO II\r\n\r\nCos\xec.',
    'latin1',
  );
  await choose(page, 'libro.txt', latin);
  await expect(page.getByText('queste si aggiungono in fondo')).toBeVisible();
  await expect(page.getByLabel('Numera da')).toHaveValue('13');
  await expect(page.getByText('Perché no? — disse.')).toBeVisible();
  await page.getByLabel('Numera da').fill('12');
  await expect(page.getByText('Numero già occupato da «Il respiro di Ferro».')).toBeVisible();
  await expect(button(page, /^Salva 2/)).toBeDisabled();
  await button(page, 'Sostituisci «Il respiro di Ferro»').click();
  await expect(row(page, 'cambiata')).toContainText('+3 −');
  await page.getByLabel('Numera da').fill('13');
  await page.getByLabel('Salva «CAPITOLO I»', { exact: true }).uncheck();
  await button(page, 'Salva 1 sezione').click();
  await expectToast(page, 'Sezioni Create', 'La sezione 13 è salvata.');

  await choose(page, 'libro.epub', 'non un archivio');
  await expect(dialog(page).getByRole('alert')).toContainText('«libro.epub» è rovinato');
  const took = await page.getByLabel('Testo del libro').evaluate(
    (field, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      const start = performance.now();
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      return performance.now() - start;
    },
    chapters().replaceAll('# ', ''),
  );
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

  await page.route('**/api/admin/backup', (route) => route.abort());
  await tab(page, 'Backup').click();
  await expect(page.getByText('Non riesco a sapere quanto è grande')).toHaveCount(2);
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
    ['Sezioni', 'Importa da testo', 'Importa il manoscritto'],
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
