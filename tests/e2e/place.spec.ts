import type { Browser, Page } from 'playwright/test';
import { expectAccessible, expectNoSideways } from '../support/accessibility.ts';
import { expect, test } from '../support/site.ts';
import { auth, code, input, log, notice, rows, say } from '../support/terminal.ts';

const badge = (page: Page) => page.getByRole('button', { name: /SEC_/ });
const sheet = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const menu = (page: Page) => page.getByRole('button', { name: '[MENU]' });

async function openDevices(page: Page) {
  await menu(page).click();
  await page.getByRole('button', { name: '[PROSEGUI ALTROVE]' }).click();
  await expect(sheet(page, 'Prosegui altrove')).toBeFocused();
}

async function askForCode(page: Page): Promise<string> {
  await openDevices(page);
  await page.getByRole('button', { name: '[DAMMI UN CODICE]' }).click();
  await expect(page.getByRole('img', { name: 'Il codice da inquadrare' })).toBeVisible();
  return (await page.locator('.terminal-code').textContent()) ?? '';
}

async function otherDevice(browser: Browser, address: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  return { page, [Symbol.asyncDispose]: () => context.close() };
}

async function redeem(page: Page, text = 'qr4n-7mdx') {
  await auth(page).click();
  await code(page).fill(text);
  await code(page).press('Enter');
}

test.describe('going on elsewhere', () => {
  test('a link and one tap, and the other device has the same conversation', async ({
    page,
    browser,
    site,
  }) => {
    await page.goto('/chat');
    await say(page, 'Mi chiamo Ada e riparo orologi.');
    await expect(rows(page)).toHaveCount(2);
    const written = await askForCode(page);
    await expectAccessible(page);
    await using other = await otherDevice(browser, `${site.url}/chat#prosegui=${written}`);
    const phone = other.page;
    await expect(phone.getByLabel(/prosegui la conversazione di un altro dispositivo/)).toHaveValue(written);
    await phone.getByRole('button', { name: '[PROSEGUI QUI]' }).click();
    await expect(log(phone)).toContainText('Mi chiamo Ada e riparo orologi.');
    await expect(log(phone)).toContainText('STESSA CONVERSAZIONE, SU QUESTO DISPOSITIVO.');
    expect(phone.url()).not.toContain(written);
    // Listed where the code was made, without doing anything there.
    await expect(page.getByText('DISPOSITIVI: 2 SU 5')).toBeVisible();
    await page.getByRole('button', { name: /^Stacca: (?!.*questo dispositivo)/ }).click();
    await expect(page.getByText('DISPOSITIVI: 1 SU 5')).toBeVisible();
    await phone.reload();
    await expect(log(phone)).not.toContainText('Ada');
  });

  test('who has a conversation of their own is asked, and has it again after leaving', async ({
    page,
    browser,
    site,
  }) => {
    await page.goto('/chat');
    await say(page, 'Sono Ada.');
    await expect(rows(page)).toHaveCount(2);
    const written = await askForCode(page);
    await using other = await otherDevice(browser, `${site.url}/chat`);
    const phone = other.page;
    await say(phone, 'Sono Bruno.');
    await expect(rows(phone)).toHaveCount(2);
    await openDevices(phone);
    await phone.getByLabel('Hai un codice di un altro dispositivo?').fill(written.toLowerCase());
    await phone.keyboard.press('Enter');
    const question = phone.getByRole('alertdialog');
    await expect(question).toContainText('Qui hai già una conversazione (2 messaggi).');
    await expect(phone.getByRole('button', { name: '[RESTO QUI]' })).toBeFocused();
    await phone.getByRole('button', { name: '[PASSA ALL’ALTRA]' }).click();
    await expect(log(phone)).toContainText('Sono Ada.');
    await expect(log(phone)).not.toContainText('Sono Bruno.');
    await openDevices(phone);
    await phone.getByRole('button', { name: /^Stacca: .*questo dispositivo/ }).click();
    await expect(log(phone)).toContainText('Sono Bruno.');
  });

  test('a wrong code and a missing line are told where the code is typed', async ({ page }) => {
    await page.goto('/chat');
    await say(page, 'Ciao.');
    await expect(rows(page)).toHaveCount(2);
    await openDevices(page);
    const field = page.getByLabel('Hai un codice di un altro dispositivo?');
    await field.fill('ZZZZ-ZZZZ');
    await field.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Codice non valido o scaduto.');
    await expect(field).toHaveValue('ZZZZ-ZZZZ');
    await page.route('**/api/user/devices', (route) => route.abort());
    await field.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('La linea è caduta. Riprova fra poco.');
  });
});

test('refused cookies are told, once', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { get: () => false }));
  await page.goto('/chat');
  await say(page, 'Ci sei?');
  const line = log(page).getByText('IL BROWSER RIFIUTA I COOKIE: QUI NON RESTERÀ NIENTE');
  await expect(line).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await say(page, 'E adesso?');
  await expect(rows(page)).toHaveCount(5);
  await expect(line).toHaveCount(1);
});

test('a code whose cookie is not kept opens nothing for long, and that is told', async ({ page }) => {
  await page.route('**/api/user/identifier', (route) => route.fulfill({ json: {} }));
  await page.route('**/api/user/progress', (route) =>
    route.fulfill({ json: { maxSection: 0, email: null } }),
  );
  await page.goto('/chat');
  await redeem(page);
  await expect(page.getByText('SEC_01', { exact: true })).toBeVisible();
  await expect(log(page).getByText('IL BROWSER RIFIUTA I COOKIE')).toBeVisible();
  await expect(page.getByText('SEC_00', { exact: true })).toBeVisible();
});

test.describe('the screen as the reader wants it', () => {
  test('is remembered, and there before any script', async ({ page }) => {
    await page.goto('/chat');
    await menu(page).click();
    await page.getByRole('button', { name: '[SCHERMO]' }).click();
    await page.getByRole('button', { name: '[AMBRA]' }).click();
    await page.getByRole('button', { name: 'A+: testo più grande' }).click();
    await page.getByRole('switch', { name: /vetro/ }).click();
    await expect(page.locator('.terminal-glass')).toBeHidden();
    await expectAccessible(page);
    await expectNoSideways(page);
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
    await page.reload();
    const look = await page.locator('.terminal').evaluate((element) => {
      const { color, fontSize } = getComputedStyle(element);
      return { color, fontSize };
    });
    expect(look).toEqual({ color: 'rgb(255, 180, 92)', fontSize: '19.2px' });
  });

  test('sounds are off, and nothing of them is fetched, until they are switched on', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/chat');
    await say(page, 'Ciao.');
    await expect(rows(page)).toHaveCount(2);
    expect(asked.filter((url) => /\/sound-(?!switch)/.test(url))).toEqual([]);
    await say(page, '/schermo');
    await page.getByRole('switch', { name: /suoni/ }).click();
    await expect.poll(() => asked.filter((url) => /\/sound-(?!switch)/.test(url)).length).toBe(1);
  });
});

test.describe('the board behind the badge', () => {
  test('opens by keyboard and gives the focus back; no lamp beyond the public number', async ({ page }) => {
    await page.goto('/chat');
    await badge(page).focus();
    await page.keyboard.press('Enter');
    const board = sheet(page, 'Quadro delle lampade');
    await expect(board).toBeFocused();
    await expect(board.getByRole('listitem')).toHaveCount(12);
    await expect(board.getByRole('button')).toHaveText(['[CHIUDI]']);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(board).toHaveCount(0);
    await expect(badge(page)).toBeFocused();
  });

  test('a code lights the lamps in the tube, then he speaks; a lamp goes back', async ({ page }) => {
    await page.goto('/chat');
    await redeem(page);
    await expect(page.locator('.terminal-event')).toBeVisible();
    await expect(notice(page)).toContainText('AUTORIZZAZIONE ACCETTATA');
    await expect(page.locator('.terminal-event')).toHaveCount(0);
    await expect(log(page)).toContainText('[NILAK]>');
    await badge(page).click();
    const lit = page.getByRole('button', { name: /^01: sezione 1, accesa/ });
    await expect(lit).toHaveAttribute('aria-pressed', 'true');
    await expectAccessible(page);
  });

  test('none of it for who asks for less motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/chat');
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.querySelector('.terminal-event')) document.title = 'lampade';
      }).observe(document.body, { childList: true, subtree: true });
    });
    await redeem(page);
    await expect(log(page)).toContainText('ACCESSO ESTESO');
    await expect(log(page)).toContainText('[NILAK]>');
    expect(await page.title()).not.toBe('lampade');
  });
});

test('notices are the tube’s own', async ({ page }) => {
  await page.goto('/chat');
  await redeem(page, 'aaaa-bbbb');
  await expect(notice(page)).toBeVisible();
  const isInside = () =>
    page.evaluate(() => {
      const [tube, toast] = ['.terminal-tube', '.toast'].map((of) =>
        document.querySelector(of)?.getBoundingClientRect(),
      );
      return Boolean(
        tube && toast && toast.left >= tube.left && toast.right <= tube.right && toast.top > tube.top,
      );
    });
  // Once it has come in from the side.
  for (const [width, height] of [
    [1440, 900],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(isInside, { message: `${width} px` }).toBe(true);
  }
  await expect(page.locator('.toast > :nth-child(2)')).toHaveCSS('font-family', /IBM Plex Mono/);
  await expectAccessible(page);
  await expectNoSideways(page);
});

test('Back closes what is open, one press each, and then leaves', async ({ page }) => {
  await page.goto('/');
  await page.goto('/chat');
  await menu(page).click();
  await page.getByRole('button', { name: '[TACCUINO]' }).click();
  await expect(page.getByText('CHE COSA NILAK RICORDA DI TE')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('CHE COSA NILAK RICORDA DI TE')).toHaveCount(0);
  expect(page.url()).toMatch(/\/chat$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
});

test('Back while a bar is still on its way gives it up and stays', async ({ page }) => {
  await page.goto('/');
  await page.goto('/chat');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/menu-bar.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  // In the very moment in which it is seen to be awaited: no reader is faster.
  await page.evaluate(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('.part-awaited')) return;
      observer.disconnect();
      document.body.dataset.back = 'pressed';
      history.back();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await menu(page).click();
  await expect(page.locator('body[data-back]')).toBeAttached();
  await expect(page.getByText('Un momento…')).toHaveCount(0);
  expect(page.url()).toMatch(/\/chat$/);
  release();
});

test('↑ brings back what was said, ↓ goes the other way, and two slashes say one', async ({ page }) => {
  await page.goto('/chat');
  await say(page, 'uno');
  await expect(rows(page)).toHaveCount(2);
  await say(page, '//due');
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).nth(2)).toContainText('/due');
  await expect(rows(page).nth(2)).not.toContainText('//due');
  await input(page).click();
  await page.keyboard.press('ArrowUp');
  await expect(input(page)).toHaveValue('/due');
  await page.keyboard.press('ArrowUp');
  await expect(input(page)).toHaveValue('uno');
  await page.keyboard.press('ArrowUp');
  await expect(input(page)).toHaveValue('uno');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(input(page)).toHaveValue('');
});

test('when the server is back the message that waited is sent, without a press', async ({ page }) => {
  await page.goto('/chat');
  await say(page, 'Prima.');
  await expect(rows(page)).toHaveCount(2);
  await page.route('**/api/**', (route) => route.abort());
  const outage = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/health'));
  await say(page, 'Durante.');
  await expect(log(page)).toContainText('NON CONSEGNATO');
  await expect(input(page)).toHaveValue('Durante.');
  await outage;
  await page.unroute('**/api/**');
  await expect(rows(page)).toHaveCount(4, { timeout: 15_000 });
  await expect(log(page)).not.toContainText('NON CONSEGNATO');
  await expect(input(page)).toHaveValue('');
});

test('a message whose answer was lost on the way, sent again by hand, is said once', async ({ page }) => {
  await page.goto('/chat');
  await say(page, 'Prima.');
  await expect(rows(page)).toHaveCount(2);
  const ids: unknown[] = [];
  await page.route('**/api/chat', async (route) => {
    ids.push((route.request().postDataJSON() as { id: string }).id);
    const answer = await route.fetch();
    // The server has the message and has answered it; of that nothing comes here the first time.
    if (ids.length === 1) await route.abort();
    else await route.fulfill({ response: answer });
  });
  await page.route('**/api/chat/history', (route) => route.abort());
  await say(page, 'Mi senti?');
  await expect(log(page)).toContainText('NON CONSEGNATO');
  await input(page).press('Enter');
  await expect(log(page)).not.toContainText('NON CONSEGNATO');
  await expect(rows(page)).toHaveCount(4);
  expect(ids).toHaveLength(2);
  expect(ids[1]).toBe(ids[0]);
  await page.unroute('**/api/chat/history');
  await page.reload();
  await expect(rows(page)).toHaveCount(4);
  await expect(log(page).getByText('Mi senti?')).toHaveCount(1);
});

test('on a first visit the log begins at its top, on the smallest telephone too, and its chips are 44 px high', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/chat');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('AVVISO')).toBeInViewport();
  const chip = page.getByRole('list', { name: 'Domande che puoi fare' }).getByRole('button').first();
  expect((await chip.boundingBox())?.height).toBeGreaterThanOrEqual(44);
});
