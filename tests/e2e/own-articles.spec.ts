import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { answerNext, button, dialog, expectToast, openPanel, row } from '../support/panel.ts';
import { emptyTest as test, expect } from '../support/site.ts';

const sheet = (page: Page) => dialog(page).last();
const address = '/pagine/le-torri';

async function statusOf(page: Page, path: string): Promise<number> {
  return (await page.request.get(path)).status();
}

test('the author writes an article, looks at it, publishes it; it is read, deleted, put back and packed', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await openPanel(page, 'foglio=libro.articoli');
  await expect(dialog(page).getByText('Nessun articolo.')).toBeVisible();
  await button(page, 'Scrivi un articolo').click();
  await sheet(page).getByLabel('Titolo', { exact: true }).fill('Le torri');
  await sheet(page).getByLabel('Indirizzo').fill('le-torri');
  const text = sheet(page).getByRole('textbox', { name: 'Testo' });

  // What cannot be shown is said at its field, and nothing is saved.
  await text.fill('Undici <b>torri</b>.');
  await button(page, 'Salva').click();
  await expect(sheet(page).getByText('Riga 1: qui non va HTML («<b>»), solo Markdown.')).toBeVisible();
  await expect(text).toHaveValue('Undici <b>torri</b>.');
  await expect(text).toHaveAttribute('aria-invalid', 'true');

  await text.fill('Undici **torri**.[^1]\n\n## Le prime\n\nIn legno.\n\n[^1]: Contate dal mare.');
  await button(page, 'Anteprima').last().click();
  const preview = page.frameLocator('iframe[title="Anteprima dell’articolo"]');
  await expect(preview.getByRole('heading', { level: 1, name: 'Le torri' })).toBeInViewport();
  expect(await statusOf(page, address)).toBe(404);
  await expectAccessible(page);
  await button(page, 'Salva').click();
  await expectToast(page, 'Articolo Aggiunto');

  // A draft until she says so.
  expect(await statusOf(page, address)).toBe(404);
  await button(page, 'Modifica articolo Le torri').click();
  await sheet(page).getByLabel('Visibile', { exact: true }).check();
  await button(page, 'Salva').click();
  await expectToast(page, 'Articolo Aggiornato');

  const packed = await (await page.request.get('/api/admin/book/package')).body();
  const reader = await page.context().newPage();
  reader.on('pageerror', (error) => errors.push(String(error)));
  for (const width of [360, 1440]) {
    await reader.setViewportSize({ width, height: 800 });
    await reader.goto(address);
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Le torri');
    await expect(reader.getByRole('note')).toContainText('Contate dal mare.');
    await expect(reader.locator('.text .level-2')).toContainText('In legno.');
    expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expectAccessible(reader);
  }
  expect(await statusOf(page, '/pagine/altro')).toBe(404);
  await reader.goto('/pagine/altro');
  await expect(reader.getByRole('heading', { level: 1 })).toContainText('404');
  await reader.close();

  void answerNext(page, true);
  await row(page, 'Le torri')
    .getByRole('button', { name: /^Elimina/ })
    .click();
  await expectToast(page, 'Articolo Eliminato');
  expect(await statusOf(page, address)).toBe(404);
  await page.locator('[data-tone]').getByText('Annulla', { exact: true }).click();
  await expect.poll(() => statusOf(page, address)).toBe(200);

  const file = { name: 'libro.zip', mimeType: 'application/zip', buffer: packed };
  await page.request.delete(`/api/articles/${await articleId(page)}`);
  const plan = (await (
    await page.request.post('/api/admin/book/package', { multipart: { file } })
  ).json()) as { id: string; collections: { articles: { added: number } } };
  expect(plan.collections.articles.added).toBe(1);
  await page.request.post(`/api/admin/book/package/${plan.id}/apply`, { data: {} });
  expect(await statusOf(page, address)).toBe(200);

  await page.goto('/admin');
  await page
    .getByRole('navigation', { name: 'Pagine nascoste' })
    .getByRole('link', { name: 'Le torri' })
    .click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Le torri');
  expect(errors).toEqual([]);
});

async function articleId(page: Page): Promise<string> {
  const list = (await (await page.request.get('/api/articles')).json()) as { id: string }[];
  return list[0]?.id ?? '';
}
