import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { button, dialog, expectToast, openPanel } from '../support/panel.ts';
import { emptyTest as test, expect } from '../support/site.ts';

const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: /^Parti del/ }).getByRole('button', { name, exact: true });

test('the author writes her book, looks at it, undoes, publishes it, and takes an older version back', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await openPanel(page);
  await page.getByRole('link', { name: 'Scrivi il libro: titolo, copertina, trama' }).click();
  await dialog(page).getByLabel('Titolo', { exact: true }).fill('Le avventure di Pinocchio');
  await dialog(page).getByLabel('Chi l’ha scritto').fill('Carlo Collodi');
  const preview = page.frameLocator('iframe[title^="Anteprima"]');
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Le avventure di Pinocchio');
  await expect(dialog(page).getByText('Bozza salvata.')).toBeVisible();
  // There again after a reload, without a press of any button.
  await page.reload();
  await expect(dialog(page).getByLabel('Titolo', { exact: true })).toHaveValue('Le avventure di Pinocchio');
  const frame = page.locator('iframe[title^="Anteprima"]');
  await expect(frame).toHaveCSS('width', '390px');
  await button(page, 'Computer').click();
  await expect(frame).toHaveCSS('width', '1280px');
  await expectAccessible(page);

  // What goes with one press comes back with one, from wherever the author is.
  const undo = button(page, 'Annulla l’ultima modifica');
  await part(page, 'Estratti e audio').click();
  await button(page, 'Aggiungi estratto').click();
  const excerpt = dialog(page).getByLabel('Il testo dell’estratto');
  await excerpt.fill('C’era una volta… — Un re!');
  await expect(preview.locator('.excerpts')).toBeInViewport();
  await button(page, 'Togli: estratto 1').click();
  await expect(excerpt).toHaveCount(0);
  await part(page, 'Titolo e copertina').click();
  await undo.press('Enter');
  await expect(excerpt).toHaveValue('C’era una volta… — Un re!');
  await expect(undo).toBeFocused();
  await undo.press('Enter');
  await expect(excerpt).toHaveValue('');
  await undo.press('Enter');
  await expect(excerpt).toHaveCount(0);

  await part(page, 'Trama e acquisto').click();
  const shop = dialog(page).getByLabel('Indirizzo del negozio');
  await expect(shop).toHaveAccessibleDescription(/non porta ancora da nessuna parte/);
  await shop.fill('libri.example');
  await expect(shop).toHaveAttribute('aria-invalid', 'true');
  await expect(button(page, 'Pubblica')).toBeDisabled();
  // It is kept as it was typed, and judged for readers alone; from any part its place is one press away.
  await expect(dialog(page).getByText('Bozza salvata.')).toBeVisible();
  await page.reload();
  await expect(shop).toHaveValue('libri.example');
  await part(page, 'Titolo e copertina').click();
  await dialog(page).locator('.book-end').getByRole('button', { name: 'Dove si compra' }).click();
  await shop.fill('www.libri.example/pinocchio');
  await expect(shop).toHaveAttribute('aria-invalid', 'false');
  // The character has a sheet of its own, with the same draft.
  await expect(dialog(page).getByText('Bozza salvata.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Il personaggio', exact: true }).click();
  await dialog(page).getByLabel('Come si chiama').fill('Pinocchio');
  await dialog(page).getByLabel('Chi è e come parla').fill('Sei un burattino di legno.');

  await button(page, 'Pubblica').click();
  await expectToast(page, 'Libro pubblicato');
  await expect(dialog(page).getByText('I lettori vedono questo.')).toBeVisible();
  await expect(page.locator('header .admin-book')).toHaveText('Le avventure di Pinocchio');

  const reader = await page.context().newPage();
  reader.on('pageerror', (error) => errors.push(String(error)));
  await reader.goto('/');
  await expect(reader).toHaveTitle('Le avventure di Pinocchio · Carlo Collodi');
  await expect(reader.getByRole('link', { name: 'Acquista' })).toHaveAttribute(
    'href',
    'https://www.libri.example/pinocchio',
  );
  await reader.goto('/chat');
  await expect(reader).toHaveTitle('Chat con Pinocchio');

  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Il libro', exact: true }).click();
  await dialog(page).getByLabel('Sottotitolo').fill('Mai pubblicato');
  await part(page, 'Versioni e pacchetto').click();
  await dialog(page)
    .getByRole('button', { name: /^Riprendi la versione/ })
    .click();
  await expectToast(page, 'Versione ripresa');
  await expect(dialog(page).getByText('Messa da parte', { exact: false })).toBeVisible();
  await part(page, 'Titolo e copertina').click();
  await expect(dialog(page).getByLabel('Sottotitolo')).toHaveValue('');
  expect(errors).toEqual([]);
});
