import type { Page } from 'playwright/test';
import { articleSlugs } from '#shared/pages.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { namesOfFirstBook } from '../support/first-book-names.ts';
import { button, dialog, openPanel, returnToCopy, row } from '../support/panel.ts';
import { pinocchioCodes, pinocchioPackage } from '../support/pinocchio-package.ts';
import { emptyTest as test, expect, publishedBook, takenUp } from '../support/site.ts';
import { adminPassword } from '../support/admin-password.ts';

// Another book than the demonstration: brought in, looked at, talked to. See docs/decisions/025.

test.describe.configure({ mode: 'serial' });

async function choosePackage(page: Page, content: Buffer): Promise<void> {
  const file = { name: 'pinocchio.zip', mimeType: 'application/zip', buffer: content };
  await dialog(page).getByLabel('Pacchetto del libro').setInputFiles(file);
}

test('an empty site asks for its password, then takes a book from a package, by keyboard alone', async ({
  page,
}) => {
  await page.goto('/admin');
  await expect(page.getByText('La password è quella che hai scelto installandolo')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(adminPassword);
  await page.keyboard.press('Enter');
  const link = page.getByRole('link', { name: 'Importa un libro' });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('heading', { name: 'Versioni e pacchetto' })).toBeVisible();
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
  await expect(dialog(page).getByText('prima di importare un libro, il sito ha fatto una copia')).toBeVisible(
    {
      timeout: 60_000,
    },
  );
  await page.keyboard.press('Escape');
  for (const done of [
    'Scrivi il libro',
    'Di’ chi è il personaggio',
    'Porta il manoscritto',
    'Prepara il primo codice',
  ])
    await expect(page.getByRole('listitem').filter({ hasText: done })).toContainText('fatto');
});

test('its site is whole, and nothing of the first book is on it', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  const namesIn = namesOfFirstBook();
  const whole = await publishedBook(page);
  for (const path of ['/', '/chat', '/admin', '/una-pagina-che-non-esiste']) {
    // What the server draws, then what the scripts make of it, its head included.
    const drawn = await (await page.goto(path))?.text();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await takenUp(page.getByRole('link').first());
    expect(namesIn(`${drawn} ${await page.content()}`), path).toEqual([]);
    for (const slug of articleSlugs) await expect(page.locator(`a[href$="/${slug}"]`), path).toHaveCount(0);
  }
  for (const slug of articleSlugs) {
    const answer = await page.request.get(`/${slug}`);
    expect(answer.status(), slug).toBe(404);
    expect(namesIn((await answer.text()).replaceAll(slug, '')), slug).toEqual([]);
  }
  for (const path of ['/robots.txt', '/manifest.webmanifest', '/sw.js', '/favicon.svg', '/api/book']) {
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(200);
    expect(namesIn(await answer.text()), path).toEqual([]);
  }

  await page.goto('/');
  await expect(page).toHaveTitle(`${whole.book.title}. ${whole.book.subtitle} · ${whole.book.author}`);
  expect(errors).toEqual([]);
});

test('its character answers as the book says, and the author goes back to before the import', async ({
  page,
}) => {
  const namesIn = namesOfFirstBook();
  const whole = await publishedBook(page);
  await page.goto(`/chat#codice=${pinocchioCodes.all}`);
  await expect(page.getByText(whole.character.greeting.slice(0, 40))).toBeVisible();
  await page.getByRole('button', { name: '[VALIDATE]' }).click();
  await expect(page.getByText(`SEC_${whole.book.sections}`)).toBeVisible();
  const answers: string[] = [];
  for (const message of ['Chi è Geppetto?', 'Chi ti ha fabbricato?', 'Chi è Ferro?', 'Parlami di Nilak']) {
    const reply = await page.request.post('/api/chat', { data: { message } });
    const { response } = (await reply.json()) as { response: string };
    expect(namesIn(response.replace(/«[^»]*»/g, '')), message).toEqual([]);
    answers.push(response);
  }
  expect(answers.join(' ')).toMatch(/burattino|falegname/);
  const music = await page.request.post('/api/music-codes/validate', {
    data: { code: pinocchioCodes.music },
  });
  expect(await music.json()).toMatchObject({ trackTitle: 'Il canto della bottega' });

  await openPanel(page, 'foglio=libro.pacchetto');
  await choosePackage(page, await pinocchioPackage());
  await expect(dialog(page).getByText('è uguale al libro che c’è adesso')).toBeVisible();
  await button(page, 'Lascia tutto com’è').click();
  await dialog(page).getByRole('link', { name: 'fra le copie' }).click();
  await returnToCopy(page, 'prima di importare un libro');
  await page.reload();
  await expect(page.getByRole('link', { name: 'Porta il manoscritto' })).toHaveCount(1);
});
