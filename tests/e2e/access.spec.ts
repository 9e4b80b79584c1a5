import type { CDPSession, Page } from 'playwright/test';
import { expectAccessible, expectNoSideways } from '../support/accessibility.ts';
import { adminPassword } from '../support/admin-password.ts';
import { answerNext, button, chooseMore, dialog } from '../support/panel.ts';
import { authorTest, expect, signIn } from '../support/site.ts';

// A passkey belongs to a name: at 127.0.0.1 there is none.
const test = authorTest.extend({
  baseURL: ({ site }, use) => use(site.url.replace('127.0.0.1', 'localhost')),
});

/** A device with a finger on it, as Chromium plays it. */
async function addDevice(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

async function signInByForm(page: Page, password = adminPassword): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

const part = (page: Page, name: string) => dialog(page).getByRole('region', { name });
const leave = async (page: Page) => {
  await button(page, 'Chiudi').click();
  await chooseMore(page, 'Esci');
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
};

test('a passkey is added, named, signs in, and is taken away', async ({ page }) => {
  await addDevice(page);
  await page.goto('/admin?foglio=accesso');
  await signInByForm(page);
  const passkeys = part(page, 'Passkey');
  await expect(passkeys).toContainText('Ancora nessuna.');
  await passkeys.getByLabel('Nome della passkey nuova').fill('Portatile');
  await passkeys.getByRole('button', { name: 'Aggiungi' }).click();
  await expect(passkeys.getByRole('listitem')).toContainText('Portatile');
  await passkeys.getByRole('button', { name: 'Rinomina' }).click();
  await passkeys.getByLabel('Nome della passkey', { exact: true }).fill('Portatile di casa');
  await passkeys.getByRole('button', { name: 'Salva' }).click();
  await expect(passkeys.getByRole('listitem')).toContainText('Portatile di casa');
  // The same device a second time: it has one already.
  await passkeys.getByLabel('Nome della passkey nuova').fill('Ancora');
  await passkeys.getByRole('button', { name: 'Aggiungi' }).click();
  await expect(passkeys.getByRole('alert')).toHaveText(/una passkey per il sito c’è già/);

  await leave(page);
  await button(page, 'Entra con una passkey').click();
  await expect(page.getByRole('tab', { name: 'Sezioni' })).toBeVisible();
  await page.goto('/admin?foglio=accesso');
  await expect(part(page, 'Dove sei dentro')).toContainText('con una passkey');
  const question = answerNext(page, true);
  await part(page, 'Passkey').getByRole('button', { name: 'Togli Portatile di casa' }).click();
  expect(await question).toContain('Portatile di casa');
  await expect(part(page, 'Passkey')).toContainText('Ancora nessuna.');

  await leave(page);
  await button(page, 'Entra con una passkey').click();
  await expect(page.getByRole('alert')).toHaveText(
    'Questa passkey qui non vale: entra con la password, o con un’altra.',
  );
  await signInByForm(page);
  await expect(page.getByRole('tab', { name: 'Sezioni' })).toBeVisible();
});

test('a device that refuses, and a site that is called by a number, are told in words', async ({
  page,
  site,
}) => {
  const session = await addDevice(page);
  await session.send('WebAuthn.disable');
  await page.goto('/admin');
  await button(page, 'Entra con una passkey').click();
  await expect(page.getByRole('alert')).toHaveText(/hai annullato|non ha risposto/);
  await page.goto(`${site.url}/admin`);
  await button(page, 'Entra con una passkey').click();
  await expect(page.getByRole('alert')).toHaveText(/Le passkey vogliono un nome e non un numero/);
});

test('the sheet lists where the author is in, ends one or all, and stays within every screen', async ({
  page,
  browser,
  baseURL,
}) => {
  // Of other tests, and the one that its site was prepared with.
  await signIn(page);
  expect((await page.request.post('/api/admin/sessions/end')).ok()).toBe(true);
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  const login = await elsewhere.request.post('/api/admin/login', { data: { password: adminPassword } });
  expect(login.status()).toBe(204);
  await page.goto('/admin?foglio=accesso');
  await signInByForm(page);
  const sessions = part(page, 'Dove sei dentro');
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSideways(page);
  }
  await expectAccessible(page);
  await sessions.getByLabel(/finisce da sé/).selectOption('un’ora');
  await page.reload();
  await expect(sessions.getByLabel(/finisce da sé/)).toHaveValue('1');

  await sessions.getByRole('listitem').filter({ hasNotText: '(questo)' }).getByRole('button').click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  expect((await elsewhere.request.get('/api/sections')).status()).toBe(401);
  await sessions.getByRole('button', { name: 'Esci ovunque' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  expect((await page.request.get('/api/sections')).status()).toBe(401);
  await elsewhere.close();
});

// The last: it changes the password.
test('recovery codes are shown once, one lets in, and then a password is chosen without the old one', async ({
  page,
}) => {
  test.slow();
  await page.goto('/admin?foglio=accesso');
  await signInByForm(page);
  const recovery = part(page, 'Codici di recupero');
  await expect(recovery).toContainText('Non ne hai ancora.');
  // As the server answers ten minutes after, the first time: it asks again who it is.
  let asked = 0;
  await page.route('**/api/admin/recovery-codes', async (route) => {
    if (route.request().method() !== 'POST' || (asked += 1) > 1) return route.fallback();
    await route.fulfill({ status: 401, json: { code: 'NOT_RECENT', message: 'Serve una conferma.' } });
  });
  await recovery.getByRole('button', { name: 'Fai i codici' }).click();
  const again = page.getByRole('dialog', { name: 'Sei tu?' });
  await again.getByLabel('Password', { exact: true }).fill(adminPassword);
  await page.keyboard.press('Enter');
  const codes = recovery.getByRole('listitem');
  await expect(codes).toHaveCount(10, { timeout: 120_000 });
  const code = (await codes.first().textContent()) ?? '';
  await page.reload();
  await expect(recovery).toContainText('Te ne restano 10');
  await expect(codes).toHaveCount(0);

  await leave(page);
  await button(page, 'Ho perso l’accesso').click();
  await page.getByLabel('Codice di recupero').fill('aaaa-bbbb-cccc-dddd');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Codice di recupero errato, o già usato.');
  await page.getByLabel('Codice di recupero').fill(code.toUpperCase().replaceAll('-', ' '));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Sezioni' })).toBeVisible();

  await page.goto('/admin?foglio=accesso');
  const password = part(page, 'Password');
  await expect(password.getByLabel('Password di adesso')).toHaveCount(0);
  await password.getByLabel('Password nuova').fill('password1234');
  await password.getByRole('button', { name: 'Cambia la password' }).click();
  await expect(password.getByRole('alert')).toHaveText(/È fra quelle che si provano per prime/);
  await password.getByLabel('Password nuova').fill('quattro mele sul binario morto');
  await password.getByRole('button', { name: 'Cambia la password' }).click();
  await expect(password.getByRole('status')).toContainText('Cambiata');
  await leave(page);
  await signInByForm(page);
  await expect(page.getByRole('alert')).toHaveText('Password errata.');
  await signInByForm(page, 'quattro mele sul binario morto');
  await expect(page.getByRole('tab', { name: 'Sezioni' })).toBeVisible();
});
