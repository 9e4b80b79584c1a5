import type { Page } from 'playwright/test';
import { expectAccessible, expectNoSideways } from '../support/accessibility.ts';
import { longHistory } from '../support/chat-channel.ts';
import { expect, test } from '../support/site.ts';
import { auth, code, input, log, notice, rows, say } from '../support/terminal.ts';

async function redeem(page: Page, text: string) {
  await auth(page).click();
  await code(page).fill(text);
  await code(page).press('Enter');
}

/** What a browser does that comes back to the front; a test's page is never behind. */
const comeBack = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('focus')));

/** The history has come with the reply: until then the greeting stands above. */
async function expectKept(page: Page) {
  await expect(log(page).getByText('SISTEMA INIZIALIZZATO')).toHaveCount(0);
  await expect(rows(page)).toHaveCount(2);
}

test.describe('a refused code', () => {
  // A word that opens a track, and one that nobody knows: who guesses learns nothing from the difference.
  for (const word of ['LUNANUOVA', 'BOHBOHBOH'])
    test(`says in the bar where words for the music go: ${word}`, async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto('/chat');
      await redeem(page, word);
      const told = page.locator('.terminal-code-refusal');
      await expect(told).toHaveText(
        'Non apre niente: ricontrollalo segno per segno. Una parola per la musica, invece, si scrive nella Home.',
      );
      await expect(code(page)).toHaveAccessibleDescription(/Una parola per la musica/);
      await expectNoSideways(page);
      await expectAccessible(page);
      // The notice must not lie on what is to be read after it.
      const [line, over] = [await told.boundingBox(), await page.locator('.toast').boundingBox()];
      expect(over?.y).toBeGreaterThanOrEqual((line?.y ?? 0) + (line?.height ?? 0));
      await code(page).fill('q');
      await expect(told).toHaveCount(0);
    });

  test('leads to the form for the music', async ({ page }) => {
    await page.goto('/chat');
    await redeem(page, 'LUNANUOVA');
    await page.getByRole('link', { name: 'nella Home' }).click();
    await expect(page).toHaveURL(/\/#colonna-sonora$/);
    await expect(page.getByPlaceholder('Parola o codice del libro')).toBeInViewport();
  });

  test('typed as a command is in the bar, to be corrected', async ({ page }) => {
    await page.goto('/chat');
    await say(page, '/codice qr4n-7mdz');
    await expect(page.locator('.terminal-code-refusal')).toContainText('Non apre niente');
    await expect(code(page)).toHaveValue('qr4n-7mdz');
    await expect(code(page)).toHaveAttribute('type', 'text');
    await expect(code(page)).toBeFocused();
  });

  test('is not called wrong where the line broke or the site asks to wait', async ({ page }) => {
    await page.goto('/chat');
    const told = page.locator('.terminal-code-refusal');
    await page.route('**/api/redeem-code', (route) => route.abort());
    await redeem(page, 'qr4n-7mdx');
    await expect(told).toHaveText('La linea è caduta: il codice non è arrivato. Riprova fra poco.');
    await page.unroute('**/api/redeem-code');
    await page.route('**/api/redeem-code', (route) =>
      route.fulfill({ status: 429, json: { message: 'Riprova fra 8 minuti.', code: 'TOO_MANY_REQUESTS' } }),
    );
    await code(page).press('Enter');
    await expect(told).toHaveText('Riprova fra 8 minuti.');
  });
});

test.describe('a refused word for the music', () => {
  const field = (page: Page) => page.getByPlaceholder('Parola o codice del libro');

  /** The form takes a word once its button does: before that the page has no script yet. */
  async function enterWord(page: Page, word: string) {
    await field(page).fill(word);
    await expect(page.locator('#colonna-sonora form button')).toBeEnabled();
    await field(page).press('Enter');
  }

  test('leads to the chat, with the code in its bar', async ({ page }) => {
    await page.goto('/');
    await enterWord(page, 'hb6t-2wvk');
    await expect(field(page)).toHaveAccessibleDescription(
      'Non apre nessuna traccia: ricontrolla segno per segno. Se è un codice per la memoria di Nilak, si scrive in chat.',
    );
    await expectAccessible(page);
    await page.getByRole('link', { name: 'in chat', exact: true }).click();
    await expect(code(page)).toHaveValue('hb6t-2wvk');
    await page.getByRole('button', { name: '[VALIDATE]' }).click();
    await expect(notice(page)).toContainText('ACCESSO GARANTITO FINO ALLA SEZIONE 3');
  });

  test('is not called wrong where the line broke', async ({ page }) => {
    await page.route('**/api/music-codes/validate', (route) => route.abort());
    await page.goto('/');
    await enterWord(page, 'LUNANUOVA');
    await expect(field(page)).toHaveAccessibleDescription(
      'La linea è caduta: la parola non è arrivata. Riprova fra poco.',
    );
  });
});

test('what is said on another device is there when the reader comes back', async ({
  page,
  browser,
  site,
}) => {
  await page.goto('/chat');
  await say(page, 'Ciao, sono Ada.');
  await expect(rows(page)).toHaveCount(2);
  await say(page, '/prosegui');
  await page.getByRole('button', { name: '[DAMMI UN CODICE]' }).click();
  const written = (await page.locator('.terminal-code').textContent()) ?? '';
  const context = await browser.newContext();
  const phone = await context.newPage();
  await phone.goto(`${site.url}/chat#prosegui=${written}`);
  await phone.getByRole('button', { name: '[PROSEGUI QUI]' }).click();
  await expect(log(phone)).toContainText('STESSA CONVERSAZIONE');
  // The code has been used: it is not offered any longer.
  await expect(page.getByText(/^Collegato: .*Là c’è la stessa conversazione/)).toBeVisible();
  await expect(page.locator('.terminal-code')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await say(phone, 'Adesso scrivo dal telefono.');
  await expect(rows(phone).last()).toHaveAttribute('data-speaker', 'assistant');
  await redeem(phone, 'qr4n-7mdx');
  await expect(phone.getByText('SEC_01', { exact: true })).toBeVisible();
  await comeBack(page);
  await expect(log(page)).toContainText('Adesso scrivo dal telefono.');
  await expect(page.getByText('SEC_01', { exact: true })).toBeVisible();
  await context.close();
});

test.describe('cookies', () => {
  const dropped = 'IL BROWSER RIFIUTA I COOKIE';
  const lost = 'LA CONVERSAZIONE DI PRIMA QUI NON C’È PIÙ';

  test('that the browser drops in silence are told after the first reply', async ({ page }) => {
    await page.route('**/api/chat/history*', (route) => route.fulfill({ json: { messages: [] } }));
    await page.route('**/api/user/identifier', (route) => route.fulfill({ json: {} }));
    await page.goto('/chat');
    await say(page, 'Mi chiamo Anna.');
    await expect(log(page).getByText(dropped)).toBeVisible();
  });

  test('that are kept are not spoken of', async ({ page }) => {
    await page.goto('/chat');
    await say(page, 'Mi chiamo Anna.');
    await expectKept(page);
    await page.reload();
    await expect(rows(page)).toHaveCount(2);
    await expect(log(page).getByText(/COOKIE/)).toHaveCount(0);
  });

  test('cleared while the chat is open: the badge goes down, and it is said why', async ({ page }) => {
    await page.goto('/chat');
    await redeem(page, 'qr4n-7mdx');
    await expect(page.getByText('SEC_01', { exact: true })).toBeVisible();
    await expect(rows(page).last()).toHaveAttribute('data-speaker', 'assistant');
    await page.context().clearCookies();
    await say(page, 'Ti ricordi di me?');
    await expect(log(page).getByText(lost)).toBeVisible();
    await expect(page.getByText('SEC_00', { exact: true })).toBeVisible();
  });

  test('cleared between two visits: it is said once', async ({ page }) => {
    await page.goto('/chat');
    await say(page, 'Sono Ada.');
    await expectKept(page);
    await page.context().clearCookies();
    await page.reload();
    await expect(log(page).getByText(lost)).toBeVisible();
    await page.reload();
    await expect(log(page).getByText('SISTEMA INIZIALIZZATO')).toBeVisible();
    await expect(log(page).getByText(lost)).toHaveCount(0);
  });

  test('are not blamed for what the reader deleted, nor for a lower level', async ({ page }) => {
    await page.goto('/chat');
    await redeem(page, 'qr4n-7mdx');
    await expect(page.getByText('SEC_01', { exact: true })).toBeVisible();
    await expect(rows(page).last()).toHaveAttribute('data-speaker', 'assistant');
    await say(page, '/livello 0');
    await expect(log(page).getByText('RILETTURA DA SEC_00')).toBeVisible();
    await expect(page.locator('.terminal-badge')).toContainText(/SEC_01.*DA 0/);
    await say(page, 'E adesso?');
    await expect(rows(page).last()).toHaveAttribute('data-speaker', 'assistant');
    await page.getByRole('button', { name: '[MENU]' }).click();
    await page.getByRole('button', { name: '[CANCELLA]' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Cancellare tutta la conversazione?');
    await page.getByRole('button', { name: '[SÌ, CANCELLA]' }).click();
    await expect(log(page).getByText('CONVERSAZIONE CANCELLATA.')).toBeVisible();
    await say(page, 'Ricominciamo.');
    await expect(rows(page).last()).toHaveAttribute('data-speaker', 'assistant');
    await page.reload();
    await expect(rows(page)).toHaveCount(2);
    await expect(log(page).getByText(lost)).toHaveCount(0);
  });

  test('are not blamed for a history that another level shows in another tab', async ({ page }) => {
    const [first, second] = [longHistory(8).slice(0, 4), longHistory(8).slice(4)];
    let messages = first;
    await page.route('**/api/chat/history*', (route) => route.fulfill({ json: { messages } }));
    await page.goto('/chat');
    await expect(rows(page)).toHaveCount(4);
    messages = second;
    await page.evaluate(() => {
      // Another tab's channel: a page does not hear itself by its own.
      new BroadcastChannel('conversation').postMessage('level');
    });
    await expect(log(page)).toContainText(second.at(-1)?.content ?? '');
    await expect(log(page).getByText(lost)).toHaveCount(0);
  });
});

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
  // Filling takes two steps, and what comes back between them would stand before what is filled in.
  await expect(input(page)).toHaveValue('Una frase a metà');
  await say(page, 'Eccomi di nuovo');
  await expect(log(page).getByText('Eccomi di nuovo')).toBeVisible();
});

test('an address typed with a capital letter leads to its page', async ({ page }) => {
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  await page.goto('/Codex?da=libro#eredita');
  await expect(page).toHaveURL(/\/codex\?da=libro#eredita$/);
  await expect(page.getByRole('heading', { name: 'Big One' })).toBeVisible();
  expect(failures).toEqual([]);
});
