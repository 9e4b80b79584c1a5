import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { articleSlugs } from '#shared/pages.ts';
import { takenUpEvent } from '#shared/boot.ts';
import { isComplaint } from '../support/complaints.ts';
import { expect, takenUp, test } from '../support/site.ts';
import { drawFrames } from '../support/frames.ts';
import { holdScripts } from '../support/hold-scripts.ts';

// Pages arrive as HTML: what they say is there before, and without, any script.

// Each test goes through many pages.
test.slow();

const articles = articleSlugs.map((slug) => `/${slug}`);

/** What the page says on the console that somebody should look at; a 404's own status is not of that kind. */
function complaints(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    if (isComplaint(message) && !text.includes('status of 404')) said.push(text);
  });
  page.on('pageerror', (error) => said.push(error.message));
  return said;
}

test('React takes up every page as it is', async ({ page }) => {
  const said = complaints(page);
  const wholeType: string[] = [];
  const sheets: string[] = [];
  page.on('request', (request) => {
    if (/-latin-.*\.woff2$/.test(request.url())) wholeType.push(request.url());
    // That of the notices comes with the first of them.
    const isSheet = request.resourceType() === 'stylesheet' && !request.url().includes('toast-region');
    if (isSheet) sheets.push(request.url());
  });
  await page.addInitScript(() => {
    const made: string[] = [];
    Object.assign(window, { made });
    for (const name of ['DateTimeFormat', 'NumberFormat'] as const)
      Object.assign(Intl, {
        [name]: new Proxy(Intl[name], {
          construct: (target, args) => {
            made.push(name);
            return Reflect.construct(target, args) as object;
          },
        }),
      });
    for (const [type, name] of [
      [Number.prototype, 'toLocaleString'],
      [Date.prototype, 'toLocaleString'],
      [Date.prototype, 'toLocaleDateString'],
      [Date.prototype, 'toLocaleTimeString'],
    ] as [object, string][])
      Object.assign(type, {
        [name]: () => {
          made.push(name);
          return '';
        },
      });
  });
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      Object.assign(window, { sent: document.querySelector('#root :is(main, .landing, .article)') });
    });
  });
  for (const path of ['/', '/chat', ...articles, '/una/pagina/persa', '/#acquista', '/codex/#impatto']) {
    await page.goto('about:blank');
    await page.goto(path);
    const taken = () =>
      page.evaluate(() => {
        const sent: unknown = Reflect.get(window, 'sent');
        return (
          sent instanceof Element &&
          sent.isConnected &&
          Object.keys(sent).some((key) => key.startsWith('__react'))
        );
      });
    await expect.poll(taken, { message: path, timeout: 20_000 }).toBe(true);
    expect(said, path).toEqual([]);
    expect(wholeType, `${path} has a character that its reduced type lacks`).toEqual([]);
    expect(sheets, `${path} asks for a style sheet that stands in it already`).toEqual([]);
    // Each holds a phone for as long as all the rest.
    if (path === '/chat') await expect(page.locator('.terminal-row time')).toBeVisible();
    expect(await page.evaluate<unknown>('made'), `${path} makes a formatter`).toEqual([]);
  }
  await page.evaluate('new Intl.NumberFormat(); (1).toLocaleString()');
  expect(await page.evaluate<unknown>('made')).toEqual(['NumberFormat', 'toLocaleString']);
});

test('a button pressed before the scripts are there is obeyed when they are', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/chat', { waitUntil: 'commit' });
  await page.getByRole('button', { name: '[AUTH]' }).click();
  await expect(page.locator('#code-bar')).toHaveCount(0);
  release();
  await expect(page.locator('#code-bar')).toBeVisible();
});

const said = (page: Page) => page.getByRole('log').getByRole('listitem').filter({ hasText: '[USER]>' });

test('so is a message sent before', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/chat', { waitUntil: 'commit' });
  await page.getByPlaceholder('DIGITARE MESSAGGIO...').fill('Chi sei?');
  await page.getByPlaceholder('DIGITARE MESSAGGIO...').press('Enter');
  release();
  await expect(said(page).filter({ hasText: 'Chi sei?' })).toBeVisible();
});

test('but not one that is still being written', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/chat', { waitUntil: 'commit' });
  const field = page.getByPlaceholder('DIGITARE MESSAGGIO...');
  await field.fill('Chi');
  await field.press('Enter');
  await field.pressSequentially(' sei?');
  release();
  const send = page.getByRole('button', { name: '[SEND]' });
  await expect(send).toBeEnabled();
  await expect(field).toHaveValue('Chi sei?');
  await expect(said(page)).toHaveCount(0);
  await send.click();
  await expect(said(page).filter({ hasText: 'Chi sei?' })).toBeVisible();
});

test('and a word for the soundtrack is obeyed too', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  const field = page.locator('#colonna-sonora input');
  await field.fill('non esiste');
  await field.press('Enter');
  release();
  await expect(page.locator('.toast')).toContainText('Il codice inserito non è corretto. Riprova.');
});

test('who scrolled before the scripts came stays there, and finds the place again', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/codex', { waitUntil: 'commit' });
  const place = page.locator('#impatto');
  await place.scrollIntoViewIfNeeded();
  await expect(place).toBeInViewport();
  const taken = page.evaluate(
    (type) => new Promise<void>((done) => addEventListener(type, () => done())),
    takenUpEvent,
  );
  release();
  await taken;
  await drawFrames(page, 2);
  await expect(place).toBeInViewport();
  await page.unroute('**/assets/*.js');
  await page.reload();
  await expect(place).toBeInViewport();
  await takenUp(page.locator('article'));
  await page.getByRole('link', { name: /Pagina seguente/ }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
});

test('the head follows the reader from page to page', async ({ page, request }) => {
  const sent = await (await request.get('/codex')).text();
  const description = /<meta name="description" content="([^"]+)"/.exec(sent)?.[1] ?? '';
  expect(description.length).toBeGreaterThan(50);
  expect(sent).not.toContain('__SITE_ORIGIN__');
  await page.goto('/sato-lenz');
  const head = (name: string) => page.locator(`head meta[name="${name}"], head meta[property="${name}"]`);
  await expect(head('description')).toHaveCount(1);
  await page.getByRole('link', { name: /Pagina seguente/ }).click();
  await expect(page).toHaveURL(/\/codex$/);
  await expect(head('description')).toHaveAttribute('content', description);
  await expect(head('og:title')).toHaveAttribute('content', await page.title());
  await expect(head('og:type')).toHaveCount(1);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the site is legible', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('#capitolo-1 audio[controls]')).toBeVisible();
    await expect(page.locator('#mondo').getByRole('link').first()).toHaveAttribute(
      'href',
      /^\/public-objects\//,
    );
    for (const path of articles) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect((await page.locator('.text').innerText()).length, path).toBeGreaterThan(8_000);
      await expect(page.locator('.plate noscript, .plate img').first()).toBeAttached();
    }
    await page.goto('/chat');
    // Searches by text pass over this element.
    await expect(page.locator('.terminal-opening noscript p')).toBeVisible();
  });
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the encyclopedia stays, the rest says why it does not', async ({ page, context }) => {
    await page.goto('/codex');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await context.setOffline(true);
    const said = complaints(page);
    await page.goto('/l72-ironwind');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('L-72 «Ironwind»');
    // Its scripts are here too: the contents follow the reader.
    await page
      .getByRole('button', { name: 'Ingrandisci Fig. 1', exact: true })
      .or(page.locator('.figure-zoom'))
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(said.filter((text) => !text.includes('ERR_'))).toEqual([]);
    await page.goto('/chat');
    await expect(page.getByRole('heading', { name: 'La linea tace' })).toBeVisible();
    await page.getByRole('link', { name: 'Big One' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Big One');
    const kept = await page.evaluate(async () => {
      const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      return (await Promise.all(stores.map((store) => store.keys())))
        .flat()
        .map(({ url }) => new URL(url).pathname);
    });
    expect(kept.filter((path) => /^\/(?:api|trpc|admin|chat|uploads|public-objects)/.test(path))).toEqual([]);
  });
});

test('type that stands below a phone’s first screen waits for the paint, but not for scripts that never come', async ({
  request,
  browser,
  baseURL,
}) => {
  const below = /\/assets\/bodoni-text-(?!italic)/;
  const html = await (await request.get('/quantum-age')).text();
  const [, later = ''] = /<style data-later media="[^"]+">([^<]+)<\/style>/.exec(html) ?? [];
  expect(later).toMatch(below);
  expect(html.replace(later, '')).not.toMatch(new RegExp(`url\\(${below.source}`));
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({
      javaScriptEnabled,
      viewport: { width: 390, height: 760 },
      ...(baseURL && { baseURL }),
    });
    const phone = await context.newPage();
    await Promise.all([phone.waitForRequest((asked) => below.test(asked.url())), phone.goto('/quantum-age')]);
    await context.close();
  }
});

test('a path that does not exist is a 404 with the way home', async ({ page }) => {
  const response = await page.goto('/una/pagina/che-non-c-è');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: '404', exact: true })).toBeVisible();
  await expect(page.getByText('Questa pagina sembra persa nel ghiaccio...', { exact: true })).toBeVisible();
  const home = page.getByRole('link', { name: 'Torna alla Home', exact: true });
  await expect(home).toHaveAttribute('href', '/');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await takenUp(home);
  await home.click();
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

const built = 'dist/client';
const demo = 'src/content/demo';

async function texts(folder: string, name: RegExp): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const path of await readdir(folder, { recursive: true })) {
    if (name.test(path)) found.set(path, await readFile(join(folder, path), 'utf8'));
  }
  return found;
}

test('nothing of the book, its codes or the character’s card reaches the browser', async () => {
  const shipped = [...(await texts(built, /\.(?:js|html|css|json|webmanifest)$/)).values()].join('\n');
  expect(shipped).toContain('DIGITARE MESSAGGIO...');
  const sections = [...(await texts(demo, /\.md$/)).values()];
  const sentences = sections.flatMap((text) => text.match(/[^.!?\n«»]{40,}/g) ?? []);
  expect(sentences.length).toBeGreaterThan(1000);
  expect(sentences.filter((sentence) => shipped.includes(sentence.trim()))).toEqual([]);
  const codes = (await readFile(join(demo, 'codes.json'), 'utf8')).match(/(?<="code": ")[^"]+/g) ?? [];
  const persona = (await readFile('src/content/persona.md', 'utf8')).match(/[^.\n]{30,}/g) ?? [];
  for (const secret of [...codes, ...persona, 'Ilse-4', 'Nodo 9']) expect(shipped).not.toContain(secret);
});
