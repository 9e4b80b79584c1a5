import type { Page } from 'playwright/test';
import { expectAccessible, expectNoSideways } from '../support/accessibility.ts';
import { button, dialog } from '../support/panel.ts';
import { type S3Double, startS3Double } from '../support/s3-double.ts';
import { authorTest as base, expect, signIn } from '../support/site.ts';

const test = base.extend<{ double: S3Double }>({
  double: async ({}, use) => {
    const double = await startS3Double();
    await use(double);
    await double.close();
  },
});

const bucket = (page: Page) => dialog(page).getByRole('region', { name: 'Copia nel bucket' });

async function openSettings(page: Page): Promise<void> {
  await signIn(page);
  await page.goto('/admin?foglio=impostazioni');
  await expect(bucket(page)).toBeVisible();
}

async function fillBucket(page: Page, double: S3Double, secret = double.keys.secretAccessKey): Promise<void> {
  const part = bucket(page);
  await part.getByLabel('Indirizzo del fornitore').fill(double.url);
  await part.getByLabel('Nome del bucket').fill(double.bucket);
  await part.getByLabel('Chiave di accesso').fill(double.keys.accessKeyId);
  await part.getByLabel('Chiave segreta').fill(secret);
}

test('a bucket is tried, saved and copied to, and its keys are never shown again', async ({
  page,
  double,
}) => {
  await openSettings(page);
  const part = bucket(page);
  await fillBucket(page, double, 'sbagliata');
  await button(page, 'Prova il bucket').click();
  await expect(part.getByRole('alert')).toContainText('Scrivere non riesce');
  await expect(part.getByLabel('Nome del bucket')).toHaveValue(double.bucket);
  expect(double.objects.size).toBe(0);
  await part.getByLabel('Chiave segreta').fill(double.keys.secretAccessKey);
  await button(page, 'Prova il bucket').click();
  await expect(part.getByText('Funziona: ho scritto, riletto e cancellato un oggetto')).toBeVisible();
  // By the keyboard alone.
  await part.getByLabel('Chiave segreta').press('Enter');
  await expect(part.getByText('Salvato: la copia è cominciata')).toBeVisible();
  await expect(part.getByLabel('Chiave segreta')).toHaveValue('');
  await expect.poll(() => [...double.objects.keys()].some((key) => key.endsWith('.snapshot'))).toBe(true);

  await page.goto('/admin?scheda=backup');
  await expect(page.getByText('Tutto è al sicuro anche nel bucket.')).toBeVisible({ timeout: 20_000 });
  await page.goto('/admin?foglio=impostazioni');
  await expect(part.getByLabel('Nome del bucket')).toHaveValue(double.bucket);
  await expect(part.getByText('C’è, e non si mostra più.')).toHaveCount(2);
  await expect(part.getByLabel('Chiave di accesso')).toHaveValue('');
  await part.getByLabel('Nome del bucket').fill('');
  await button(page, 'Salva il bucket').click();
  await expect(part.getByText('il sito non copia più niente altrove')).toBeVisible();
});

test('the author chooses the zone of her days, and reads what only the machine changes', async ({ page }) => {
  await openSettings(page);
  const days = dialog(page).getByRole('region', { name: 'I tuoi giorni' });
  await expect(days.getByLabel('Fuso orario')).toHaveValue('Europe/Rome');
  await days.getByLabel('Fuso orario').fill('Roma');
  await button(page, 'Salva il fuso orario').click();
  await expect(days.getByRole('alert')).toContainText('scrivilo come Europe/Rome');
  await days.getByLabel('Fuso orario').fill('America/New_York');
  await button(page, 'Salva il fuso orario').click();
  await expect(days.getByText('Salvato: vale da subito.')).toBeVisible();
  const machine = dialog(page).getByRole('region', { name: 'La macchina' });
  for (const name of ['Dominio', 'Porta', 'Memoria', 'Versione']) {
    await expect(machine.getByText(name, { exact: true })).toBeVisible();
  }
  await expect(machine.getByText('libro aggiorna')).toBeVisible();
});

for (const width of [360, 768, 1440]) {
  test(`the whole sheet is readable at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openSettings(page);
    await expectNoSideways(page);
    await expectAccessible(page);
  });
}

test('settings that cannot be read say so', async ({ page }) => {
  await signIn(page);
  await page.route('**/api/admin/settings', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto('/admin?foglio=impostazioni');
  await expect(dialog(page).getByRole('alert')).toContainText('Il server non ha risposto.');
  await expectAccessible(page);
  await page.unroute('**/api/admin/settings');
  await dialog(page).getByRole('button', { name: 'Riprova' }).press('Enter');
  await expect(dialog(page).getByLabel('Fuso orario')).toBeVisible();
});

test('a sheet that cannot be read says so, tries again and can be left, by keyboard', async ({ page }) => {
  await signIn(page);
  for (const [sheet, path, title] of [
    ['libro', '**/api/admin/book', 'Impossibile leggere il libro'],
    ['numeri', '**/api/admin/numbers', 'Impossibile leggere i numeri'],
    ['impostazioni', '**/api/admin/model/settings', 'Impossibile leggere le impostazioni'],
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
