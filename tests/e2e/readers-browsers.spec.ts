import type { Page } from 'playwright/test';
import { expect, takenUp, test } from '../support/site.ts';
import { auth, input, log, rows, say } from '../support/terminal.ts';

// What readers' browsers do to a page: none of it loses a message or the page.

/** Does as Chrome's translator: text stands in `<font>`; `replaced`: as other text, the page's own is gone. */
const translate = (page: Page, replaced: boolean) =>
  page.evaluate((replaces) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest('script, style, noscript, textarea')) continue;
      const font = document.createElement('font');
      text.replaceWith(font);
      font.append(replaces ? document.createTextNode(text.data) : text);
    }
  }, replaced);

const failed = (page: Page) => page.getByText('Un relè è rimasto incollato');

for (const replaced of [false, true]) {
  const how = replaced ? 'replaced' : 'wrapped';

  test(`a chat whose text is ${how} by a translator goes on`, async ({ page }) => {
    await page.goto('/chat');
    await takenUp(input(page));
    await expect(rows(page)).toHaveCount(1);
    await translate(page, replaced);
    await input(page).fill('a'.repeat(2_001));
    await expect(page.getByRole('alert')).toHaveText('TROPPO LUNGO');
    await translate(page, replaced);
    await input(page).fill('Che neve c’è?');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await input(page).press('Enter');
    await expect(rows(page).filter({ hasText: 'Che neve c’è?' })).toHaveCount(1);
    await expect(input(page)).toHaveValue('');
    await expect(page.locator('.terminal-cursor')).toHaveCount(0);
    await translate(page, replaced);
    await page.getByRole('button', { name: '[MENU]' }).click();
    await page.getByRole('button', { name: '[AIUTO]' }).click();
    await expect(rows(page).filter({ hasText: '/riassunto' })).toHaveCount(1);
    const reply = rows(page)
      .locator('visible=true')
      .filter({ has: page.locator('.terminal-row-text') });
    const before = await reply.count();
    await say(page, 'E il ghiaccio?');
    await expect(input(page)).toHaveValue('');
    await expect(rows(page).filter({ hasText: 'E il ghiaccio?' })).toHaveCount(1);
    await expect.poll(() => reply.count()).toBe(before + 2);
    await expect(failed(page)).toHaveCount(0);
  });

  test(`a home page whose text is ${how} by a translator goes on`, async ({ page }) => {
    await page.goto('/');
    const field = page.getByPlaceholder('Parola o codice del libro');
    await takenUp(field);
    await translate(page, replaced);
    for (const word of ['niente', 'nulla']) {
      await field.fill(word);
      await field.press('Enter');
      await expect(page.locator('#colonna-sonora')).toContainText('Non apre nessuna traccia');
      await translate(page, replaced);
    }
    await page.getByRole('button', { name: 'Apri la galleria' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.locator('.hero-words').getByRole('link', { name: 'Parla con Nilak' }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(failed(page)).toHaveCount(0);
  });
}

test('control signs pasted from Word are no obstacle: those that break lines break them', async ({
  page,
}) => {
  await page.goto('/chat');
  await takenUp(input(page));
  await input(page).evaluate((field) => {
    (field as HTMLTextAreaElement).focus();
    document.execCommand('insertText', false, 'riga\u000Bdopo\u0003 e\u0085poi\u0007');
  });
  await expect(input(page)).toHaveValue('riga\ndopo e\npoi');
  await input(page).press('Enter');
  await expect(rows(page).filter({ hasText: 'riga' })).toHaveCount(1);
  await expect(input(page)).toHaveValue('');
  await expect(log(page)).not.toContainText('NON CONSEGNATO');
});

test('the Enter that ends a composed word in Safari sends nothing', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => void (request.url().endsWith('/api/chat') && sent.push(request.url())));
  await page.goto('/chat');
  await takenUp(auth(page));
  await input(page).fill('ni');
  await input(page).evaluate((field) => {
    field.dispatchEvent(new CompositionEvent('compositionend', { data: 'ni', bubbles: true }));
    field.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }),
    );
  });
  await expect(input(page)).toHaveValue('ni');
  expect(sent).toEqual([]);
  await input(page).press('Enter');
  await expect(input(page)).toHaveValue('');
});

test('the badge is the highest unlocked section, while a lower one is read again too', async ({ page }) => {
  await page.route('**/api/user/progress', (route) =>
    route.fulfill({ json: { maxSection: 2, email: null, reached: 3 } }),
  );
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/chat');
    const badge = page.getByRole('button', { name: /Quadro delle lampade. La più alta sbloccata: SEC_03/ });
    await expect(badge).toHaveAccessibleName(/IN RILETTURA DA 2$/);
    for (const name of ['[MENU]', '[AUTH]'])
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
  await page.getByRole('button', { name: '[MENU]' }).click();
  await page.getByRole('button', { name: '[LAMPADE]' }).click();
  await expect(page.getByRole('group', { name: 'Quadro delle lampade' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /SEC_03/ })).toBeFocused();
});
