import type { Page } from 'playwright/test';
import { markup } from '../support/markup.ts';
import { authorTest as test, expect, signIn } from '../support/site.ts';
import { drawFrames } from '../support/frames.ts';

/** Fields are trimmed and have lengths: one text that holds every trick. */
const hostile = markup.join(' ');
const shown = (page: Page) => page.getByText(markup[0] ?? '', { exact: false });

/** Whatever the page made of the text, nothing of it ran and none of it became an element. */
async function nothingRan(page: Page): Promise<void> {
  // What an image that is not there would run comes once its answer has.
  await page.evaluate(() => fetch('/x').then((response) => response.text()));
  await drawFrames(page, 6);
  expect(await page.evaluate(() => (window as { ran?: unknown }).ran)).toBeUndefined();
  await expect(
    page.locator('[onerror], [onload], [srcdoc], [href^="javascript:" i], img[src="x"]'),
  ).toHaveCount(0);
}

test('what an author or a reader writes is text wherever it is shown, and nothing of it runs', async ({
  page,
}) => {
  // Six pages one after the other.
  test.slow();
  await signIn(page);
  const post = async (path: string, data: object) => {
    const response = await page.request.post(path, { data });
    expect(response.ok(), `${path}: ${response.status()}`).toBe(true);
  };
  const spotifyUrl = 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC';
  // A title has 200 characters.
  const title = hostile.slice(0, 200);
  await post('/api/sections', {
    sectionNumber: 900,
    title,
    content: `${hostile}\n\n${hostile}`,
    contentLine: title,
  });
  await post('/api/unlock-codes', { code: 'NEVE-MARK', maxSection: 900, label: title });
  await post('/api/music-codes', {
    code: 'NEVEMARK',
    trackTitle: title,
    artist: title,
    description: hostile,
    spotifyUrl,
  });
  await post('/api/gallery-images', {
    title,
    description: hostile,
    imageUrl: '/public-objects/gallery/03-ferro.webp',
    displayOrder: 0,
  });

  await page.goto('/');
  await page.getByPlaceholder('Parola o codice del libro').fill('NEVEMARK');
  await page.getByPlaceholder('Parola o codice del libro').press('Enter');
  await expect(shown(page).first()).toBeVisible();
  await nothingRan(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Chiudi' }).click();
  await page.getByRole('button', { name: 'Apri la galleria' }).click();
  await expect(
    page
      .getByRole('dialog')
      .getByText(markup[0] ?? '')
      .first(),
  ).toBeVisible();
  await nothingRan(page);

  await page.goto('/chat');
  await page.getByPlaceholder('DIGITARE MESSAGGIO...').fill(hostile);
  await page.getByPlaceholder('DIGITARE MESSAGGIO...').press('Enter');
  await expect(page.getByPlaceholder('DIGITARE MESSAGGIO...')).toHaveValue('');
  await expect(shown(page).first()).toBeVisible();
  await page.request.post('/api/redeem-code', { data: { code: 'NEVE-MARK' } });
  await page.reload();
  await expect(shown(page).first()).toBeVisible();
  await nothingRan(page);

  for (const name of ['Sezioni', 'Codici Sblocco', 'Codici Musica', 'Galleria']) {
    await page.goto('/admin');
    await page.getByRole('tab', { name }).first().click();
    await expect(
      page
        .getByRole('tabpanel')
        .getByText(markup[0] ?? '')
        .first(),
    ).toBeVisible();
    await nothingRan(page);
  }
});
