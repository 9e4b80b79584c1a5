import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { expectAccessible, expectNoSideways } from '../support/accessibility.ts';
import { button, dialog, expectToast, openPanel, row } from '../support/panel.ts';
import { authorTest as test, expect } from '../support/site.ts';

const radio = (page: Page, name: string) => dialog(page).getByRole('radio', { name, exact: true });
const titles = (page: Page) => page.locator('td[data-column="title"]');

test.use({ timezoneId: 'Europe/Rome', locale: 'it-IT' });

for (const width of [360, 768, 1440]) {
  const tag = width === 360 ? '@any-book' : [];
  test(
    `a section is a draft, then due at the author’s own hour, at ${width} px`,
    { tag },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await openPanel(page);
      const edit = button(page, 'Modifica sezione 2, ');
      const second = page.getByRole('row').filter({ has: edit });
      await edit.click();
      await expect(radio(page, 'Visibile')).toBeChecked();
      await radio(page, 'Visibile').focus();
      await page.keyboard.press('ArrowRight');
      await expect(radio(page, 'Da una data')).toBeChecked();
      await dialog(page).getByLabel('Visibile dal').fill('2031-12-03T18:00');
      await expect(dialog(page)).toContainText('ora di Roma');
      await expectNoSideways(page);
      await expectAccessible(page);
      await button(page, 'Salva').click();
      await expectToast(page, 'Sezione Aggiornata');
      await expect(second).toContainText('Dal 3 dicembre 2031, 18:00');
      const stored = async () => {
        const all = (await (await page.request.get('/api/sections')).json()) as { visibleFrom?: string }[];
        return all[1]?.visibleFrom;
      };
      expect(await stored()).toBe('2031-12-03T17:00:00.000Z');

      await edit.click();
      await expect(dialog(page).getByLabel('Visibile dal')).toHaveValue('2031-12-03T18:00');
      await radio(page, 'Bozza').check();
      await button(page, 'Salva').click();
      await expect(second).toContainText('Bozza');
      expect(await stored()).toBe('never');
      await page.getByRole('searchbox', { name: 'Cerca' }).fill('bozza');
      await expect(titles(page)).toHaveCount(1);
      await expectNoSideways(page);
      await expectAccessible(page);
      await edit.click();
      await radio(page, 'Visibile').check();
      await button(page, 'Salva').click();
      await expect(page.getByText('Nessuna corrispondenza per «bozza».')).toBeVisible();
      expect(await stored()).toBeUndefined();
    },
  );
}

test('a date is typed digit by digit, and a half one keeps the section shut', async ({ page }) => {
  await openPanel(page);
  const edit = button(page, 'Modifica sezione 2, ');
  await edit.click();
  await radio(page, 'Da una data').check();
  const field = dialog(page).getByLabel('Visibile dal');
  // Whatever the order of the browser's parts, none of these digits is refused.
  await field.fill('2031-11-11T11:11');
  await field.focus();
  for (const part of ['12', '12', '2032', '12', '12']) await page.keyboard.type(part);
  await expect(field).toHaveValue(/^2032-12-12T/);

  await field.fill('');
  await expect(radio(page, 'Da una data')).toBeChecked();
  await expect(dialog(page)).toContainText('scegli «Bozza»');
  await button(page, 'Salva').click();
  await expect(dialog(page).getByRole('alert')).toContainText(
    'La visibilità deve essere una data con l’ora.',
  );
  const all = (await (await page.request.get('/api/sections')).json()) as {
    visibleFrom?: string;
    updatedAt: string;
  }[];
  expect(all[1]?.visibleFrom).toBeUndefined();
  await expect(dialog(page)).toBeVisible();
});

test('a picture of a draft is seen by the author, and by nobody else until it is shown', async ({
  page,
  browser,
  site,
}) => {
  await openPanel(page, 'tab=galleria');
  await page.goto('/admin#galleria');
  await button(page, 'Aggiungi immagine').click();
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#357' } })
    .jpeg()
    .toBuffer();
  const choose = (name: string, mimeType: string) =>
    dialog(page).getByLabel('File dell’immagine').setInputFiles({ name, mimeType, buffer });
  await choose('IMG_2041.HEIC', 'image/heic');
  await expect(dialog(page).getByText(/È una foto HEIC.*JPEG/)).toBeVisible();
  await choose('faro.jpg', 'image/jpeg');
  const address = dialog(page).getByLabel('Indirizzo dell’immagine');
  await expect(address).toHaveValue(/^\/uploads\/images\//);
  const url = await address.inputValue();
  const seen = (image: Page) => image.evaluate(async (src) => (await fetch(src)).status, url);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(site.url);
  // Not saved, then a draft, then for everybody.
  expect([await seen(page), await seen(stranger)]).toEqual([200, 404]);
  await dialog(page).getByLabel('Titolo', { exact: true }).fill('Il faro');
  await radio(page, 'Bozza').check();
  await button(page, 'Salva').click();
  await expectToast(page, 'Immagine Aggiunta');
  await expect(row(page, 'Il faro')).toContainText('Bozza');
  expect([await seen(page), await seen(stranger)]).toEqual([200, 404]);
  const listed = async () => (await stranger.request.get(`${site.url}/api/gallery-images`)).text();
  expect(await listed()).not.toContain('Il faro');
  await button(page, 'Modifica immagine Il faro').click();
  await radio(page, 'Visibile').check();
  await button(page, 'Salva').click();
  await expectToast(page, 'Immagine Aggiornata');
  expect(await seen(stranger)).toBe(200);
  expect(await listed()).toContain('Il faro');
  // The table shows a small file, not the photograph.
  await expect
    .poll(async () => {
      await page.reload();
      return row(page, 'Il faro').locator('img').getAttribute('src');
    })
    .toMatch(/-480\.webp$/);
  await stranger.context().close();
});

/** By the keyboard, each press after what is told of the one before: a person waits for that too. */
async function moveFirstDown(page: Page, [first = '', ...others]: string[]): Promise<void> {
  await button(page, `Sposta immagine ${first}`).focus();
  await page.keyboard.press('Space');
  await expect(
    page.getByText(`Hai preso immagine ${first}, posto 1 di ${others.length + 1}.`),
  ).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText(`immagine ${first} è al posto 2 di ${others.length + 1}.`)).toBeAttached();
  await page.keyboard.press('Space');
}

test('pictures are put in order with the mouse and the keyboard, in one write, and back', async ({
  page,
}) => {
  await openPanel(page);
  await page.goto('/admin#galleria');
  await expect(titles(page).first()).toBeVisible();
  const before = await titles(page).allInnerTexts();
  const [first = '', second = '', third = ''] = before;
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('gallery-images')) writes.push(request.url());
  });
  const handle = (title: string) => button(page, `Sposta immagine ${title}`);
  await moveFirstDown(page, before);
  await expect(titles(page).first()).toHaveText(second);
  await expect(handle(first)).toBeFocused();
  await expectToast(page, 'Ordine salvato');
  expect(writes).toHaveLength(1);
  await button(page, 'Annulla').click();
  await expect(titles(page).first()).toHaveText(first);

  await handle(third).scrollIntoViewIfNeeded();
  const [from, to] = [await handle(third).boundingBox(), await handle(first).boundingBox()];
  if (!from || !to) throw new Error('no handles');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y - 20, { steps: 4 });
  await page.mouse.move(to.x + 8, to.y + 4, { steps: 8 });
  await page.mouse.up();
  await expect(titles(page).first()).toHaveText(third);
  await page.reload();
  await expect(titles(page).first()).toHaveText(third);
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('pictures are put in order by their handles, and the page is scrolled beside them', async ({
    page,
  }) => {
    await openPanel(page);
    await page.goto('/admin#galleria');
    await expect(titles(page).first()).toBeVisible();
    const [first = '', second = ''] = await titles(page).allInnerTexts();
    const handle = (title: string) => button(page, `Sposta immagine ${title}`);
    // Away from the edges, where a held row scrolls the page.
    await handle(first).evaluate((node) => window.scrollBy(0, node.getBoundingClientRect().top - 200));
    const client = await page.context().newCDPSession(page);
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => client.send('Input.dispatchTouchEvent', { type, touchPoints });
    async function drag(x: number, from: number, to: number): Promise<void> {
      await touch('touchStart', { x, y: from });
      for (const step of [0.1, 0.3, 0.5, 0.7, 0.9, 1])
        await touch('touchMove', { x, y: from + (to - from) * step });
    }
    const [from, to] = [await handle(first).boundingBox(), await handle(second).boundingBox()];
    if (!from || !to) throw new Error('no handles');
    const x = from.x + from.width / 2;
    await drag(x, from.y + from.height / 2, to.y + to.height / 2);
    await expect(page.getByText(`immagine ${first} è al posto 2`)).toBeAttached();
    await touch('touchEnd');
    await expect(titles(page).first()).toHaveText(second);
    await expectToast(page, 'Ordine salvato');
    await page.reload();
    await expect(titles(page).first()).toHaveText(second);

    // A swipe over the words of a row is the page's.
    const words = await titles(page).first().boundingBox();
    if (!words) throw new Error('no row');
    const before = await page.evaluate(() => window.scrollY);
    await drag(words.x + 4, words.y + 4, words.y - 250);
    await touch('touchEnd');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before + 50);
    await expect(titles(page).first()).toHaveText(second);
  });
});

test('an order that was changed elsewhere meanwhile is not covered', async ({ page }) => {
  await openPanel(page);
  await page.goto('/admin#galleria');
  await expect(titles(page).first()).toBeVisible();
  const before = await titles(page).allInnerTexts();
  const all = (await (await page.request.get('/api/gallery-images/all')).json()) as { id: string }[];
  const ids = all.map(({ id }) => id).reverse();
  expect((await page.request.post('/api/gallery-images/order', { data: { ids } })).status()).toBe(200);
  await moveFirstDown(page, before);
  await expectToast(page, 'Errore', 'Intanto la galleria è cambiata');
  await expect(titles(page)).toHaveText(before.toReversed());
});

test('a hidden code is answered as a wrong one', async ({ page, browser, site }) => {
  await openPanel(page);
  await page.goto('/admin#codici-musica');
  await button(page, 'Aggiungi codice musicale').click();
  await dialog(page).getByLabel('Codice', { exact: true }).fill('brezza-di-terra');
  await dialog(page).getByLabel('Titolo della traccia').fill('Brezza');
  await dialog(page).getByLabel('Traccia su Spotify').fill('3nQx7LmT0aVb9cRk2WsYdZ');
  await radio(page, 'Bozza').check();
  await expectAccessible(page);
  await button(page, 'Salva').click();
  await expectToast(page, 'Codice Musicale Creato');
  await expect(row(page, 'Brezza')).toContainText('Bozza');
  const context = await browser.newContext();
  const answer = async (code: string) => {
    const response = await context.request.post(`${site.url}/api/music-codes/validate`, { data: { code } });
    return [response.status(), await response.text()];
  };
  expect(await answer('brezza-di-terra')).toEqual(await answer('parola-qualunque'));
  await context.close();
});

test.describe('a memory card', () => {
  const rows = (page: Page) => page.getByRole('list', { name: 'Ricordi' }).getByRole('listitem');
  async function openCards(page: Page): Promise<void> {
    await button(page, 'Modifica sezione 2, Bisonti Meccanici').click();
    await page.getByText('Ricordi', { exact: true }).click();
    await expect(rows(page).first()).toBeVisible();
  }
  const editFirst = (page: Page) =>
    button(page, /^Modifica il ricordo/)
      .first()
      .click();
  const answerField = (page: Page) =>
    page.getByRole('form', { name: 'Modifica il ricordo' }).getByLabel('Risposta');

  test('that was changed elsewhere shows both texts, and loses neither', async ({ page }) => {
    await openPanel(page);
    await openCards(page);
    const id = await rows(page).first().getAttribute('data-card');
    await editFirst(page);
    await answerField(page).fill('La risposta mia.');
    const elsewhere = { data: { says: 'La risposta d’altri.' } };
    expect((await page.request.patch(`/api/memory-cards/${id}`, elsewhere)).status()).toBe(200);
    await button(page, 'Salva il ricordo').click();
    const clash = page.getByRole('region', { name: 'Ci sono due testi' });
    await expect(clash.getByRole('heading', { level: 4 })).toHaveText(['Risposta']);
    await expectAccessible(page);
    await button(page, 'Tieni l’altra').click();
    await button(page, 'Salva il ricordo').click();
    await expect(rows(page).first()).toContainText('La risposta d’altri.');
  });

  test('that was being written when the page went away is offered again', async ({ page }) => {
    await openPanel(page);
    await openCards(page);
    await editFirst(page);
    await answerField(page).fill('Scritta a metà.');
    page.on('dialog', (question) => void question.accept());
    await page.reload();
    await expect(dialog(page)).toBeVisible();
    await page.getByText('Ricordi', { exact: true }).click();
    await editFirst(page);
    await expect(answerField(page)).not.toHaveValue('Scritta a metà.');
    await button(page, 'Riprendila').click();
    await expect(answerField(page)).toHaveValue('Scritta a metà.');
    await button(page, 'Salva il ricordo').click();
    await expect(rows(page).first()).toContainText('Scritta a metà.');
  });

  test('whose order was changed elsewhere goes back to it, and is dragged by the keyboard', async ({
    page,
  }) => {
    await openPanel(page);
    await openCards(page);
    const idsOf = () => rows(page).evaluateAll((list) => list.map((one) => one.getAttribute('data-card')));
    const before = await idsOf();
    const handle = rows(page)
      .first()
      .getByRole('button', { name: /^Sposta il ricordo/ });
    await handle.focus();
    await page.keyboard.press('Space');
    await expect(dialog(page).getByText(`, posto 1 di ${before.length}.`)).toBeAttached();
    await page.keyboard.press('ArrowDown');
    await expect(dialog(page).getByText(`è al posto 2 di ${before.length}.`)).toBeAttached();
    // Nothing is called saved before the server has said so.
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/memory-cards\/order/, (route) => held.then(() => route.continue()), { times: 1 });
    const sent = page.waitForRequest(/memory-cards\/order/);
    await page.keyboard.press('Space');
    await sent;
    await expect.poll(async () => (await idsOf()).slice(0, 2)).toEqual([before[1], before[0]]);
    await expect(page.getByText('Ordine salvato')).toHaveCount(0);
    answer();
    await expectToast(page, 'Ordine salvato');
    expect((await idsOf()).slice(0, 2)).toEqual([before[1], before[0]]);
    // Another window orders them too.
    const all = (await (await page.request.get('/api/sections')).json()) as { id: string }[];
    const path = `/api/sections/${all[1]?.id}/memory-cards/order`;
    expect((await page.request.post(path, { data: { ids: before } })).status()).toBe(200);
    await rows(page)
      .first()
      .getByRole('button', { name: /^Sposta giù/ })
      .click();
    await expectToast(page, 'Errore', 'I ricordi sono cambiati nel frattempo');
    await expect.poll(idsOf).toEqual(before);
  });
});
