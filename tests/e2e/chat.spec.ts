import type { ChatMessage } from '#shared/contracts/chat.ts';
import { expectAccessible, expectNoSideways } from '../support/accessibility.ts';
import { answerHistory, holdChannel } from '../support/chat-channel.ts';
import { expect, publishedBook, takenUp, test } from '../support/site.ts';
import { log, rows, input, send, say } from '../support/terminal.ts';

test.describe('a first visit', () => {
  test('greets, says that an AI answers, and shows level zero', async ({ page }) => {
    const { character } = await publishedBook(page);
    await page.goto('/chat');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).first()).toContainText(`[${character.name.toUpperCase()}]>`);
    await expect(rows(page).first()).toContainText(character.greeting.split('\n')[0] ?? '');
    await expect(rows(page).first().locator('time')).toHaveText(/^\d{2}:\d{2}:\d{2}$/);
    await expect(log(page)).toContainText('intelligenza artificiale');
    await expect(page.getByText('SEC_00', { exact: true })).toBeVisible();
    await expect(page.getByText('ANTI-SPOILER: ATTIVO', { exact: true })).toBeVisible();
    await expect(page).toHaveTitle(`Chat con ${character.name}`);
    await page.getByRole('link', { name: 'Torna alla Home' }).click();
    await expect(page).toHaveURL('/');
  });

  test('is answered, and finds the conversation again after a reload', async ({ page }) => {
    const { character } = await publishedBook(page);
    const label = `[${character.name.toUpperCase()}]>`;
    await page.goto('/chat');
    await say(page, 'Chi sei?');
    await expect(log(page).getByText('Chi sei?')).toBeVisible();
    await expect(input(page)).toHaveValue('');
    await expect(input(page)).toBeFocused();
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).nth(0)).toContainText('[USER]>');
    await expect(rows(page).nth(1)).toContainText(label);
    // It comes sentence by sentence: any key shows the whole.
    await page.keyboard.press('Shift');
    await expect(rows(page).nth(1)).toHaveText(/.[.?!]$/);
    // Stamped when its last sentence is shown; read again, when it was written.
    const [, text = ''] = /\d\d:\d\d:\d\d(.+)/.exec((await rows(page).nth(1).textContent()) ?? '') ?? [];
    expect(text).not.toBe('');
    await page.reload();
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).nth(1)).toContainText(text);
    await expect(log(page).getByText('SISTEMA INIZIALIZZATO')).toHaveCount(0);
  });
});

test.describe('the input line', () => {
  test('takes what is typed where nothing else does, and leaves shortcuts and bars alone', async ({
    page,
  }) => {
    await page.goto('/chat');
    await takenUp(send(page));
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Space');
    await expect(input(page)).not.toBeFocused();
    await page.keyboard.type('Chi');
    await log(page).focus();
    await page.keyboard.press('Space');
    await expect(log(page)).toBeFocused();
    await page.keyboard.type('sei?');
    await expect(input(page)).toHaveValue('Chisei?');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.keyboard.type('x');
    await expect(input(page)).toHaveValue('Chisei?');
  });

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
    await expect(page.getByRole('alert')).toHaveText('TROPPO LUNGO');
    await expect(input(page)).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
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
    // Waits in the page for the message: a reply that comes late is shown at once.
    const reply = channel.say(done());
    await say(page, 'Che neve c’è?');
    await reply;
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

  test('ends at the time that the reply bears, also once the history has it', async ({ page }) => {
    const channel = await holdChannel(page);
    const history: ChatMessage[] = [];
    await answerHistory(page, () => history);
    await page.goto('/chat');
    const { response, timestamp } = done();
    history.push({ role: 'user', content: 'Che neve c’è?', timestamp });
    history.push({ role: 'assistant', content: response, timestamp });
    const reply = channel.say({ type: 'done', response, timestamp });
    await say(page, 'Che neve c’è?');
    await reply;
    await expect(rows(page).last().locator('.terminal-row-text')).toHaveText(response);
    await expect(page.locator('.terminal-cursor')).toHaveCount(0);
    const times = await log(page)
      .locator('time')
      .evaluateAll((all) => all.map((time) => Date.parse((time as HTMLTimeElement).dateTime)));
    const [asked = 0, replied = 0] = times.slice(-2);
    expect(replied - asked).toBeGreaterThan(1_000);
  });

  test('is none for who asks for less motion, nor for a history', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const channel = await holdChannel(page);
    await page.goto('/chat');
    await say(page, 'Che neve c’è?');
    await expect(rows(page).first()).toBeVisible();
    await page.evaluate(() => {
      const seen: number[] = [];
      const replies = '[role=log] [data-speaker=assistant] .terminal-row-text';
      const lastReply = () => [...document.querySelectorAll(replies)].at(-1)?.textContent ?? '';
      const above = lastReply();
      const note = () => lastReply() !== above && seen.push(lastReply().length);
      // Not the log alone: once the conversation has come it is another element.
      new MutationObserver(note).observe(document.body, {
        childList: true,
        subtree: true,
        characterData: true,
      });
      Object.assign(window, { seen });
    });
    await channel.say(done());
    await expect(rows(page).last().locator('.terminal-row-text')).toHaveText(answer.trim());
    const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
    expect(seen).not.toEqual([]);
    expect(seen.filter((length) => length > 0 && length < answer.trim().length)).toEqual([]);
  });
});

test.describe('what is read out of the book', () => {
  const content = 'Dice così:\n\nLa neve fischia. Sempre.\n\nEcco.';
  const quoted = 'La neve fischia. Sempre.';
  test('is set apart, without a character more', async ({ page }) => {
    const timestamp = new Date().toISOString();
    await answerHistory(page, () => [
      { role: 'user', content: 'Leggimelo', timestamp },
      { role: 'assistant', content, timestamp, quotes: [[12, 36]] },
    ]);
    await page.goto('/chat');
    const text = rows(page).last().locator('.terminal-row-text');
    await expect(text.getByRole('blockquote')).toHaveText(quoted);
    expect(await text.textContent()).toBe(content);
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSideways(page);
    }
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    await expectAccessible(page);
  });
});

test.describe('the notebook', () => {
  test('shows what he remembers of the reader and forgets one thing at a time', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
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
