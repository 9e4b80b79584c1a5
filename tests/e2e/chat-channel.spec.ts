import type { Page } from 'playwright/test';
import type { ChatMessage, ChatReplyEvent } from '#shared/contracts/chat.ts';
import { expectAccessible, expectNoSideways } from '../support/accessibility.ts';
import { answerHistory, holdChannel, longHistory } from '../support/chat-channel.ts';
import { expect, test } from '../support/site.ts';
import { drawFrames } from '../support/frames.ts';
import { log, rows, input, send, auth, code, notice, distanceFromBottom, say } from '../support/terminal.ts';

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
    // The server has it: in the line it would be said twice.
    await expect(input(page)).toHaveValue('');
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
    // Nor when nobody answers.
    await page.route('**/api/redeem-code', (route) => route.abort());
    await code(page).press('Enter');
    await expect(page.locator('.terminal-code-refusal')).toContainText('La linea è caduta');
    await expect(notice(page)).toContainText('Codice non valido');
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
    // As long as the site does not say that it is well, the screen does not ask again by itself.
    await page.route('**/api/health', (route) => route.fulfill({ status: 503, body: '' }));
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

  for (const count of [60, 200]) {
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

  test('keeps its place for a reader further up when the screen is turned', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 740 });
    await answerHistory(page, () => longHistory(60));
    await page.goto('/chat');
    await expect(log(page).getByText(/^Risposta 59/)).toBeInViewport();
    const read = log(page).getByText(/^Risposta 31/);
    await log(page).hover();
    await read.evaluate((row) => row.closest('li')?.scrollIntoView({ block: 'start' }));
    await page.mouse.wheel(0, 8);
    for (const [width, height] of [
      [740, 390],
      [390, 740],
    ] as const) {
      await drawFrames(page, 20);
      await page.setViewportSize({ width, height });
      await drawFrames(page, 20);
      await expect(read, `${width} px`).toBeInViewport();
    }
  });

  test('stays still for a reader further up, and says that something new has come', async ({ page }) => {
    const channel = await holdChannel(page);
    await answerHistory(page, () => longHistory(60));
    await page.goto('/chat');
    await say(page, 'Che neve c’è?');
    // Before the conversation is there the log is at its end too, and has nowhere to go back to.
    await expect(log(page).getByText(/^Risposta 59/)).toBeInViewport();
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
  test('nothing is cut off and axe finds nothing', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto('/chat');
    await expect(rows(page)).toHaveCount(1);
    await auth(page).click();
    await code(page).fill('aaaa-bbbb');
    await code(page).press('Enter');
    await expect(notice(page)).toBeVisible();
    await say(page, 'Chi sei?');
    await expect(rows(page)).toHaveCount(2);
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSideways(page);
    }
    // Colours are read when nothing is moving any more.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    await expectAccessible(page);
  });

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
    const board = 'Quadro delle lampade. La più alta sbloccata: SEC_00';
    const before = ['Torna alla Home', board, '[MENU]', '[AUTH]', 'Conversazione con Nilak'];
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
