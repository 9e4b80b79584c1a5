import type { Page } from 'playwright/test';
import { startFakeServer, type FakeServer } from '../support/fake-servers.ts';
import { button, dialog, openPanel } from '../support/panel.ts';
import { authorTest as base, expect, signIn } from '../support/site.ts';

const test = base.extend<{ server: FakeServer }>({
  server: async ({}, use) => {
    const server = await startFakeServer('openrouter');
    await use(server);
    await server.close();
  },
});

async function openSheet(page: Page): Promise<void> {
  await signIn(page);
  await page.goto('/admin?foglio=impostazioni');
  await expect(dialog(page).getByRole('heading', { name: 'Impostazioni' })).toBeVisible();
}

test('a model is tried, saved and used, and its key is never shown again', async ({ page, server }) => {
  await openSheet(page);
  const sheet = dialog(page);
  await expect(sheet.getByText('nessun modello è impostato')).toBeVisible();
  await sheet.getByLabel('Indirizzo del server').fill(server.address);
  await sheet.getByLabel('Chiave', { exact: true }).fill('chiave');
  await button(page, 'Elenca').click();
  await expect(sheet.getByText('Il server ne elenca 2: prova/uno, prova/due.')).toBeVisible();
  await sheet.getByLabel('Modello', { exact: true }).fill('prova/uno');
  await button(page, /^Prova$/).click();
  await expect(sheet.getByText('«Fischiava. La neve, dico.» prova/uno')).toBeVisible();
  await button(page, /^Salva$/).click();
  await expect(sheet.getByText('Salvato: vale da subito.')).toBeVisible();
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
});

test('an address where nothing answers is told, and what was saved stays', async ({ page, server }) => {
  await openPanel(page);
  await page.getByRole('link', { name: 'Impostazioni' }).click();
  await expect(page).toHaveURL(/foglio=impostazioni/);
  const sheet = dialog(page);
  const address = sheet.getByLabel('Indirizzo del server');
  await address.fill('non è un indirizzo');
  await button(page, /^Salva$/).click();
  await expect(sheet.getByRole('alert')).toContainText('indirizzo');
  await address.fill('http://127.0.0.1:9/v1');
  await sheet.getByLabel('Modello', { exact: true }).fill('prova/uno');
  await button(page, /^Prova$/).click();
  await expect(sheet.getByRole('alert')).toBeVisible({ timeout: 30_000 });
  await expect(address).toHaveValue('http://127.0.0.1:9/v1');
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await page.goForward();
  await expect(sheet.getByLabel('Indirizzo del server')).toHaveValue('');
  expect(server.paths).toEqual([]);
});

test('the buttons stand below all else, and in sight', async ({ page }) => {
  await openSheet(page);
  await expect(dialog(page).getByRole('heading', { name: 'Oggi' })).toBeVisible();
  const isAfter = await page.evaluate(() => {
    const heading = [...document.querySelectorAll('h3')].find(({ textContent }) => textContent === 'Oggi');
    const save = document.querySelector('[role=dialog] button[type=submit]');
    if (!heading || !save) throw new Error('the sheet has no figures or no button');
    return (heading.compareDocumentPosition(save) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  });
  expect(isAfter).toBe(true);
  await expect(button(page, /^Salva$/)).toBeInViewport();
});
