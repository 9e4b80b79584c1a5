import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { startFakeServer } from '../support/fake-servers.ts';
import { answerNext, button, chooseMore, dialog } from '../support/panel.ts';
import { startS3Double, type S3Double } from '../support/s3-double.ts';
import { authorTest as test, expect, signIn } from '../support/site.ts';
import { log, rows, say } from '../support/terminal.ts';

type Part = 'modello' | 'lettori' | 'copie' | 'macchina';

async function openSettings(page: Page, part: Part): Promise<void> {
  await signIn(page);
  await page.goto(`/admin?foglio=impostazioni.${part}`);
  await expect(dialog(page).getByRole('navigation', { name: 'Parti delle impostazioni' })).toBeVisible();
}

/** What came of saving or trying stands in the bar, which is always seen. */
const bar = (page: Page) => dialog(page).locator('.book-end');

async function fillBucket(page: Page, double: S3Double, secret = double.keys.secretAccessKey): Promise<void> {
  const bucket = dialog(page);
  await bucket.getByLabel('Indirizzo del fornitore').fill(double.url);
  await bucket.getByLabel('Nome del bucket').fill(double.bucket);
  await bucket.getByLabel('Chiave di accesso').fill(double.keys.accessKeyId);
  await bucket.getByLabel('Chiave segreta').fill(secret);
}

test('a bucket is tried, saved and copied to, and its keys are never shown again', async ({ page }) => {
  const double = await startS3Double();
  await openSettings(page, 'copie');
  const bucket = dialog(page);
  await fillBucket(page, double, 'sbagliata');
  await button(page, 'Prova il bucket').click();
  await expect(bar(page).getByRole('alert')).toContainText('Scrivere non riesce');
  await expect(bar(page)).toBeInViewport({ ratio: 1 });
  await expect(bucket.getByLabel('Nome del bucket')).toHaveValue(double.bucket);
  expect(double.objects.size).toBe(0);
  await bucket.getByLabel('Chiave segreta').fill(double.keys.secretAccessKey);
  await button(page, 'Prova il bucket').click();
  await expect(bucket.getByText('Funziona: ho scritto, riletto e cancellato un oggetto')).toBeVisible();
  // By the keyboard alone.
  await bucket.getByLabel('Chiave segreta').press('Enter');
  await expect(bucket.getByText('Salvato: la copia è cominciata')).toBeVisible();
  await expect(bucket.getByLabel('Chiave segreta')).toHaveValue('');
  await expect.poll(() => [...double.objects.keys()].some((key) => key.endsWith('.snapshot'))).toBe(true);

  await page.goto('/admin?scheda=backup');
  await expect(page.getByText('Tutto è al sicuro anche nel bucket.')).toBeVisible({ timeout: 20_000 });
  await page.goto('/admin?foglio=impostazioni.copie');
  await expect(bucket.getByLabel('Nome del bucket')).toHaveValue(double.bucket);
  await expect(bucket.getByText('C’è, e non si mostra più.')).toHaveCount(2);
  await expect(bucket.getByLabel('Chiave di accesso')).toHaveValue('');
  await bucket.getByLabel('Nome del bucket').fill('');
  await button(page, /^Salva$/).click();
  await expect(bucket.getByText('il sito non copia più niente altrove')).toBeVisible();
  await double.close();
});

test('a model is tried, saved and used, and its key is never shown again', async ({ page }) => {
  const server = await startFakeServer('openrouter');
  await openSettings(page, 'modello');
  const sheet = dialog(page);
  await expect(sheet.getByText('nessun modello è impostato')).toBeVisible();
  await expect(sheet.getByRole('heading', { name: 'Oggi' })).toBeVisible();
  await expect(button(page, /^Salva$/)).toBeInViewport();
  await sheet.getByText('Un altro fornitore').click();
  await sheet.getByLabel('Indirizzo del server').fill(server.address);
  await sheet.getByLabel('Chiave', { exact: true }).fill('chiave');
  await button(page, 'Elenca').click();
  await expect(sheet.getByText('Il server ne elenca 2: prova/uno, prova/due.')).toBeVisible();
  await sheet.getByLabel('Modello', { exact: true }).fill('prova/uno');
  await button(page, /^Prova$/).click();
  await expect(sheet.getByText('«Fischiava. La neve, dico.» prova/uno')).toBeVisible();
  await button(page, /^Salva$/).click();
  await expect(bar(page).getByText('Salvato: vale da subito.')).toBeInViewport();
  await expect(sheet.getByText('Risponde prova/uno')).toBeVisible();
  await expect(sheet.getByLabel('Chiave', { exact: true })).toHaveValue('');

  await page.reload();
  await expect(sheet.getByText('Una chiave c’è, e non si mostra più.')).toBeVisible();
  await expect(sheet.getByLabel('Indirizzo del server')).toHaveValue(server.address);
  await expect(sheet.getByLabel('Chiave', { exact: true })).toHaveValue('');
  const settings = await page.request.get('/api/admin/model/settings');
  expect(settings.status()).toBe(200);
  expect(await settings.text()).not.toContain('"chiave"');

  await button(page, 'Chiudi').click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\?scheda=sezioni$/);

  // An address where nothing answers is told, and what was saved stays.
  await chooseMore(page, 'Impostazioni');
  const address = sheet.getByLabel('Indirizzo del server');
  await address.fill('non è un indirizzo');
  await button(page, /^Salva$/).click();
  await expect(bar(page).getByRole('alert')).toContainText('indirizzo');
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await address.fill('http://127.0.0.1:9/v1');
  await sheet.getByLabel('Modello', { exact: true }).fill('prova/uno');
  await button(page, /^Prova$/).click();
  await expect(bar(page).getByRole('alert')).toBeVisible({ timeout: 30_000 });
  await expect(address).toHaveValue('http://127.0.0.1:9/v1');

  // Nothing typed goes without a question, and a key is not kept with the draft of the rest.
  await sheet.getByLabel('Chiave', { exact: true }).fill('segreta');
  const kept = answerNext(page, false);
  await page.keyboard.press('Escape');
  expect(await kept).toContain('modifiche non salvate');
  await expect(address).toHaveValue('http://127.0.0.1:9/v1');
  page.once('dialog', (question) => void question.accept());
  await page.reload();
  await button(page, 'Riprendila').click();
  await expect(address).toHaveValue('http://127.0.0.1:9/v1');
  await expect(sheet.getByLabel('Chiave', { exact: true })).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('segreta');
  const dropped = answerNext(page, true);
  await button(page, 'Chiudi').click();
  await dropped;
  await expect(dialog(page)).toHaveCount(0);
  await page.goBack();
  await expect(address).toHaveValue(server.address);
  await expect(button(page, 'Riprendila')).toHaveCount(0);
  await server.close();
});

test('the author chooses the zone of her days, and reads what only the machine changes', async ({ page }) => {
  await openSettings(page, 'macchina');
  const days = dialog(page);
  await expect(days.getByLabel('Fuso orario')).toHaveValue('Europe/Rome');
  await days.getByLabel('Fuso orario').fill('Roma');
  await button(page, /^Salva$/).click();
  await expect(bar(page).getByRole('alert')).toContainText('scrivilo come Europe/Rome');
  await days.getByLabel('Fuso orario').fill('America/New_York');
  await button(page, /^Salva$/).click();
  await expect(days.getByText('Salvato: vale da subito.')).toBeVisible();
  const machine = dialog(page).getByRole('region', { name: 'La macchina' });
  for (const name of ['Dominio', 'Porta', 'Memoria', 'Versione']) {
    await expect(machine.getByText(name, { exact: true })).toBeVisible();
  }
  await expect(machine.getByText('libro aggiorna')).toBeVisible();
});

test('the author decides how long conversations are kept, and readers read it', async ({ page }) => {
  await openSettings(page, 'lettori');
  const kept = dialog(page);
  await expect(kept.getByLabel('Mesi dopo l’ultimo messaggio o codice')).toHaveValue('24');
  await expectAccessible(page);
  // What cannot be is refused in words, and what was typed stays.
  await kept.getByLabel('Giorni, per chi non ha mai usato un codice').fill('quaranta');
  await kept.getByLabel('Titolare del trattamento').fill('Ada Ferri');
  await button(page, /^Salva$/).click();
  await expect(bar(page).getByRole('alert')).toContainText('I giorni: un numero intero da 1 a 365.');
  await expect(kept.getByLabel('Titolare del trattamento')).toHaveValue('Ada Ferri');

  await kept.getByLabel('Giorni, per chi non ha mai usato un codice').fill('40');
  await kept.getByLabel('Mesi dopo l’ultimo messaggio o codice').fill('1');
  await kept.getByLabel('Recapito per le richieste').fill('ada@libro.test');
  await kept.getByLabel('Scopo', { exact: true }).fill('far parlare il personaggio');
  await button(page, /^Salva$/).click();
  await expect(kept.getByText('Salvato: vale da subito.')).toBeVisible();

  await page.goto('/');
  await page.getByRole('button', { name: 'Privacy e cookie' }).click();
  const notice = dialog(page);
  await expect(notice).toContainText('Titolare del trattamento: Ada Ferri.');
  await expect(notice).toContainText('Per ogni richiesta: ada@libro.test.');
  await expect(notice).toContainText('1 mese dopo il tuo ultimo messaggio o codice');
  await expect(notice).toContainText('40 giorni se non hai mai usato un codice');
  await expectAccessible(page);
});

test('the author erases the reader who asks for it, once it is sure who that is', async ({
  page,
  browser,
  site,
}) => {
  const reader = await browser.newPage({ baseURL: site.url });
  await reader.goto('/chat');
  await say(reader, 'Mi chiamo Ada');
  await expect(rows(reader)).toHaveCount(2);
  await say(reader, '/dimenticami');
  const written = await reader.getByText(/[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}/).textContent();
  const identifier = /[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}/.exec(written ?? '')?.[0] ?? '';

  await openSettings(page, 'lettori');
  const kept = dialog(page).locator('.erase-reader');
  const field = kept.getByLabel('Cancella un lettore che lo chiede');
  await field.fill('0000-0000-0000');
  await field.press('Enter');
  await expect(kept.getByRole('alert')).toBeVisible();
  await expect(button(page, 'Cancella per sempre')).toHaveCount(0);
  await field.fill(identifier.toLowerCase().replaceAll('-', ' '));
  await field.press('Enter');
  await expect(kept.getByRole('status')).toContainText(/2 messaggi, livello 0, visto il/);
  await expectAccessible(page);
  // Another code is another reader: what was found does not stand beside it.
  await field.pressSequentially('0');
  await expect(button(page, 'Cancella per sempre')).toHaveCount(0);
  await field.fill(identifier);
  await field.press('Enter');
  await button(page, 'Cancella per sempre').click();
  await expect(kept.getByText('Cancellato: di lui non resta niente.')).toBeVisible();
  await expect(field).toHaveValue('');

  await reader.reload();
  await expect(log(reader)).toContainText('SISTEMA INIZIALIZZATO');
  await expect(log(reader)).not.toContainText('Mi chiamo Ada');
  await reader.close();
});

test('a sheet that cannot be read says so, tries again and can be left, by keyboard', async ({ page }) => {
  await signIn(page);
  for (const [sheet, path, title] of [
    ['libro', '**/api/admin/book', 'Impossibile leggere il libro'],
    ['numeri', '**/api/admin/numbers', 'Impossibile leggere i numeri'],
    ['impostazioni', '**/api/admin/model/settings', 'Impossibile leggere le impostazioni'],
    ['impostazioni', '**/api/admin/settings', 'Il server non ha risposto.'],
  ] as const) {
    await page.route(path, (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(`/admin?foglio=${sheet}`);
    await expect(dialog(page).getByRole('alert')).toContainText(title);
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Chiudi' }).press('Enter');
    await expect(dialog(page)).toHaveCount(0);
    await page.goto(`/admin?foglio=${sheet}`);
    await expect(dialog(page).getByRole('alert')).toContainText(title);
    await page.unroute(path);
    await dialog(page).getByRole('button', { name: 'Riprova' }).press('Enter');
    await expect(dialog(page).getByRole('alert')).toHaveCount(0);
  }
});
