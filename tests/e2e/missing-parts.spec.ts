import type { Page } from 'playwright/test';
import { book } from '#content/book.ts';
import { expect, takenUp, test } from '../support/site.ts';

// A part that cannot be fetched (no network, an update, a lost file) ends no page.

const silence = (page: Page) => page.getByRole('heading', { level: 1, name: 'La linea tace' });
const notice = (page: Page) => page.getByRole('region', { name: 'Avvisi (F8)' }).getByRole('listitem');
const weakLine = (page: Page) => page.getByRole('alert').filter({ hasText: 'La linea è debole' });

/** A file that the server has lost. */
const lose = (page: Page, files: string) =>
  page.route(files, (route) => route.fulfill({ status: 404, body: '' }));

/** How often a document was loaded from now on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => (loads += 1));
  return () => loads;
}

async function openHome(page: Page) {
  await page.goto('/');
  await takenUp(page.locator('.footer'));
  // Notices come once the page is touched.
  await page.mouse.move(1, 1);
  await expect(page.getByRole('region', { name: 'Avvisi (F8)' })).toBeAttached();
}

test.describe('without a network', () => {
  test('a page that is not here says so in Italian, and comes by itself when the line is back', async ({
    page,
    context,
  }) => {
    await openHome(page);
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Entra in chat' }).click();
    await expect(silence(page)).toBeVisible();
    await expect(page.getByText('Something went wrong')).toHaveCount(0);
    await page.getByRole('button', { name: 'Riprova' }).click();
    await expect(silence(page)).toBeVisible();
    await page.getByRole('link', { name: 'Torna alla Home' }).click();
    await expect(page.getByRole('heading', { level: 1, name: book.title })).toBeVisible();
    await page.getByRole('link', { name: 'Entra in chat' }).click();
    await expect(silence(page)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByPlaceholder('DIGITARE MESSAGGIO...')).toBeVisible();
    await expect(page).toHaveURL(/\/chat$/);
  });

  test('a dialog that is not here is a notice, and opens when the line is back', async ({
    page,
    context,
  }) => {
    await openHome(page);
    await context.setOffline(true);
    for (const name of ['Apri la galleria', 'Privacy e cookie']) {
      await page.getByRole('button', { name }).click();
      await expect(notice(page)).toContainText('Questa parte non arriva. Riprova fra poco.');
      await notice(page).getByRole('button').click();
      await expect(page.getByRole('heading', { level: 1, name: book.title })).toBeVisible();
    }
    await context.setOffline(false);
    await openPrivacy(page);
  });
});

/** Some browsers, Chromium 150 among them, remember what did not come: the page is loaded anew once, and the next press opens it. */
async function openPrivacy(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Privacy e cookie' });
  await expect(async () => {
    await page.getByRole('button', { name: 'Privacy e cookie' }).click();
    await expect(dialog).toBeVisible({ timeout: 4000 });
  }).toPass();
}

test('a line that breaks before the page was ever touched takes no notice along', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await takenUp(page.locator('.footer'));
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Privacy e cookie' }).click();
  await expect(page.getByRole('alert')).toContainText('Questa parte non arriva. Riprova fra poco.');
  await context.setOffline(false);
  await openPrivacy(page);
  await expect(page.getByRole('alert')).toBeHidden({ timeout: 8000 });
});

test('while a dialog is awaited the page says so; Escape closes both from the moment they are there', async ({
  page,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/gallery-dialog-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await openHome(page);
  const pressEscapeAt = (shown: string) =>
    page.evaluate(
      (selector) =>
        new Promise<void>((resolve) => {
          new MutationObserver((_, observer) => {
            if (!document.querySelector(selector)) return;
            observer.disconnect();
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
            resolve();
          }).observe(document.body, { childList: true, subtree: true });
        }),
      shown,
    );
  for (const shown of ['.part-awaited', '[role="dialog"]']) {
    const pressed = pressEscapeAt(shown);
    await page.getByRole('button', { name: 'Apri la galleria' }).click();
    await pressed;
    await expect(page.locator(shown)).toHaveCount(0);
    release();
  }
});

test.describe('after an update', () => {
  test('the page is loaded anew, once, with what was typed', async ({ page }) => {
    await lose(page, '**/assets/menu-bar-*.js');
    await page.goto('/chat');
    const field = page.getByPlaceholder('DIGITARE MESSAGGIO...');
    await takenUp(field);
    await field.fill('una frase lasciata a metà');
    const loads = countLoads(page);
    await page.getByRole('button', { name: '[MENU]' }).click();
    await expect.poll(loads).toBe(1);
    await takenUp(field);
    await expect(field).toHaveValue('una frase lasciata a metà');
    await page.getByRole('button', { name: '[MENU]' }).click();
    await expect(notice(page)).toContainText('Questa parte non arriva');
    await expect(page.getByRole('button', { name: '[MENU]' })).toHaveAttribute('aria-expanded', 'false');
    expect(loads()).toBe(1);
    await expect(field).toHaveValue('una frase lasciata a metà');
  });

  test('a word for the soundtrack is there again too', async ({ page }) => {
    await lose(page, '**/assets/privacy-dialog-*.js');
    await openHome(page);
    const field = page.locator('#colonna-sonora input');
    await field.fill('una parola');
    const loads = countLoads(page);
    await page.getByRole('button', { name: 'Privacy e cookie' }).click();
    await expect.poll(loads).toBe(1);
    await takenUp(field);
    await expect(field).toHaveValue('una parola');
  });

  test('a page whose own script is lost can be read, says that its buttons do not answer, and recovers', async ({
    page,
  }) => {
    await lose(page, '**/assets/landing-*.js');
    await page.goto('/');
    await expect(weakLine(page)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: book.title })).toBeVisible();
    await page.unroute('**/assets/landing-*.js');
    await weakLine(page).getByRole('link', { name: 'Riprova' }).click();
    await takenUp(page.locator('.footer'));
    await expect(weakLine(page)).toHaveCount(0);
  });

  test('so does one whose application is lost', async ({ page }) => {
    await lose(page, '**/assets/index-*.js');
    await page.goto('/codex');
    await expect(weakLine(page)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Big One');
  });
});

test('the page for want of a network is no address of the site', async ({ page, request }) => {
  expect((await request.get('/senza-rete')).status()).toBe(404);
  expect((await request.get('/offline.html')).status()).toBe(404);
  await page.goto('/senza-rete');
  await expect(page.getByRole('heading', { name: '404', exact: true })).toBeVisible();
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('one goes through the site without a network, the book’s page included', async ({ page, context }) => {
    await page.goto('/codex');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await context.setOffline(true);
    await page.getByTestId('link-back-home').click();
    await expect(page.getByRole('heading', { level: 1, name: book.title })).toBeVisible();
    expect(await page.locator('.hero').evaluate((hero) => getComputedStyle(hero).position)).toBe('relative');
    await page.reload();
    await takenUp(page.locator('.footer'));
    await page.locator('.footer').getByRole('link', { name: 'Chat' }).click();
    await expect(silence(page)).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: book.title })).toBeVisible();
    await page.goto('/chat');
    await expect(silence(page)).toBeVisible();
    await page.getByRole('link', { name: book.title }).click();
    await expect(page.getByRole('heading', { level: 1, name: book.title })).toBeVisible();
  });
});

test('pictures that do not come leave no words across the names, and no broken frame', async ({ page }) => {
  await page.route(/\/public-objects\/.*\.(?:avif|webp|webm|mp4)$/, (route) =>
    route.fulfill({ status: 404 }),
  );
  await page.goto('/');
  await takenUp(page.locator('.footer'));
  await expect(page.locator('.hero-still')).toHaveCSS('color', 'rgba(0, 0, 0, 0)');
  // Where the browser would put its mark, the banner is what it is a little further on.
  const corner = (x: number) => page.screenshot({ clip: { x, y: 0, width: 20, height: 20 } });
  expect(await corner(0)).toEqual(await corner(24));
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await page.locator('.book-volume').scrollIntoViewIfNeeded();
  await expect(page.locator('.book-volume img')).toHaveCSS('background-color', 'rgb(23, 48, 79)');
  await page.locator('.preview').scrollIntoViewIfNeeded();
  await expect(page.locator('.preview img.preview-layer')).toBeHidden();
});

test('a page left while it dissolves is no fault', async ({ page }) => {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto('/');
  await takenUp(page.locator('.footer'));
  for (const turn of ['one', 'two', 'three']) {
    // There, back and there again, each before the one before has dissolved.
    await page.evaluate(async () => {
      const step = (go: () => void) =>
        new Promise((done) => {
          addEventListener('popstate', done, { once: true });
          go();
        });
      document.querySelector<HTMLElement>('.hero-words a[href="/chat"]')?.click();
      await new Promise(requestAnimationFrame);
      await step(() => history.back());
      await step(() => history.forward());
    });
    await expect(page.getByPlaceholder('DIGITARE MESSAGGIO...'), turn).toBeVisible();
    await page.getByRole('link', { name: 'Torna alla Home' }).click();
    await takenUp(page.locator('.footer'));
  }
  expect(faults).toEqual([]);
});
