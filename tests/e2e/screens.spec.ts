import { expect, takenUp, test } from '../support/site.ts';
import { auth, code, input } from '../support/terminal.ts';

// What a reader sees of the home page and of the chat between the states and windows that sweep.spec.ts looks at.

test('a notice whose own part is lost lies in the tube, not over the line being written', async ({
  page,
}) => {
  await page.route('**/assets/toast-region-*.js', (route) => route.abort());
  await page.route('**/api/redeem-code', (route) => route.abort());
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/chat');
    await takenUp(auth(page));
    await auth(page).click();
    await code(page).fill('aaaa-bbbb');
    await code(page).press('Enter');
    const notice = page.getByRole('alert').filter({ hasText: 'AUTORIZZAZIONE NEGATA. Codice non valido' });
    await expect(notice).toBeVisible();
    const [box, field, line] = await Promise.all(
      [notice, code(page), input(page)].map((part) => part.boundingBox()),
    );
    expect(box?.y).toBeGreaterThanOrEqual((field?.y ?? 0) + (field?.height ?? 0));
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(line?.y ?? 0);
    await expect(notice).toHaveCSS('background-color', 'rgb(143, 240, 200)');
  }
});

test('with letters twice as large on a telephone the chat’s keys can be reached, and its lines, lamps and sheets are whole', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/chat');
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  const cut = await page.locator('.terminal-boot span').evaluateAll(
    (spans) =>
      spans.filter((span) => {
        const words = document.createRange();
        words.selectNodeContents(span);
        return words.getBoundingClientRect().width > span.getBoundingClientRect().width + 1;
      }).length,
  );
  expect(cut).toBe(0);
  for (const name of ['[MENU]', '[AUTH]', '[SEND]'])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  await takenUp(page.getByRole('button', { name: '[AUTH]' }));
  // What stands around the log leaves it more than half of the window.
  const linesOf = (log: Element) => log.clientHeight / parseFloat(getComputedStyle(log).lineHeight);
  await expect.poll(() => page.getByRole('log').evaluate(linesOf)).toBeGreaterThan(8.5);
  await page.getByRole('button', { name: '[AUTH]' }).click();
  await expect(page.getByRole('button', { name: '[VALIDATE]' })).toBeInViewport({ ratio: 1 });
  const field = page.getByPlaceholder('xxxx-xxxx');
  await expect(field).toBeInViewport({ ratio: 1 });
  // Nine letters of a code, spaced, and not three.
  const letters = await field.evaluate((input) => {
    const { fontSize, letterSpacing } = getComputedStyle(input);
    return input.clientWidth / (parseFloat(fontSize) * 0.6 + parseFloat(letterSpacing));
  });
  expect(letters).toBeGreaterThan(9.5);
  const boxOf = async (name: string) => page.getByRole('button', { name }).boundingBox();
  const [eye, key] = [await boxOf('Mostra il codice'), await boxOf('[VALIDATE]')];
  expect((key?.y ?? 0) >= (eye?.y ?? 0) + (eye?.height ?? 0) - 1).toBe(true);

  // A code lights lamps that are all in the tube, and its notice keeps clear of the ×.
  await page.getByPlaceholder('xxxx-xxxx').fill('qr4n-7mdx');
  await page.getByPlaceholder('xxxx-xxxx').press('Enter');
  const lamps = page.locator('.terminal-event .terminal-lamp');
  await expect(lamps.last()).toBeAttached();
  const edges = await lamps.evaluateAll((all) =>
    all.map((lamp) => lamp.getBoundingClientRect()).map(({ left, right }) => [left, right]),
  );
  expect(Math.min(...edges.flat())).toBeGreaterThanOrEqual(0);
  expect(Math.max(...edges.flat())).toBeLessThanOrEqual(360);
  const notice = page.locator('.toast').filter({ hasText: 'AUTORIZZAZIONE ACCETTATA' });
  // Both in one frame: the notice may still be sliding in.
  const gap = await notice.evaluate((toast) => {
    const title = document.createRange();
    title.selectNodeContents(toast.firstElementChild ?? toast);
    const close = toast.querySelector('button')?.getBoundingClientRect() ?? new DOMRect();
    // To the sign itself, in the middle of a key that is larger than it.
    return (close.left + close.right) / 2 - title.getBoundingClientRect().right;
  });
  expect(gap).toBeGreaterThanOrEqual(16);

  // What hangs under the header can be read below its title.
  await notice.getByRole('button').click();
  const badge = page.getByRole('button', { name: /SEC_/ });
  await takenUp(badge);
  await badge.click();
  const sheet = page.locator('.terminal-sheet');
  const [whole, head] = [
    await sheet.boundingBox(),
    await sheet.locator('.terminal-sheet-head').boundingBox(),
  ];
  expect((head?.height ?? 0) / (whole?.height ?? 1)).toBeLessThan(0.5);
});

test.describe('the film of the first screen', () => {
  test.use({ film: true });

  test('the button that stops the loop lies beside the book, on a phone on its side too', async ({
    page,
  }) => {
    for (const [width, height] of [
      [360, 740],
      [740, 360],
      [844, 390],
      [768, 1024],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto('/');
      const stop = page.getByRole('button', { name: 'Ferma il movimento' });
      await expect(stop).toBeVisible();
      const [button, book] = [await stop.boundingBox(), await page.locator('.hero-volume img').boundingBox()];
      if (!button || !book) throw new Error('there is no button or no book');
      const apart =
        button.x + button.width <= book.x ||
        book.x + book.width <= button.x ||
        button.y + button.height <= book.y;
      expect(apart, `${width} × ${height}`).toBe(true);
    }
  });
});

test('on the home page a synthetic voice is called so, an opened text stretches no card, and no clip begins with an empty screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  for (const card of await page.locator('.excerpt').all()) await expect(card).toContainText('Voce sintetica');
  await expect(page.locator('main section').filter({ has: page.locator('.receiver') })).toContainText(
    'voce sintetica',
  );
  await expect(page.locator('.footer')).toContainText('voce sintetica');
  const cards = page.locator('.excerpt article');
  const before = (await cards.nth(0).boundingBox())?.height ?? 0;
  await takenUp(cards.nth(2));
  await cards.nth(2).getByText('Leggi l’estratto').click();
  await expect(cards.nth(2).getByText('Al secondo boccone qualcosa respirò.')).toBeVisible();
  expect(Math.abs(((await cards.nth(0).boundingBox())?.height ?? 0) - before)).toBeLessThan(30);

  await page.locator('.preview').scrollIntoViewIfNeeded();
  const shown = page.locator('.preview video[data-visible="in"]');
  await expect.poll(() => shown.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
  expect(await shown.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThanOrEqual(2);
});
