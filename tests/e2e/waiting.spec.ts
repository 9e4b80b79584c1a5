import type { Page, Route } from 'playwright/test';
import { expect, test } from '../support/site.ts';
import { log } from '../support/terminal.ts';

// How often a page asks a server that fails, over a minute of the page's clock.

const reads = {
  history: '/api/chat/history',
  progress: '/api/user/progress',
  gallery: '/api/gallery-images',
};

/** Counts what is asked from now on, by path. */
function countCalls(page: Page): (path: string) => number {
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  return (path) => asked.filter((other) => other === path).length;
}

async function pass(page: Page, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await page.clock.runFor(1_000);
    // What was asked is answered before the next second begins.
    await page.evaluate(() => fetch('/robots.txt').then((answer) => answer.text()));
  }
}

const comeBack = (page: Page) =>
  page.evaluate(() => {
    for (const event of ['focus', 'pageshow', 'online']) dispatchEvent(new Event(event));
  });

async function openChat(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route('**/api/{chat/history,user/progress}', answer);
  await page.clock.install();
  await page.goto('/chat');
  await expect(log(page).getByText('CANALE NON DISPONIBILE')).toBeVisible();
}

async function openGallery(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route('**/api/gallery-images', answer);
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('button', { name: 'Apri la galleria' }).click();
  await expect(page.getByText('Le immagini non arrivano.')).toBeVisible();
}

for (const status of [404, 500, 503])
  test(`what failed with ${status} is not asked for again by itself`, async ({ page }) => {
    const count = countCalls(page);
    await openChat(page, (route) => route.fulfill({ status, body: '' }));
    await pass(page, 30);
    await comeBack(page);
    await pass(page, 30);
    expect(count(reads.history)).toBe(1);
    expect(count(reads.progress)).toBe(1);
    expect(count('/api/health')).toBe(0);
  });

test('what asks to wait is not asked before, by the reader neither', async ({ page }) => {
  const count = countCalls(page);
  await openChat(page, (route) => route.fulfill({ status: 429, headers: { 'Retry-After': '40' }, body: '' }));
  await expect(log(page).getByText(/Il sito chiede di aspettare fino alle \d\d:\d\d:\d\d\./)).toBeVisible();
  const again = page.getByRole('button', { name: '[RIPROVA]' });
  await pass(page, 20);
  await again.click();
  await expect(again).toBeVisible();
  expect(count(reads.history)).toBe(1);
  await pass(page, 40);
  expect(count(reads.history)).toBe(1);
  await page.unroute('**/api/{chat/history,user/progress}');
  await again.click();
  await expect(log(page).getByText('SISTEMA INIZIALIZZATO')).toBeVisible();
  expect(count(reads.history)).toBe(2);
});

test('after no answer only the site’s health is asked, ever more rarely, and once it answers what was lost', async ({
  page,
}) => {
  await page.route('**/api/health', (route) => route.abort());
  const count = countCalls(page);
  await openChat(page, (route) => route.abort());
  await pass(page, 60);
  // After 1, 3, 7, 15, 31 and 61 seconds.
  expect(count('/api/health')).toBeGreaterThanOrEqual(4);
  expect(count('/api/health')).toBeLessThanOrEqual(6);
  expect(count(reads.history)).toBe(1);
  expect(count(reads.progress)).toBe(1);

  await page.unroute('**/api/health');
  await page.unroute('**/api/{chat/history,user/progress}');
  await pass(page, 31);
  await expect(log(page).getByText('SISTEMA INIZIALIZZATO')).toBeVisible();
  await expect(page.getByText('SEC_00')).toBeVisible();
  await pass(page, 60);
  expect(count(reads.history)).toBe(2);
  expect(count(reads.progress)).toBe(2);
});

test('a history that never answers is asked ever more rarely by who finds the site well', async ({
  page,
}) => {
  const count = countCalls(page);
  await openChat(page, (route) => route.abort());
  await pass(page, 60);
  expect(count('/api/health')).toBeLessThanOrEqual(6);
  expect(count(reads.history)).toBeGreaterThanOrEqual(4);
  expect(count(reads.history)).toBeLessThanOrEqual(7);
});

test('a gallery that failed with a status waits for the reader, one without an answer for the site', async ({
  page,
}) => {
  const count = countCalls(page);
  await openGallery(page, (route) => route.fulfill({ status: 500, body: '' }));
  await pass(page, 60);
  expect(count(reads.gallery)).toBe(1);
  expect(count('/api/health')).toBe(0);
  await page.route('**/api/gallery-images', (route) => route.abort());
  await page.getByRole('button', { name: 'Riprova' }).click();
  await expect.poll(() => count(reads.gallery)).toBe(2);
  await page.unroute('**/api/gallery-images');
  await pass(page, 3);
  await expect(page.getByRole('figure').first()).toBeVisible();
  expect(count(reads.gallery)).toBe(3);
});
