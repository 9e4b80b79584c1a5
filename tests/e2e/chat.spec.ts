import type { Page } from 'playwright/test';
import type { ChatMessage, ChatReplyEvent } from '#shared/contracts/chat.ts';
import { expectAccessible, expectNoSideways } from '../support/accessibility.ts';
import { answerHistory, holdChannel, longHistory } from '../support/chat-channel.ts';
import { expect, test } from '../support/site.ts';
import { drawFrames } from '../support/frames.ts';

const log = (page: Page) => page.getByRole('log');
const rows = (page: Page) => log(page).getByRole('listitem');
const input = (page: Page) => page.getByPlaceholder('DIGITARE MESSAGGIO...');
const send = (page: Page) => page.getByRole('button', { name: '[SEND]' });
const auth = (page: Page) => page.getByRole('button', { name: '[AUTH]' });
const code = (page: Page) => page.getByPlaceholder('xxxx-xxxx');
const notice = (page: Page) => page.getByRole('region', { name: /Avvisi/ }).getByRole('listitem');

const distanceFromBottom = (page: Page) =>
  log(page).evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop);

async function say(page: Page, text: string) {
  await input(page).fill(text);
  await input(page).press('Enter');
}

test.describe('a first visit', () => {
  test('greets, says that an AI answers, and shows level zero', async ({ page }) => {
    await page.goto('/chat');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).first()).toContainText('[NILAK]>');
    await expect(rows(page).first()).toContainText('SISTEMA INIZIALIZZATO');
    await expect(rows(page).first().locator('time')).toHaveText(/^\d{2}:\d{2}:\d{2}$/);
    await expect(log(page)).toContainText('intelligenza artificiale');
    await expect(page.getByText('SEC_00', { exact: true })).toBeVisible();
    await expect(page.getByText('ANTI-SPOILER: ATTIVO', { exact: true })).toBeVisible();
    await expect(page).toHaveTitle('Chat con Nilak');
    await page.getByRole('link', { name: 'Torna alla Home' }).click();
    await expect(page).toHaveURL('/');
  });

  test('is answered, and finds the conversation again after a reload', async ({ page }) => {
    await page.goto('/chat');
    await say(page, 'Chi sei?');
    await expect(log(page).getByText('Chi sei?')).toBeVisible();
    await expect(input(page)).toHaveValue('');
    await expect(input(page)).toBeFocused();
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).nth(0)).toContainText('[USER]>');
    await expect(rows(page).nth(1)).toContainText('[NILAK]>');
    // It comes sentence by sentence: any key shows the whole.
    await page.keyboard.press('Shift');
    await expect(rows(page).nth(1)).toHaveText(/\[NILAK\]>.*[.?!]$/);
    const reply = (await rows(page).nth(1).textContent()) ?? '';
    await page.reload();
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).nth(1)).toHaveText(reply);
    await expect(log(page).getByText('SISTEMA INIZIALIZZATO')).toHaveCount(0);
  });
});

test.describe('the input line', () => {
  test('never sends blanks, and starts a new line with Shift and Enter', async ({ page }) => {
    const channel = await holdChannel(page);
    await page.goto('/chat');
    await expect(send(page)).toBeDisabled();
    await input(page).fill('   ');
    await expect(send(page)).toBeDisabled();
    await input(page).press('Enter');
    await input(page).fill('prima riga');
    await input(page).press('Shift+Enter');
    await input(page).pressSequentially('seconda');
    await expect(input(page)).toHaveValue('prima riga\nseconda');
    expect(await channel.sent()).toBe(0);
    await send(page).click();
    await expect(input(page)).toBeDisabled();
    await expect(send(page)).toBeDisabled();
    expect(await channel.sent()).toBe(1);
  });

  test('tells how much room is left and does not send too much', async ({ page }) => {
    await page.goto('/chat');
    await input(page).fill('a'.repeat(1_801));
    await expect(page.getByText('1801/2000')).toBeVisible();
    await input(page).fill('a'.repeat(2_001));
    await expect(page.getByText('TROPPO LUNGO')).toBeVisible();
    await expect(send(page)).toBeDisabled();
    await input(page).fill('a'.repeat(2_000));
    await expect(send(page)).toBeEnabled();
  });
});

test.describe('a reply being written', () => {
  test('shows STA SCRIVENDO until the first words, and takes back what was reset', async ({ page }) => {
    const channel = await holdChannel(page);
    const history: ChatMessage[] = [];
    await answerHistory(page, () => history);
    await page.goto('/chat');
    await say(page, 'Che neve c’è?');
    await expect(rows(page).last()).toContainText('Che neve c’è?');
    await expect(log(page).getByText('STA SCRIVENDO')).toBeVisible();
    await expect(input(page)).toHaveValue('Che neve c’è?');

    await channel.write('event: delta\ndata: {"type":"delta",');
    await channel.write('"text":"Quella che scricch"}\n\n');
    await expect(rows(page).last()).toContainText('Quella che scricch');
    await expect(log(page).getByText('STA SCRIVENDO')).toHaveCount(0);
    await channel.say({ type: 'reset' });
    await expect(log(page).getByText('Quella che scricch')).toHaveCount(0);
    await expect(log(page).getByText('STA SCRIVENDO')).toBeVisible();
    await channel.say({ type: 'delta', text: 'Quella che fischia.' });
    await expect(rows(page).last()).toContainText('Quella che fischia.');
    await expect(input(page)).toBeDisabled();

    const timestamp = new Date().toISOString();
    history.push({ role: 'user', content: 'Che neve c’è?', timestamp });
    history.push({ role: 'assistant', content: 'Quella che fischia.', timestamp });
    await channel.say({ type: 'done', response: 'Quella che fischia.', timestamp });
    await expect(input(page)).toHaveValue('');
    await expect(input(page)).toBeFocused();
    await expect(log(page).getByText('Quella che fischia.')).toHaveCount(1);
    await expect(rows(page)).toHaveCount(2);
  });

  test('is announced once, whole', async ({ page }) => {
    const channel = await holdChannel(page);
    await page.goto('/chat');
    const announcer = page.locator('main > [aria-live=polite]');
    await say(page, 'Che neve c’è?');
    await channel.say({ type: 'delta', text: 'Quella ' });
    await expect(rows(page).last()).toContainText('Quella');
    await expect(announcer).toBeEmpty();
    await channel.say({ type: 'done', response: 'Quella che fischia.', timestamp: new Date().toISOString() });
    await expect(announcer).toHaveText('Nilak: Quella che fischia.');
  });

  test('goes on while the reader is on another page', async ({ page }) => {
    const channel = await holdChannel(page);
    await page.goto('/chat');
    await say(page, 'Che neve c’è?');
    await channel.say({ type: 'delta', text: 'Quella ' });
    await page.getByRole('link', { name: 'Torna alla Home' }).click();
    await expect(page).toHaveURL('/');
    await channel.say({ type: 'delta', text: 'che fischia.' });
    await page.goBack();
    await expect(rows(page).last()).toContainText('Quella che fischia.');
  });

  test('that was begun before a reload is awaited', async ({ page }) => {
    const history: ChatMessage[] = [
      { role: 'user', content: 'Che neve c’è?', timestamp: new Date().toISOString() },
    ];
    await answerHistory(page, () => history);
    let finish = () => {};
    const written = new Promise<void>((resolve) => (finish = resolve));
    const done = { type: 'done', response: 'Fischia.', timestamp: new Date().toISOString() };
    await page.route('**/api/chat/pending', async (route) => {
      await written;
      await route.fulfill({
        contentType: 'text/event-stream',
        body: `event: done\ndata: ${JSON.stringify(done)}\n\n`,
      });
    });
    await page.goto('/chat');
    await expect(log(page).getByText('STA SCRIVENDO')).toBeVisible();
    history.push({ role: 'assistant', content: 'Fischia.', timestamp: done.timestamp });
    finish();
    await expect(rows(page).last()).toContainText('Fischia.');
    await expect(log(page).getByText('STA SCRIVENDO')).toHaveCount(0);
  });
});

test.describe('a reply the reader has had enough of', () => {
  test('stops with Escape, keeps what was said, and can be asked for again', async ({ page }) => {
    const channel = await holdChannel(page);
    const history: ChatMessage[] = [];
    await answerHistory(page, () => history);
    await page.route('**/api/chat/stop', (route) => route.fulfill({ status: 204 }));
    await page.goto('/chat');
    await say(page, 'Che neve c’è?');
    await channel.say({ type: 'delta', text: 'Quella ' });
    await expect(page.getByRole('button', { name: '[STOP]' })).toBeVisible();
    const stopping = page.waitForRequest('**/api/chat/stop');
    await page.keyboard.press('Escape');
    await stopping;
    const timestamp = new Date().toISOString();
    history.push({ role: 'user', content: 'Che neve c’è?', timestamp });
    history.push({ role: 'assistant', content: 'Quella', timestamp, interrupted: true });
    await channel.say({ type: 'stopped', response: 'Quella', timestamp });
    await expect(rows(page).last()).toContainText('INTERROTTO DA TE');
    await expect(input(page)).toHaveValue('');
    await page.route('**/api/chat/retry', (route) => {
      history.splice(1, 1, { role: 'assistant', content: 'Quella che fischia.', timestamp });
      const done = { type: 'done', response: 'Quella che fischia.', timestamp };
      return route.fulfill({
        contentType: 'text/event-stream',
        body: `event: done\ndata: ${JSON.stringify(done)}\n\n`,
      });
    });
    await page.getByRole('button', { name: '[RIFAI LA RISPOSTA]' }).click();
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).last()).toContainText('Quella che fischia.');
  });
});

test.describe('the rhythm of a reply', () => {
  const answer = `La neve fischia quando fa freddo davvero. ${'E poi scricchiola sotto i piedi. '.repeat(8)}`;
  const done = () =>
    ({ type: 'done', response: answer.trim(), timestamp: new Date().toISOString() }) as const;

  test('comes sentence by sentence, with the input line free, and whole at any key', async ({ page }) => {
    const channel = await holdChannel(page);
    await page.goto('/chat');
    await say(page, 'Che neve c’è?');
    await channel.say(done());
    await expect(input(page)).toBeEnabled();
    await expect(log(page).getByText('STA SCRIVENDO')).toBeVisible();
    await expect(page.locator('main > [aria-live=polite]')).toHaveText(`Nilak: ${answer.trim()}`);
    await expect(rows(page).last()).toContainText('La neve');
    expect((await rows(page).last().locator('.terminal-row-text').innerText()).length).toBeLessThan(
      answer.length - 40,
    );
    await input(page).press('E');
    await expect(rows(page).last().locator('.terminal-row-text')).toHaveText(answer.trim(), { timeout: 500 });
    // The greeting stands above: the server has no history of this.
    await expect(rows(page)).toHaveCount(3);
  });

  test('ends by itself', async ({ page }) => {
    const channel = await holdChannel(page);
    await page.goto('/chat');
    await say(page, 'Che neve c’è?');
    await channel.say(done());
    await expect(rows(page).last().locator('.terminal-row-text')).toHaveText(answer.trim());
    await expect(page.locator('.terminal-cursor')).toHaveCount(0);
  });

  test('is none for who asks for less motion, nor for a history', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const channel = await holdChannel(page);
    await page.goto('/chat');
    await say(page, 'Che neve c’è?');
    await page.evaluate(() => {
      const seen: number[] = [];
      const list = document.querySelector('[role=log] ol');
      new MutationObserver(() =>
        seen.push(
          list?.querySelector('[data-speaker=assistant] .terminal-row-text')?.textContent.length ?? 0,
        ),
      ).observe(list as Element, { childList: true, subtree: true, characterData: true });
      Object.assign(window, { seen });
    });
    await channel.say(done());
    await expect(rows(page).last().locator('.terminal-row-text')).toHaveText(answer.trim());
    const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
    expect(seen.filter((length) => length > 0 && length < answer.trim().length)).toEqual([]);
  });
});

test.describe('what is read out of the book', () => {
  const content = 'Dice così:\n\nLa neve fischia. Sempre.\n\nEcco.';
  const quoted = 'La neve fischia. Sempre.';
  for (const width of [360, 768, 1440]) {
    test(`is set apart at ${width} px, without a character more`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      const timestamp = new Date().toISOString();
      await answerHistory(page, () => [
        { role: 'user', content: 'Leggimelo', timestamp },
        { role: 'assistant', content, timestamp, quotes: [[12, 36]] },
      ]);
      await page.goto('/chat');
      const text = rows(page).last().locator('.terminal-row-text');
      await expect(text.getByRole('blockquote')).toHaveText(quoted);
      expect(await text.textContent()).toBe(content);
      await expectNoSideways(page);
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
      await expectAccessible(page);
    });
  }

  test('is set apart in a long conversation, too', async ({ page }) => {
    const timestamp = new Date().toISOString();
    await answerHistory(page, () => [
      ...longHistory(1_000),
      { role: 'assistant', content, timestamp, quotes: [[12, 36]] },
    ]);
    await page.goto('/chat');
    await expect(log(page).getByRole('blockquote')).toHaveText(quoted);
  });
});

test.describe('the notebook', () => {
  for (const width of [360, 1440]) {
    test(`shows what he remembers of the reader and forgets one thing at a time, at ${width} px`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/chat');
      await say(page, 'Mi chiamo Giulia');
      await expect(input(page)).toHaveValue('');
      await say(page, 'ho 15 anni');
      await expect(input(page)).toHaveValue('');
      await say(page, '/taccuino');
      const notebook = page.getByRole('group', { name: 'Che cosa Nilak ricorda di te' });
      await expect(notebook).toBeFocused();
      await expect(notebook.getByRole('listitem')).toHaveCount(2);
      await expectNoSideways(page);
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
      await expectAccessible(page);
      await notebook.getByRole('button', { name: 'Dimentica: ti chiami Giulia' }).click();
      await expect(notebook.getByRole('listitem')).toHaveCount(1);
      await expect(notebook).toContainText('hai 15 anni');
      await page.keyboard.press('Escape');
      await expect(notebook).toHaveCount(0);
      await page.getByRole('button', { name: '[MENU]' }).click();
      await page.getByRole('button', { name: '[TACCUINO]' }).click();
      await notebook.getByRole('button', { name: '[DIMENTICA TUTTO]' }).click();
      await page.getByRole('button', { name: '[SÌ, CANCELLA]' }).click();
      await expect(log(page).getByText('CONVERSAZIONE CANCELLATA.')).toBeVisible();
      await say(page, '/taccuino');
      await expect(notebook).toContainText('non gli hai ancora raccontato');
    });
  }
});

test.describe('the terminal’s commands', () => {
  test('answer here, open the bars, and forget the conversation after a yes', async ({ page }) => {
    await page.goto('/chat');
    await say(page, '/aiuto');
    await expect(rows(page).last()).toContainText('/riassunto');
    await say(page, '/codice');
    await expect(page.getByLabel('CODICE', { exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await say(page, 'Chi sei?');
    await expect(rows(page)).toHaveCount(3);
    await say(page, '/cancella');
    await page.getByRole('button', { name: '[SÌ, CANCELLA]' }).click();
    await expect(log(page).getByText('CONVERSAZIONE CANCELLATA.')).toBeVisible();
    await page.reload();
    await expect(log(page).getByText('SISTEMA INIZIALIZZATO')).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
  });
});

test.describe('a transmission that fails', () => {
  test('says what the server said, and keeps the words for another try', async ({ page }) => {
    await page.goto('/chat');
    await page.route('**/api/chat', (route) =>
      route.fulfill({
        status: 429,
        json: { message: 'Una cosa per volta.', code: 'TOO_MANY_REQUESTS' },
      }),
    );
    await say(page, 'Chi sei?');
    await expect(notice(page)).toContainText('ERRORE DI TRASMISSIONE');
    await expect(notice(page)).toContainText('Una cosa per volta.');
    await expect(notice(page)).not.toContainText('{');
    await expect(rows(page).last()).toContainText('NON CONSEGNATO');
    await expect(input(page)).toHaveValue('Chi sei?');
    await expect(input(page)).toBeFocused();
    await page.unroute('**/api/chat');
    await input(page).press('Enter');
    await expect(rows(page)).toHaveCount(2);
    await expect(log(page).getByText('NON CONSEGNATO')).toHaveCount(0);
    await expect(input(page)).toHaveValue('');
  });

  test('has its own sentence when nobody answers', async ({ page }) => {
    await page.goto('/chat');
    await page.route('**/api/chat', (route) => route.abort());
    await say(page, 'Chi sei?');
    await expect(notice(page)).toContainText('Impossibile stabilire connessione');
  });

  test('half-way keeps what was heard, and shows the reply the server completed', async ({ page }) => {
    const channel = await holdChannel(page);
    const history: ChatMessage[] = [];
    await answerHistory(page, () => history);
    let complete: (reply: ChatReplyEvent) => void = () => undefined;
    const completed = new Promise<ChatReplyEvent>((resolve) => (complete = resolve));
    await page.route('**/api/chat/pending', async (route) => {
      const reply = await completed;
      await route.fulfill({
        contentType: 'text/event-stream',
        body: `event: ${reply.type}\ndata: ${JSON.stringify(reply)}\n\n`,
      });
    });
    await page.goto('/chat');
    await say(page, 'Che neve c’è?');
    await channel.say({ type: 'delta', text: 'Quella che ' });
    await expect(rows(page).last()).toContainText('Quella che');
    const timestamp = new Date().toISOString();
    history.push({ role: 'user', content: 'Che neve c’è?', timestamp });
    await channel.close();
    await expect(notice(page)).toContainText('Impossibile stabilire connessione');
    await expect(rows(page).last()).toContainText('TRASMISSIONE INTERROTTA');
    await expect(input(page)).toHaveValue('Che neve c’è?');
    history.push({ role: 'assistant', content: 'Quella che fischia.', timestamp });
    complete({ type: 'done', response: 'Quella che fischia.', timestamp });
    await expect(rows(page).last()).toContainText('Quella che fischia.');
    await expect(log(page).getByText('TRASMISSIONE INTERROTTA')).toHaveCount(0);
    await expect(input(page)).toHaveValue('');
    await expect(rows(page)).toHaveCount(2);
  });
});

test.describe('the code bar', () => {
  test('opens the memory up to the code’s section', async ({ page }) => {
    await page.goto('/chat');
    await say(page, 'Chi sei?');
    await expect(rows(page)).toHaveCount(2);
    await auth(page).click();
    await expect(auth(page)).toHaveAttribute('aria-expanded', 'true');
    await expect(code(page)).toBeFocused();
    await code(page).fill(' HB6T 2WVK ');
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/redeem-code', async (route) => {
      await held;
      await route.continue();
    });
    await code(page).press('Enter');
    await expect(page.getByRole('button', { name: '[VERIFICA...]' })).toBeDisabled();
    release();
    await expect(notice(page)).toContainText('AUTORIZZAZIONE ACCETTATA');
    await expect(notice(page)).toContainText('ACCESSO GARANTITO FINO ALLA SEZIONE 3');
    await expect(page.getByText('SEC_03', { exact: true })).toBeVisible();
    await expect(code(page)).toHaveCount(0);
    await expect(auth(page)).toBeFocused();
    await expect(rows(page).nth(2)).toContainText('ACCESSO ESTESO FINO ALLA SEZIONE 3');

    // What he notices now that he remembers more is a message of his own.
    await expect(rows(page)).toHaveCount(4);
    await expect(rows(page).nth(3)).toContainText('[NILAK]>');

    await say(page, 'E Ferro?');
    await expect(rows(page)).toHaveCount(6);
    await expect(input(page)).toBeEnabled();
    await expect(rows(page).nth(2)).toContainText('ACCESSO ESTESO FINO ALLA SEZIONE 3');
    await auth(page).click();
    await expect(code(page)).toHaveValue('');
  });

  test('refuses a wrong code with its notice and keeps it to be corrected', async ({ page }) => {
    await page.goto('/chat');
    await auth(page).click();
    await code(page).fill('aaaa-bbbb');
    await page.getByRole('button', { name: '[VALIDATE]' }).click();
    await expect(notice(page)).toContainText('AUTORIZZAZIONE NEGATA');
    await expect(notice(page)).toContainText('Codice non valido');
    await expect(code(page)).toHaveValue('aaaa-bbbb');
    await expect(code(page)).toBeFocused();
    await expect(page.getByText('SEC_00', { exact: true })).toBeVisible();
  });

  test('leaves the focus where the reader took it while the code was verified', async ({ page }) => {
    await page.goto('/chat');
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/redeem-code', async (route) => {
      await held;
      await route.continue();
    });
    await auth(page).click();
    await code(page).fill('qr4n-7mdx');
    await code(page).press('Enter');
    await input(page).pressSequentially('Nel fratt');
    release();
    await expect(code(page)).toHaveCount(0);
    await input(page).pressSequentially('empo');
    await expect(input(page)).toBeFocused();
    await expect(input(page)).toHaveValue('Nel frattempo');
  });

  test('has its own sentence when nobody answers', async ({ page }) => {
    await page.goto('/chat');
    await page.route('**/api/redeem-code', (route) => route.abort());
    await auth(page).click();
    await code(page).fill('aaaa-bbbb');
    await code(page).press('Enter');
    await expect(notice(page)).toContainText('Codice non valido');
  });

  test('ignores blanks, hides and shows what is typed, and closes with Escape', async ({ page }) => {
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    await page.goto('/chat');
    await auth(page).focus();
    await page.keyboard.press('Enter');
    await expect(code(page)).toBeFocused();
    await page.keyboard.type('   ');
    await page.keyboard.press('Enter');
    await expect(code(page)).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Mostra il codice' }).click();
    await expect(code(page)).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Nascondi il codice' }).click();
    await expect(code(page)).toHaveAttribute('type', 'password');
    await page.keyboard.press('Escape');
    await expect(code(page)).toHaveCount(0);
    await expect(auth(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(code(page)).toBeFocused();
    await auth(page).focus();
    await page.keyboard.press('Escape');
    await expect(code(page)).toHaveCount(0);
    await expect(auth(page)).toHaveAttribute('aria-expanded', 'false');
    expect(calls.filter((url) => url.includes('redeem'))).toEqual([]);
  });
});

test.describe('a history that does not come', () => {
  test('is waited for with the greeting, and without it by who has talked before', async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/chat/history', async (route) => {
      await held;
      await route.fulfill({ json: { messages: longHistory(4) } });
    });
    await page.goto('/chat');
    await expect(log(page).getByText('RICEZIONE CRONOLOGIA')).toBeVisible();
    await expect(log(page).getByText('SISTEMA INIZIALIZZATO')).toBeVisible();
    await expect(rows(page)).toHaveCount(0);
    release();
    await expect(rows(page)).toHaveCount(4);
    await expect(log(page).getByText('SISTEMA INIZIALIZZATO')).toHaveCount(0);

    await page.unroute('**/api/chat/history');
    await page.route('**/api/chat/history', () => undefined);
    await page.reload();
    await expect(log(page).getByText('RICEZIONE CRONOLOGIA')).toBeVisible();
    await expect(log(page).getByText('SISTEMA INIZIALIZZATO')).toBeHidden();
  });

  test('is never taken for an empty one, and can be asked for again', async ({ page }) => {
    await page.route('**/api/chat/history', (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto('/chat');
    await expect(log(page).getByText('CANALE NON DISPONIBILE')).toBeVisible();
    await expect(log(page).getByText('SISTEMA INIZIALIZZATO')).toHaveCount(0);
    await expectAccessible(page);
    await page.unroute('**/api/chat/history');
    await page.getByRole('button', { name: '[RIPROVA]' }).click();
    await expect(log(page).getByText('SISTEMA INIZIALIZZATO')).toBeVisible();
    await expect(log(page).getByText('CANALE NON DISPONIBILE')).toHaveCount(0);
  });
});

test.describe('a long history', () => {
  test('of 5,000 messages opens at its end and keeps only what is near in the page', async ({ page }) => {
    await answerHistory(page, () => longHistory(5_000));
    await page.goto('/chat');
    await expect(log(page).getByText(/^Risposta 4999/)).toBeInViewport();
    await expect.poll(() => distanceFromBottom(page)).toBeLessThan(2);
    expect(await rows(page).count()).toBeLessThan(80);
    await log(page).evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
    await expect(page.getByRole('button', { name: /TORNA IN FONDO/ })).toBeVisible();
    expect(await rows(page).count()).toBeLessThan(80);
    await page.getByRole('button', { name: /TORNA IN FONDO/ }).click();
    await expect(log(page).getByText(/^Risposta 4999/)).toBeInViewport();
    await expect.poll(() => distanceFromBottom(page)).toBeLessThan(2);
  });

  test('comes by pages: what the reader looks at stays where it is while older ones come above', async ({
    page,
  }) => {
    const all = longHistory(450);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/chat/history*', async (route) => {
      const before = new URL(route.request().url()).searchParams.get('before');
      if (before) await held;
      const open = before ? all.filter(({ timestamp }) => timestamp < before) : all;
      const more = open.length > 200 && { more: true };
      await route.fulfill({ json: { messages: open.slice(-200), ...more } });
    });
    await page.goto('/chat');
    await expect(log(page).getByText(/^Risposta 449/)).toBeInViewport();
    expect(await rows(page).count()).toBe(200);
    await log(page).evaluate((element) => element.scrollTo(0, 0));
    await expect(page.getByRole('button', { name: 'RICEZIONE…' })).toBeVisible();
    const looked = log(page).getByText('Domanda 250');
    const place = await looked.boundingBox();
    release();
    await expect.poll(() => rows(page).count()).toBe(400);
    expect((await looked.boundingBox())?.y).toBeCloseTo(place?.y ?? 0, 0);
    // The browser's own search finds what has been loaded.
    await expect(log(page).getByText(/^Risposta 51\./)).toBeAttached();
    await log(page).evaluate((element) => element.scrollTo(0, 0));
    await expect.poll(() => rows(page).count()).toBe(450);
    await expect(page.getByRole('button', { name: /MESSAGGI PRECEDENTI/ })).toHaveCount(0);
    await page.getByRole('button', { name: /TORNA IN FONDO/ }).click();
    await expect.poll(() => distanceFromBottom(page)).toBeLessThan(2);
  });

  for (const count of [60, 1_000]) {
    test(`of ${count} messages: the reader goes back to where they were`, async ({ page }) => {
      await answerHistory(page, () => longHistory(count));
      await page.goto('/chat');
      await expect(log(page).getByText(new RegExp(`^Risposta ${count - 1}`))).toBeInViewport();
      await log(page).evaluate((element) => element.scrollBy(0, -1_500));
      await expect(page.getByRole('button', { name: /TORNA IN FONDO/ })).toBeVisible();
      await drawFrames(page, 20);
      const before = await firstInView(page);
      await page.getByRole('link', { name: 'Torna alla Home' }).click();
      await expect(page).toHaveURL('/');
      await page
        .getByRole('link', { name: /chat|Nilak/i })
        .first()
        .click();
      await expect(page.getByRole('button', { name: /TORNA IN FONDO/ })).toBeVisible();
      await expect.poll(() => firstInView(page)).toEqual(before);
    });
  }

  test('is found at its new end by a reader who left it at its end and comes back', async ({ page }) => {
    let count = 60;
    await answerHistory(page, () => longHistory(count));
    await page.goto('/chat');
    await expect(log(page).getByText(/^Risposta 59/)).toBeInViewport();
    await page.getByRole('link', { name: 'Torna alla Home' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.locator('#acquista')).toBeAttached();
    await expect(log(page)).toHaveCount(0);
    count = 90;
    await page.goBack();
    await expect(log(page).getByText(/^Risposta 89/)).toBeInViewport();
    await expect.poll(() => distanceFromBottom(page)).toBeLessThan(2);
    await expect(page.getByRole('button', { name: /TORNA IN FONDO/ })).toHaveCount(0);
  });

  test('stays at its end when the screen is turned or a bar is opened', async ({ page }) => {
    await answerHistory(page, () => longHistory(60));
    await page.goto('/chat');
    await expect(log(page).getByText(/^Risposta 59/)).toBeInViewport();
    for (const [width, height] of [
      [360, 780],
      [780, 360],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect
        .poll(() =>
          rows(page)
            .last()
            .evaluate((row) => row.clientWidth),
        )
        .toBeLessThan(width);
      await drawFrames(page, 20);
      expect(await distanceFromBottom(page), `${width} px`).toBeLessThan(2);
    }
    await page.getByRole('button', { name: '[MENU]' }).click();
    await expect(page.getByRole('button', { name: '[RIASSUNTO]' })).toBeVisible();
    await expect.poll(() => distanceFromBottom(page)).toBeLessThan(2);
  });

  test('stays still for a reader further up, and says that something new has come', async ({ page }) => {
    const channel = await holdChannel(page);
    await answerHistory(page, () => longHistory(60));
    await page.goto('/chat');
    await say(page, 'Che neve c’è?');
    await expect.poll(() => distanceFromBottom(page)).toBeLessThan(2);
    await log(page).evaluate((element) => element.scrollBy(0, -900));
    await expect(page.getByRole('button', { name: /TORNA IN FONDO/ })).toBeVisible();
    const before = await firstInView(page);
    await channel.say({ type: 'delta', text: 'Fischia. '.repeat(80) });
    const news = page.getByRole('button', { name: /1 NUOVO MESSAGGIO/ });
    await expect(news).toBeVisible();
    expect(await firstInView(page)).toEqual(before);
    await news.click();
    await expect.poll(() => distanceFromBottom(page)).toBeLessThan(2);
    await channel.say({ type: 'delta', text: 'Fischia. '.repeat(200) });
    await expect.poll(() => distanceFromBottom(page)).toBeLessThan(2);
  });
});

async function firstInView(page: Page): Promise<{ text: string; top: number } | undefined> {
  return log(page).evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    for (const row of element.querySelectorAll('li')) {
      const box = row.getBoundingClientRect();
      if (box.bottom > top) return { text: row.innerText.slice(0, 60), top: Math.round(box.top - top) };
    }
    return undefined;
  });
}

test.describe('for everyone', () => {
  for (const width of [360, 768, 1440]) {
    test(`at ${width} px nothing is cut off and axe finds nothing`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/chat');
      await expect(rows(page)).toHaveCount(1);
      await auth(page).click();
      await code(page).fill('aaaa-bbbb');
      await code(page).press('Enter');
      await expect(notice(page)).toBeVisible();
      await say(page, 'Chi sei?');
      await expect(rows(page)).toHaveCount(2);
      await expectNoSideways(page);
      // Colours are read when nothing is moving any more.
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
      await expectAccessible(page);
    });
  }

  test('a phone with its keyboard open still shows the line being written', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 330 });
    await page.goto('/chat');
    await auth(page).click();
    for (const control of [input(page), send(page), auth(page), code(page)]) {
      await expect(control).toBeInViewport({ ratio: 1 });
    }
    expect((await log(page).boundingBox())?.height).toBeGreaterThan(100);
  });

  test('whoever asks for less motion gets a still screen', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const channel = await holdChannel(page);
    await page.goto('/chat');
    await say(page, 'Chi sei?');
    await channel.say({ type: 'delta', text: 'Nilak.' });
    await expect(rows(page).last()).toContainText('Nilak.');
    await drawFrames(page, 6);
    const running = await page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    );
    expect(running).toBe(0);
  });

  test('the whole conversation is held from the keyboard', async ({ page }) => {
    await page.goto('/chat');
    await expect(rows(page)).toHaveCount(1);
    const questions = await page
      .getByRole('list', { name: 'Domande che puoi fare' })
      .getByRole('button')
      .all();
    const suggested = await Promise.all(questions.map(async (question) => `› ${await question.innerText()}`));
    expect(suggested.length).toBeGreaterThan(0);
    const before = ['Torna alla Home', '[MENU]', '[AUTH]', 'Conversazione con Nilak'];
    const stops = [...before, ...suggested, 'Messaggio per Nilak'];
    for (const name of stops) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      await expect(focused).toHaveAccessibleName(name);
    }
    await page.keyboard.type('Chi sei?');
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(2);
    await expect(input(page)).toBeFocused();
  });
});
