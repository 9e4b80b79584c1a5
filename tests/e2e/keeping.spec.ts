import type { Page } from 'playwright/test';
import { expectAccessible, expectNoSideways } from '../support/accessibility.ts';
import { button, dialog } from '../support/panel.ts';
import { authorTest as test, expect, signIn } from '../support/site.ts';
import { input, log, rows, say } from '../support/terminal.ts';

async function openSettings(page: Page): Promise<void> {
  await signIn(page);
  await page.goto('/admin?foglio=impostazioni');
  await expect(conversations(page)).toBeVisible();
}

const conversations = (page: Page) => dialog(page).getByRole('region', { name: 'Conversazioni' });

test('the author decides how long conversations are kept, and readers read it', async ({ page }) => {
  await openSettings(page);
  const part = conversations(page);
  await expect(part.getByLabel('Mesi dopo l’ultimo messaggio o codice')).toHaveValue('24');
  await expectAccessible(page);
  // What cannot be is refused in words, and what was typed stays.
  await part.getByLabel('Giorni, per chi non ha mai usato un codice').fill('quaranta');
  await part.getByLabel('Titolare del trattamento').fill('Ada Ferri');
  await button(page, 'Salva le conversazioni').click();
  await expect(part.getByRole('alert')).toContainText('I giorni: un numero intero da 1 a 365.');
  await expect(part.getByLabel('Titolare del trattamento')).toHaveValue('Ada Ferri');

  await part.getByLabel('Giorni, per chi non ha mai usato un codice').fill('40');
  await part.getByLabel('Mesi dopo l’ultimo messaggio o codice').fill('1');
  await part.getByLabel('Recapito per le richieste').fill('ada@libro.test');
  await part.getByLabel('Scopo', { exact: true }).fill('far parlare il personaggio');
  await button(page, 'Salva le conversazioni').click();
  await expect(part.getByText('Salvato: vale da subito.')).toBeVisible();

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

  await openSettings(page);
  const part = conversations(page);
  const field = part.getByLabel('Cancella un lettore che lo chiede');
  await field.fill('0000-0000-0000');
  await field.press('Enter');
  await expect(part.getByRole('alert')).toBeVisible();
  await expect(button(page, 'Cancella per sempre')).toHaveCount(0);
  await field.fill(identifier.toLowerCase().replaceAll('-', ' '));
  await field.press('Enter');
  await expect(part.getByRole('status')).toContainText(/2 messaggi, livello 0, visto il/);
  await expectAccessible(page);
  // Another code is another reader: what was found does not stand beside it.
  await field.pressSequentially('0');
  await expect(button(page, 'Cancella per sempre')).toHaveCount(0);
  await field.fill(identifier);
  await field.press('Enter');
  await button(page, 'Cancella per sempre').click();
  await expect(part.getByText('Cancellato: di lui non resta niente.')).toBeVisible();
  await expect(field).toHaveValue('');

  await reader.reload();
  await expect(log(reader)).toContainText('SISTEMA INIZIALIZZATO');
  await expect(log(reader)).not.toContainText('Mi chiamo Ada');
  await reader.close();
});

for (const width of [360, 768, 1440]) {
  test(`at ${width} pixels nothing is cut off`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openSettings(page);
    await expectNoSideways(page);
    for (const field of await conversations(page).getByRole('textbox').all()) {
      const box = await field.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    }
  });
}

test('a reader whose key was taken away is told once, and keeps what is being written', async ({
  page,
  context,
}) => {
  await page.goto('/chat');
  await say(page, 'Chi sei?');
  await expect(rows(page)).toHaveCount(2);
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).length)).toBeGreaterThan(0);
  // As another key would have sealed it.
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'reader');
  const other = [...(cookie?.value ?? '')].reverse().join('');
  const url = new URL(page.url()).origin;
  await input(page).fill('Una frase a metà');
  await context.addCookies([{ name: 'reader', value: other, url }]);
  await page.reload();
  await expect(log(page)).toContainText('NON TI RICONOSCE PIÙ');
  await expect(log(page)).toContainText('[AUTH]');
  await expect(input(page)).toHaveValue('Una frase a metà');
  await expectAccessible(page);
  await page.reload();
  await expect(log(page)).toContainText('SISTEMA INIZIALIZZATO');
  await expect(log(page)).not.toContainText('NON TI RICONOSCE');
  await say(page, 'Eccomi di nuovo');
  await expect(log(page).getByText('Eccomi di nuovo')).toBeVisible();
});

test('a password is masked, may be pasted, and browsers know it for one', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/admin');
  const field = page.getByLabel('Password', { exact: true });
  await expect(field).toHaveAttribute('type', 'password');
  await expect(field).toHaveAttribute('autocomplete', 'current-password');
  await page.evaluate(() => navigator.clipboard.writeText('quattro mele sul binario'));
  await field.focus();
  await page.keyboard.press('Control+V');
  await expect(field).toHaveValue('quattro mele sul binario');
});
