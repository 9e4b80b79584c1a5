import type { Page } from 'playwright/test';
import { articleSlugs } from '../../src/shared/pages.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { button, dialog, emptySite as test, row } from '../support/panel.ts';
import { pinocchioCodes, pinocchioPackage } from '../support/pinocchio-package.ts';
import { expect, signIn, takenUp } from '../support/site.ts';
import { adminPassword } from '../support/admin-password.ts';

/** Who and what the other book is about. */
const otherBook = /nilak|\bFerro\b|livia|sarti|linea alta|ironwind|kivgiq|qaanik/i;

async function choosePackage(page: Page, content: Buffer): Promise<void> {
  const file = { name: 'pinocchio.zip', mimeType: 'application/zip', buffer: content };
  await dialog(page).getByLabel('Pacchetto del libro').setInputFiles(file);
}

/** Puts the second book into a site as its author would over the REST calls. */
async function bringBook(page: Page): Promise<void> {
  await signIn(page);
  const sent = await page.request.post('/api/admin/book/package', {
    multipart: { file: { name: 'p.zip', mimeType: 'application/zip', buffer: await pinocchioPackage() } },
  });
  const { id } = (await sent.json()) as { id: string };
  expect((await page.request.post(`/api/admin/book/package/${id}/apply`, { data: {} })).status()).toBe(200);
}

test('an empty site asks for its password, then takes a book from a package, by keyboard alone', async ({
  page,
}) => {
  await page.goto('/admin');
  await expect(page.getByText('La password è quella che ha stampato sul terminale')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(adminPassword);
  await page.keyboard.press('Enter');
  const link = page.getByRole('link', { name: 'Importa un libro' });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('heading', { name: 'Esporta e importa' })).toBeVisible();
  await expect(page).toHaveURL(/foglio=libro\.pacchetto/);
  await expectAccessible(page);

  await choosePackage(page, Buffer.from('C’era una volta'));
  await expect(dialog(page).getByRole('alert')).toContainText('non è uno zip che si possa leggere');
  await choosePackage(page, await pinocchioPackage());
  await expect(dialog(page).getByText('Il pacchetto è buono.')).toBeVisible();
  await expect(dialog(page).getByText('«Le avventure di Pinocchio» di Carlo Collodi')).toBeVisible();
  await expect(row(page, 'Sezioni')).toContainText('+36');
  await expectAccessible(page);
  await button(page, /^Importa$/).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('Hai importato «Le avventure di Pinocchio»')).toBeVisible();
  await expect(page.getByText('Primi passi')).toHaveCount(0);

  // What it replaces is asked for by a word, and is there again with one press.
  await choosePackage(page, await pinocchioPackage());
  await expect(dialog(page).getByText('è uguale al libro che c’è adesso')).toBeVisible();
  await button(page, 'Lascia tutto com’è').click();
  page.once('dialog', (question) => void question.accept());
  await button(page, 'Annulla l’importazione').click();
  await expect(
    dialog(page).getByText('L’importazione di «Le avventure di Pinocchio» è stata annullata'),
  ).toBeVisible();
  await expect(page.getByText('Primi passi')).toHaveCount(1);
});

test('the site of another book is whole, and nothing of the first one is on it', async ({ page }) => {
  await bringBook(page);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  for (const path of ['/', '/chat', '/admin', '/una-pagina-che-non-esiste']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect((await page.content()).match(otherBook)?.[0], path).toBeUndefined();
    for (const slug of articleSlugs) await expect(page.locator(`a[href$="/${slug}"]`), path).toHaveCount(0);
  }
  for (const slug of articleSlugs) expect((await page.request.get(`/${slug}`)).status(), slug).toBe(404);

  await page.goto('/');
  await expect(page).toHaveTitle('Le avventure di Pinocchio. Storia di un burattino · Carlo Collodi');
  const gallery = page.getByRole('button', { name: 'Apri la galleria' });
  await takenUp(gallery);
  await gallery.click();
  await expect(dialog(page).getByText('Il burattino')).toBeVisible();

  await page.goto(`/chat#codice=${pinocchioCodes.all}`);
  await expect(page.getByText('Sono Pinocchio.')).toBeVisible();
  await page.getByRole('button', { name: '[VALIDATE]' }).click();
  await expect(page.getByText('SEC_36')).toBeVisible();
  const answers: string[] = [];
  for (const message of ['Chi è Geppetto?', 'Chi ti ha fabbricato?', 'Chi è Ferro?', 'Parlami di Nilak']) {
    const reply = await page.request.post('/api/chat', { data: { message } });
    const { response } = (await reply.json()) as { response: string };
    expect(response.replace(/«[^»]*»/g, '').match(otherBook)?.[0], message).toBeUndefined();
    answers.push(response);
  }
  expect(answers.join(' ')).toMatch(/burattino|falegname/);
  const music = await page.request.post('/api/music-codes/validate', {
    data: { code: pinocchioCodes.music },
  });
  expect(await music.json()).toMatchObject({ trackTitle: 'Il canto della bottega' });
  expect(errors).toEqual([]);
});
