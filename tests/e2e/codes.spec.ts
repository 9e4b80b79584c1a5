import { readFile } from 'node:fs/promises';
import jsQr from 'jsqr';
import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { answerNext, button, dialog, expectToast, openPanel, row } from '../support/panel.ts';
import { expectAccessible, expectNoSideways } from '../support/accessibility.ts';
import { authorTest as test, expect, publishedBook } from '../support/site.ts';

const tableRows = (page: Page) => page.locator('tbody tr[data-index]');

async function makeCodes(page: Page, count: number, more: Record<string, string> = {}): Promise<void> {
  await button(page, 'Molti codici').click();
  await dialog(page).getByLabel('Quanti', { exact: true }).fill(String(count));
  await dialog(page).getByLabel('Sezione massima').fill('3');
  for (const [label, value] of Object.entries(more)) await dialog(page).getByLabel(label).fill(value);
  await button(page, 'Crea').click();
  await expect(dialog(page).getByText(`${count} codici creati`)).toBeVisible();
}

/** What a telephone reads in a square printed 15 mm wide at 300 dots an inch. */
async function scan(svg: string): Promise<string | undefined> {
  const side = Math.round((15 / 25.4) * 300);
  const drawing = svg.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');
  const image = sharp(Buffer.from(drawing), { density: 600 }).resize(side, side).ensureAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return jsQr(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

test('makes many codes and prints them; a framed one opens the chat with one tap', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openPanel(page, 'scheda=codici-sblocco');
  await makeCodes(page, 30, { Etichetta: 'Fiera {n}' });
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Stampa' }).click();
  await expect(dialog(page).getByText('30 codici su 2 fogli A4')).toBeVisible();
  await expectNoSideways(page);

  const printed = page.locator('.code-print');
  await expect(printed).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(printed).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(printed.locator('ol')).toHaveCount(2);
  const ticket = printed.locator('li').nth(7);
  const code = (await ticket.locator('.code-ticket-code').textContent()) ?? '';
  const link = await scan(await ticket.locator('svg').evaluate((svg) => svg.outerHTML));
  expect(link).toBe(`${new URL(page.url()).origin}/chat#codice=${code}`);
  const { book } = await publishedBook(page);
  await expect(ticket.locator('.code-ticket-book')).toHaveText(book.title);
  await page.emulateMedia({ media: null });

  await dialog(page)
    .getByLabel(/Segnalibri/)
    .check();
  await expect(dialog(page).getByText('su 8 fogli A4')).toBeVisible();
  await expect(printed.locator('ol')).toHaveCount(8);

  const reader = await context.browser()?.newPage();
  if (!reader) throw new Error('No browser to read with.');
  const asked: string[] = [];
  reader.on('request', (request) => asked.push(request.url()));
  await reader.goto(link ?? '');
  await expect(reader.getByLabel('CODICE', { exact: true })).toHaveValue(code);
  await expect(reader.getByRole('button', { name: '[VALIDATE]' })).toBeFocused();
  expect(new URL(reader.url()).hash).toBe('');
  expect(asked.filter((url) => url.includes(code))).toEqual([]);
  await reader.keyboard.press('Enter');
  await expect(reader.getByText('SEC_03')).toBeVisible();
  await reader.close();

  await dialog(page).getByRole('button', { name: 'Chiudi' }).click();
  await page.reload();
  await expect(row(page, code)).toContainText('usato da 1 lettore');
});

test('finds, ticks, writes out and deletes many, and reads them in again', async ({ page }) => {
  await openPanel(page, 'scheda=codici-sblocco');
  // What is typed goes only when the author says so.
  await button(page, 'Molti codici').click();
  const label = dialog(page).getByLabel('Etichetta');
  await label.fill('Fiera');
  for (const accept of [false, true]) {
    const question = answerNext(page, accept);
    await button(page, 'Annulla').click();
    expect(await question).toContain('modifiche non salvate');
    await expect(label).toHaveCount(accept ? 0 : 1);
  }

  await makeCodes(page, 12, { Etichetta: 'Fiera di Torino {n}', 'Per quanti lettori, ciascuno': '2' });
  await dialog(page).getByRole('button', { name: 'Chiudi' }).click();
  await page.getByLabel('Cerca').fill('torino fiera');
  await expect(tableRows(page)).toHaveCount(12);
  await expect(tableRows(page).first()).toContainText('usato da 0 su 2 lettori');
  await page.getByLabel('Scegli tutti').check();
  await expect(page.getByText('12 codici scelti')).toBeVisible();

  const download = page.waitForEvent('download');
  await button(page, 'Esporta CSV').click();
  const file = await (await download).path();
  expect((await readFile(file, 'utf8')).split('\r\n')).toHaveLength(13);

  await page
    .getByLabel(/^Scegli codice/)
    .first()
    .uncheck();
  const refused = answerNext(page, false);
  await button(page, 'Elimina scelti').click();
  expect(await refused).toMatch(/^Sei sicuro di voler eliminare questi 11 codici di sblocco\?\n\n/);
  await expect(tableRows(page)).toHaveCount(12);
  const accepted = answerNext(page, true);
  await button(page, 'Elimina scelti').click();
  await accepted;
  await expectToast(page, 'Codici Eliminati', '11 in tutto');
  await expect(tableRows(page)).toHaveCount(1);

  // What is wrong in a list is said by its rows, and changes nothing.
  await button(page, 'Importa CSV').click();
  const choose = (name: string, text: string) =>
    dialog(page)
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('foglio.csv', 'nome;cognome\nLivia;Sarti\n');
  await expect(dialog(page).getByRole('alert')).toContainText('manca la colonna «Codice»');
  await choose('codici.csv', 'Codice;Sezione\nabcd-2345;1\nno;tre\n');
  await dialog(page).getByRole('button', { name: 'Importa' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Riga 3: Il codice deve avere da 4 a 64');
  await expect(dialog(page).getByRole('alert')).toContainText('Riga 3: La sezione massima deve essere');
  await dialog(page).locator('input[type=file]').setInputFiles(file);
  await expect(dialog(page).getByText('12 codici, 11 nuovi, 1 già nella tabella')).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Importa' }).click();
  await expect(dialog(page).getByText('11 codici nuovi, 0 cambiati, 1 già com’era.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Chiudi' }).click();
  await expect(tableRows(page)).toHaveCount(12);
});

test('warns of a code that leads nowhere, of one that is easily guessed and of one that is spent', async ({
  page,
}) => {
  await openPanel(page, 'scheda=codici-sblocco');
  const last = ((await (await page.request.get('/api/sections')).json()) as unknown[]).length;
  await page.request.post('/api/unlock-codes', { data: { code: 'PRIMAVERA', maxSection: 999, uses: 1 } });
  await page.request.post('/api/unlock-codes', {
    data: { code: 'vecc-7777', maxSection: 1, expiresAt: '2003-12-21' },
  });
  await page.request.post('/api/music-codes', {
    data: { code: 'Prima-Vera', trackTitle: 'Neve', spotifyUrl: 'spotify:track:4uLU6hMCjMI75M1A2tKUQC' },
  });
  await page.request.post('/api/redeem-code', { data: { code: 'primavera' } });
  await page.reload();
  await expect(row(page, 'PRIMAVERA')).toContainText(`la sezione 999 non c’è: l’ultima è la ${last}`);
  await expect(row(page, 'PRIMAVERA')).toContainText('facile da indovinare');
  await expect(row(page, 'PRIMAVERA')).toContainText('esaurito');
  await expect(row(page, 'PRIMAVERA')).toContainText('è anche un codice musicale');
  await expect(row(page, 'vecc-7777')).toContainText('scaduto il 21 dic 2003');

  // A code that the key has made is a change like one that is typed.
  await button(page, 'Aggiungi codice').click();
  await dialog(page).getByRole('button', { name: 'Genera' }).click();
  const unsaved = answerNext(page, true);
  await page.keyboard.press('Escape');
  expect(await unsaved).toContain('modifiche non salvate');

  // A section that codes lead to says so before it is deleted, and is edited from its text on.
  await page.request.post('/api/unlock-codes', { data: { code: 'fino-a-undici', maxSection: 11 } });
  await openPanel(page);
  const eleventh = page.getByRole('row').filter({ hasText: /^11/ });
  const asked = answerNext(page, false);
  await eleventh.getByRole('button', { name: /^Elimina/ }).click();
  expect(await asked).toMatch(/1 codice apre|codici aprono/);
  await eleventh.getByRole('button', { name: /^Modifica/ }).click();
  await expect(dialog(page).getByLabel('Contenuto')).toBeFocused();
});

test('makes many words that open one track, and prints them', async ({ page }) => {
  await openPanel(page, 'scheda=codici-musica');
  await button(page, 'Molti codici').click();
  await dialog(page).getByLabel('Quanti', { exact: true }).fill('12');
  await button(page, 'Crea').click();
  await expect(dialog(page).getByText('Il titolo della traccia è obbligatorio.')).toBeVisible();
  await dialog(page).getByLabel('Titolo della traccia').fill('Sotto il ghiaccio');
  await dialog(page).getByLabel('Traccia su Spotify').fill('spotify:track:4uLU6hMCjMI75M1A2tKUQC');
  await expectAccessible(page);
  // By the keyboard alone.
  await dialog(page).getByLabel('Traccia su Spotify').press('Enter');
  await expect(dialog(page).getByText('12 codici creati')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Stampa' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('12 codici su 1 fogli A4')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Chiudi' }).click();
  await expect(row(page, 'Sotto il ghiaccio')).toHaveCount(12);

  // Whether it is the track that was meant is heard before it is saved.
  await button(page, 'Aggiungi codice musicale').click();
  const heard = dialog(page).getByRole('link', { name: 'Ascolta la traccia su Spotify' });
  await dialog(page).getByLabel('Traccia su Spotify').fill('spotify:track:corta');
  await expect(heard).toHaveCount(0);
  await dialog(page).getByLabel('Traccia su Spotify').fill('spotify:track:4uLU6hMCjMI75M1A2tKUQC');
  await expect(heard).toHaveAttribute('href', 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC');
  await expectAccessible(page);
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
